import type { Contract } from '../../contract/contract.js';
import { credentialsIn } from '../../secrets/credentials-in.js';
import { Redactor } from '../../secrets/redactor.js';
import type { Keys } from '../cases/credential.js';

/** Where a run gets secrets from. */
interface RunSecrets {
  readonly url: string;
  readonly keys: Keys;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contract: Contract;
}

/**
 * Removes a run's secrets: every key, every value of `headers` and the credentials in it, the password of the URL. Runs of
 * characters that the document has too stay: it is public, and masking `application/json` would help nobody.
 */
export function runRedactor({ url, keys, headers, contract }: RunSecrets): Redactor {
  const given = [keys.valid, keys.expired, keys.limited].filter((key) => key !== undefined);
  const inHeaders = Object.entries(headers).flatMap(([name, value]) => credentialsIn(name, value));
  return new Redactor(
    [...given, ...given.map(firstHalf), ...inHeaders, ...userInfoOf(url)],
    remembering((text) => publishedText(contract).includes(text)),
  );
}

/** Documents as texts in lower case: a process may check many targets against one. */
const published = new WeakMap<Contract['document'], string>();

function publishedText({ document }: Contract): string {
  const text = published.get(document) ?? JSON.stringify(document).toLowerCase();
  published.set(document, text);
  return text;
}

/** So many different texts of a run are remembered. */
const rememberedTexts = 10_000;

/** Asks about each text once: a run's requests and responses have the same ones again and again. */
function remembering(ask: (text: string) => boolean): (text: string) => boolean {
  const answers = new Map<string, boolean>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    if (answers.size >= rememberedTexts) answers.clear();
    const answer = ask(text);
    answers.set(text, answer);
    return answer;
  };
}

/** The suite itself sends half a key, to see whether it is accepted. */
function firstHalf(key: string): string {
  return key.slice(0, Math.ceil(key.length / 2));
}

function userInfoOf(url: string): string[] {
  const [, user = '', password = ''] = /^[^/]*\/\/([^/@:]*):?([^/@]*)@/.exec(url) ?? [];
  return [user, password].flatMap((text) => [text, decoded(text)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
