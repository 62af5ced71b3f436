import { isSensitive, signOfNamedSecret } from './sensitive-names.js';

/** A text has a secret here, by the name that stands before it. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
  /** The start of the value, without its quotes, and the end. */
  readonly start: number;
  readonly end: number;
}

const [quote, colon, equals, backslash] = [0x22, 0x3a, 0x3d, 0x5c];
/** Longer names are none of those that are looked for. */
const maxName = 64;
/** Those before a quote of JSON that is a string in JSON, three times over. */
const maxSlashes = 7;

const valueOfForm = /([^&\s"'<>#;\\]+)/dy;
/** Behind `name="` of a part of a multipart body. */
const part = /"([^"\r\n]{1,64})"[^\r\n]{0,200}\r\n(?:[^\r\n]{1,200}\r\n){0,5}\r\n([^]{1,4096}?)\r\n--/dy;
const userInfo = /[^/@\s:"'<>\\]{0,200}:([^/@\s"'<>\\]{1,200})@/dy;

/**
 * The secrets that a text gives away by their names, in their order: `"name": "value"` of JSON, also of JSON in a string of JSON, `name=value` of forms and
 * addresses, parts of multipart bodies, and the password of an address. Takes time that grows with the text alone.
 */
export function namedSecrets(text: string): NamedSecret[] {
  if (!signOfNamedSecret.test(text)) return [];
  const found: NamedSecret[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== colon && code !== equals) continue;
    const secret = code === colon ? behindColon(text, at) : behindEquals(text, at);
    if (!secret || secret.value === '') continue;
    found.push(secret);
    at = secret.end - 1;
  }
  return found.some(({ name }) => isCode(name)) && !isOfOAuth(text)
    ? found.filter(({ name }) => !isCode(name))
    : found;
}

/** `code` alone is a word of many documents. */
function isCode(name: string): boolean {
  return name.toLowerCase() === 'code';
}

function isOfOAuth(text: string): boolean {
  return /\b(?:grant_type|redirect_uri|client_id|code_verifier|session_state|state)\b/i.test(text);
}

function behindColon(text: string, at: number): NamedSecret | undefined {
  if (text.charCodeAt(at + 1) === 0x2f && text.charCodeAt(at + 2) === 0x2f)
    return secretAt(userInfo, text, at + 3, () => 'password');
  let end = at;
  while (end > 0 && at - end < 20 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  if (text.charCodeAt(end - 1) !== quote) return undefined;
  const slashes = slashesBefore(text, end - 1);
  const name = nameBefore(text, end - 1 - slashes);
  return slashes <= maxSlashes && mayBeSensitive(name)
    ? stringBehind(text, at + 1, name, slashes)
    : undefined;
}

/** A string of JSON. @param slashes backslashes before each of its quotes: 1 in JSON that is a string of JSON, 3 in one of those */
function stringBehind(text: string, at: number, name: string, slashes: number): NamedSecret | undefined {
  let start = at;
  while (start - at < 20 && isBlank(text.charCodeAt(start))) start += 1;
  const opening = `${'\\'.repeat(slashes)}"`;
  if (!text.startsWith(opening, start)) return undefined;
  start += opening.length;
  const end = endOfString(text, start, slashes);
  const value = text.slice(start, end);
  return isSensitive(name, value) ? { name, value, start, end } : undefined;
}

/** The place of the quote that ends a string, or of the backslashes before it; the text's end where it was cut. */
function endOfString(text: string, start: number, slashes: number): number {
  let run = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // A backslash of the string itself stands there as two for each one that a quote has, and two more.
    if (code === quote && (run < slashes || (run - slashes) % (2 * slashes + 2) === 0))
      return at - Math.min(run, slashes);
    run = code === backslash ? run + 1 : 0;
  }
  return text.length;
}

/** Counts the backslashes before a place, to one more than are looked for. */
function slashesBefore(text: string, end: number): number {
  let slashes = 0;
  while (slashes <= maxSlashes && text.charCodeAt(end - slashes - 1) === backslash) slashes += 1;
  return slashes;
}

function behindEquals(text: string, at: number): NamedSecret | undefined {
  const name = nameBefore(text, at);
  if (name === 'name' && text.charCodeAt(at + 1) === quote)
    return secretAt(part, text, at + 1, ([, own = '']) => own, 2);
  const own = plainName(name);
  return mayBeSensitive(own) ? secretAt(valueOfForm, text, at + 1, () => own) : undefined;
}

/** Looks for a value at a place. @param group of the pattern that is the value */
function secretAt(
  pattern: RegExp,
  text: string,
  at: number,
  nameOf: (match: RegExpExecArray) => string,
  group = 1,
): NamedSecret | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const [start, end] = match?.indices?.[group] ?? [];
  if (!match || start === undefined || end === undefined) return undefined;
  const [name, value] = [nameOf(match), match[group] ?? ''];
  return isSensitive(name, value) ? { name, value, start, end } : undefined;
}

/** Two characters are enough to pass most names: those that sensitive ones end with. */
const endings = new Uint8Array(0x10000);
for (const ending of 'on ie ey et rd wd se en al ls id wt tp in vv vc er nt rf re ig de 56'.split(' '))
  endings[(ending.charCodeAt(0) << 8) | ending.charCodeAt(1)] = 1;

function mayBeSensitive(name: string): boolean {
  const { length } = name;
  return (
    length > 2 &&
    endings[((name.charCodeAt(length - 2) | 0x20) << 8) | (name.charCodeAt(length - 1) | 0x20)] === 1 &&
    isSensitive(name, 'a value 1')
  );
}

/** The characters of a name that end at a place. */
function nameBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start <= maxName && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
  return end - start > maxName ? '' : text.slice(start, end);
}

/** `user%5Bpassword%5D` → `user.password`. */
function plainName(name: string): string {
  if (!/[%[]/.test(name)) return name;
  return name
    .replace(/%5B/gi, '[')
    .replace(/%5D/gi, ']')
    .replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\[([^[\]]*)\]/g, '.$1');
}

/** Letters, digits and `_ - . % [ ]`. */
const nameCharacters = new Uint8Array(0x80);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.%[]')
  nameCharacters[character.charCodeAt(0)] = 1;

function isNameCharacter(code: number): boolean {
  return nameCharacters[code] === 1;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
