import { shellWord } from '../../contract/printing/shell-word.js';

/** A request as it is needed to send it once more. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** A header whose end is in an environment variable: its name, and its value up to there. */
  readonly secretHeader?:
    { readonly name: string; readonly start: string; readonly variable: string } | undefined;
}

/** A curl command that sends a request. */
export function curlCommand({ method, url, headers, body, secretHeader: secret }: SentRequest): string {
  const parts = [`curl ${method === 'GET' ? '' : `-X ${shellWord(method)} `}${shellWord(url)}`];
  for (const [name, value] of headers) parts.push(`-H ${shellWord(`${name}: ${value}`)}`);
  if (secret) parts.push(`-H ${shellWord(`${secret.name}: ${secret.start}`)}"$${secret.variable}"`);
  if (body !== undefined && body !== '') parts.push(`--data-binary ${shellWord(body)}`);
  return parts.join(' \\\n  ');
}
