/** A request as it is needed to send it once more. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

/** One word of a POSIX shell, whatever is in the text; control characters are written out, for they may be obeyed when pasted. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!/[\p{Cc}](?<!\n)/u.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const inner = text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll("'", String.raw`\'`)
    .replace(/\p{Cc}/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      // C1 controls are two bytes of UTF-8; ANSI-C quoting names bytes.
      const bytes = [...new TextEncoder().encode(String.fromCodePoint(code))];
      return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
    });
  return `$'${inner}'`;
}

/** A curl command that sends a request. */
export function curlCommand({ method, url, headers, body }: SentRequest): string {
  const parts = [`curl ${method === 'GET' ? '' : `-X ${shellWord(method)} `}${shellWord(url)}`];
  for (const [name, value] of headers) parts.push(`-H ${shellWord(`${name}: ${value}`)}`);
  if (body !== undefined && body !== '') parts.push(`--data-binary ${shellWord(body)}`);
  return parts.join(' \\\n  ');
}
