import { LRUCache } from 'lru-cache';
import { authenticationScheme, credentialsIn } from './credentials-in.js';
import { namedSecrets } from './named-secrets.js';
import { shortestRegistered, type SecretRegister } from './secret-register.js';
import { isOrdinary, isSensitiveName, isSensitiveParameter } from './sensitive-names.js';

/** The parts of a request or a response in which secrets stand. */
export interface MessageParts {
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** The path and the query of a request, or its whole address. */
  readonly target?: string | undefined;
  readonly body?: string | undefined;
}

/** Keys of sandboxes say themselves what they are, and open nothing. */
export function isPublicKey(credential: string): boolean {
  return /^(?:Bearer )?dk_(?:test|expired|limited)_[\w.~-]+$/.test(credential);
}

/** Recognizes what was masked before. */
export function isMasked(text: string): boolean {
  return /…|^\**$/.test(text);
}

/** The secrets in a message, found by names and places: credentials, cookies, parameters, and values of members and fields. */
export function secretsIn({ headers, target, body }: MessageParts): string[] {
  const found = [...headers].flatMap(([name, value]) => secretsInHeader(name, value));
  if (target !== undefined) found.push(...secretsInTarget(target));
  if (body !== undefined) found.push(...secretsInText(body));
  return found.filter((secret) => secret !== '' && !isMasked(secret) && !isPublicKey(secret));
}

/** A header whose name says nothing may still have a credential behind a scheme, or an address with a token in it. */
export function secretsInHeader(name: string, value: string): string[] {
  if (isSensitiveName(name)) return credentialsIn(name, value);
  const scheme = authenticationScheme.exec(value)?.[0];
  if (scheme !== undefined && /^[\w.~+/=-]{16,}$/.test(value.slice(scheme.length)))
    return credentialsIn(name, value);
  return value.includes('=') || value.includes('@') ? secretsInText(value) : [];
}

function secretsInTarget(target: string): string[] {
  const query = target.split('?', 2)[1] ?? '';
  const parameters = [...new URLSearchParams(query)].filter(([name]) => isSensitiveParameter(name));
  return [...parameters.map(([, value]) => value), ...secretsInText(target)];
}

function secretsInText(text: string): string[] {
  return namedSecrets(text).flatMap(({ value }) => [value, ...unescaped(value)]);
}

/** The text that the value of a member of JSON or of a form stands for, where that is another one. */
function unescaped(value: string): string[] {
  try {
    if (value.includes('\\')) return [String(JSON.parse(`"${value}"`))];
    if (value.includes('%')) return [decodeURIComponent(value.replaceAll('+', ' '))];
  } catch {
    // Neither of both: it is searched for as it stands there.
  }
  return [];
}

/**
 * Registers the secrets of a message but for those that are too common to be recognized in other exchanges.
 *
 * @returns whether it has a secret, a common one included
 */
export function registerSecrets(register: SecretRegister, message: MessageParts): boolean {
  const found = secretsIn(message);
  for (const secret of found) registerSecret(register, secret);
  return found.length > 0;
}

/** The same of one header. @returns whether it has a secret */
export function registerHeader(register: SecretRegister, name: string, value: string): boolean {
  return registerPart(register, `${name} ${value}`, { headers: [[name, value]] });
}

/** The same of the path and query of a request, or of its address. @returns whether it has a secret */
export function registerTarget(register: SecretRegister, target: string): boolean {
  const message = { headers: [], target };
  // A parameter may be a secret by the document alone.
  return target.includes('?') ? registerSecrets(register, message) : registerPart(register, target, message);
}

const withoutSecrets = rememberedParts();

/**
 * Remembers parts of messages in which no secret was found: they come again and again. Of a secret nothing may be added, for the
 * time of a look-up could reveal how one begins. A header is added as its name and value with a space between, which no path has.
 */
export function rememberedParts(): LRUCache<string, true> {
  return new LRUCache({ max: 1000, maxEntrySize: 300, sizeCalculation: (_, part) => part.length });
}

function registerPart(register: SecretRegister, part: string, message: MessageParts): boolean {
  if (withoutSecrets.has(part)) return false;
  const any = registerSecrets(register, message);
  if (!any) withoutSecrets.set(part, true);
  return any;
}

export function registerSecret(register: SecretRegister, secret: string): void {
  if (!isOrdinary(secret)) register.add(secret);
}

/**
 * Those of the secrets of an exchange that are looked for in all of it: not the words that its own names consist of, and no
 * short ones that are words or numbers.
 */
export function recognizable(secrets: readonly string[]): string[] {
  return secrets.filter((secret) =>
    secret.length < shortestRegistered
      ? /[a-z]/i.test(secret) && /[^a-z]/i.test(secret)
      : !isSensitiveName(secret),
  );
}
