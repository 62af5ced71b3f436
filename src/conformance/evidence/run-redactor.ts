import { getOrMake } from '../../contract/get-or-make.js';
import { LRUCache } from 'lru-cache';
import type { Contract } from '../../contract/contract.js';
import { credentialsIn } from '../../secrets/credentials-in.js';
import { secretsInHeader } from '../../secrets/message-secrets.js';
import { Redactor } from '../../secrets/redactor.js';
import { isPlainHeader } from '../../secrets/sensitive-names.js';
import { securitySchemeOf } from '../../contract/operations.js';
import type { LoadedRule } from '../rules/rule.js';
import type { Keys } from '../cases/credentials/credential.js';
import { percentDecoded } from '../cases/request.js';

/** The sources of a run's secrets. */
interface RunSecrets {
  readonly url: string;
  readonly keys: Keys;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contract: Contract;
  /** Their ids and titles are public. */
  readonly rules?: readonly Pick<LoadedRule, 'id' | 'title'>[];
}

/**
 * Removes a run's secrets: every key, the user and the password that one may be made of, the values of `headers` and the credentials in them but for headers that say what a client wants, the password of the URL. Runs of
 * characters that the document has too stay: it is public, and masking `application/json` would hide nothing.
 */
export function runRedactor({ url, keys, headers, contract, rules = [] }: RunSecrets): Redactor {
  const { valid, expired, limited, schemes = {} } = keys;
  const given = [valid, expired, limited, ...Object.values(schemes)]
    .filter((key) => key !== undefined)
    .flatMap((key) => [key, ...basicParts(key), ...(hasBasic(contract) ? encodings(key) : [])]);
  const inHeaders = Object.entries(headers).flatMap(([name, value]) =>
    isPlainHeader(name) ? secretsInHeader(name, value) : credentialsIn(name, value),
  );
  const ofRules = rules
    .map(({ id, title }) => `${id}\n${title}`)
    .join('\n')
    .toLowerCase();
  return new Redactor(
    [...given, ...given.map(firstHalf), ...inHeaders, ...userInfoOf(url)],
    remembering((text) => publishedText(contract).includes(text) || ofRules.includes(text)),
  );
}

/** The headers of a run whose values may not be shown. */
export function secretHeaders(
  headers: Readonly<Record<string, string>>,
  redactor: Redactor,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => redactor.text(value) !== value));
}

/** Documents as texts in lower case: a process may check many targets against one. */
const published = new WeakMap<Contract['document'], string>();

function publishedText({ document }: Contract): string {
  return getOrMake(published, document, () => JSON.stringify(document).toLowerCase());
}

/** So many different texts of a run are remembered. */
const rememberedTexts = 10_000;

/** Asks about each text once: a run's requests and responses have the same ones again and again. */
function remembering(ask: (text: string) => boolean): (text: string) => boolean {
  const answers = new LRUCache<string, boolean>({ max: rememberedTexts, memoMethod: ask });
  return (text) => answers.memo(text);
}

/** The suite itself sends half a key, to see whether it is accepted. */
function firstHalf(key: string): string {
  return key.slice(0, Math.ceil(key.length / 2));
}

/** Those of `user:password`, as HTTP Basic has it (RFC 7617). */
function basicParts(key: string): string[] {
  const colon = key.indexOf(':');
  return colon === -1 ? [] : [key.slice(0, colon), key.slice(colon + 1)];
}

function hasBasic({ document }: Contract): boolean {
  return Object.keys(document.components?.securitySchemes ?? {}).some(
    (name) => securitySchemeOf(document, name)?.scheme?.toLowerCase() === 'basic',
  );
}

/** A key as Basic credentials have it, wherever it begins in them: once a target changes their case they can no longer be decoded. */
function encodings(key: string): string[] {
  return ['', 'x', 'xy'].map((before) =>
    Buffer.from(before + key)
      .toString('base64')
      .slice(before === '' ? 0 : 4),
  );
}

function userInfoOf(url: string): string[] {
  const [, user = '', password = ''] = /^[^/]*\/\/([^/@:]*):?([^/@]*)@/.exec(url) ?? [];
  return [user, password].flatMap((text) => [text, percentDecoded(text)]);
}
