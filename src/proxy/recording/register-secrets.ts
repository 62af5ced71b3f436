import { LRUCache } from 'lru-cache';
import { keptAtMost } from '../../journal/journal-entry.js';
import { registerHeader, registerSecrets, registerTarget } from '../../secrets/message-secrets.js';
import { registeredSecrets } from '../../secrets/secret-register.js';
import type { FinishedExchange } from '../exchange/outcome.js';

/** Bytes of what is remembered: bodies, paths, and what an entry takes besides. */
const maxRemembered = 1024 * 1024;
const entryBytes = 256;

/**
 * By path, the last body of a response in which no secret was found: services send the same one again and again, and to compare bytes is
 * quicker than to search them.
 */
const withoutSecrets = new LRUCache<string, Buffer>({
  maxSize: maxRemembered,
  sizeCalculation: (body, path) => entryBytes + 2 * path.length + body.length,
});

/** Registers the secrets of an exchange that is over. Compressed bodies are read when they are recorded. */
export function registerSecretsOf(finished: FinishedExchange): void {
  const { exchange, fields, body, responseBody, outcome } = finished;
  registerTarget(registeredSecrets, exchange.request.target);
  registerFields(fields, exchange.mock.secrets.names.headers);
  registerBody(body.beginning);
  if (!outcome.answer) return;
  registerFields(outcome.answer.fields, noNames);
  const bytes = responseBody.beginning;
  if (withoutSecrets.get(exchange.path)?.equals(bytes)) return;
  const isClean = !registerBody(bytes);
  // A copy: the bytes are a part of a buffer that is larger.
  if (isClean && bytes.length > 0) withoutSecrets.set(exchange.path, Buffer.from(bytes));
}

/**
 * @param fields names and values in turn
 * @param credentials names in lower case, whose values are secrets by the document alone: nothing of them may be remembered
 */
function registerFields(fields: readonly string[], credentials: ReadonlySet<string>): void {
  for (let index = 0; index < fields.length; index += 2) {
    const [name = '', value = ''] = [fields[index], fields[index + 1]];
    if (credentials.has(name.toLowerCase())) registerSecrets(registeredSecrets, { headers: [[name, value]] });
    else registerHeader(registeredSecrets, name, value);
  }
}

const noNames: ReadonlySet<string> = new Set();

/** @returns whether there is any */
function registerBody(bytes: Buffer): boolean {
  if (bytes.length === 0) return false;
  const body = bytes.toString('utf8', 0, Math.min(bytes.length, keptAtMost));
  return registerSecrets(registeredSecrets, { headers: [], body });
}
