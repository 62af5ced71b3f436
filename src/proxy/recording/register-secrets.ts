import { LRUCache } from 'lru-cache';
import { keptAtMost } from '../../journal/journal-entry.js';
import { registerHeader, registerTarget, secretsIn, registerSecret } from '../../secrets/message-secrets.js';
import { registeredSecrets } from '../../secrets/secret-register.js';
import type { FinishedExchange } from '../exchange/outcome.js';

/** Bytes of the bodies that are remembered. */
const maxRemembered = 1024 * 1024;

/**
 * By path, the last body of a response in which no secret was found: services send the same one again and again, and bytes are compared
 * in a hundredth of the time in which they are searched.
 */
const withoutSecrets = new LRUCache<string, Buffer>({
  maxSize: maxRemembered,
  sizeCalculation: ({ length }) => length,
});

/**
 * Registers the secrets of an exchange as soon as it is over, for what is behind it may be logged before it is recorded. Compressed
 * bodies are read when they are recorded.
 */
export function registerSecretsOf({ exchange, fields, body, outcome: { answer } }: FinishedExchange): void {
  registerTarget(registeredSecrets, exchange.request.target);
  registerFields(fields);
  registerBody(body.beginning);
  if (!answer) return;
  registerFields(answer.fields);
  const bytes = answer.body.beginning;
  if (withoutSecrets.get(exchange.path)?.equals(bytes)) return;
  const isClean = !registerBody(bytes);
  // A copy: the bytes are a part of a buffer that is larger.
  if (isClean && bytes.length > 0) withoutSecrets.set(exchange.path, Buffer.from(bytes));
}

/** @param fields names and values in turn */
function registerFields(fields: readonly string[]): void {
  for (let index = 0; index < fields.length; index += 2)
    registerHeader(registeredSecrets, fields[index] ?? '', fields[index + 1] ?? '');
}

/** @returns whether there is any */
function registerBody(bytes: Buffer): boolean {
  if (bytes.length === 0) return false;
  const body = bytes.toString('utf8', 0, Math.min(bytes.length, keptAtMost));
  const found = secretsIn({ headers: [], body });
  for (const secret of found) registerSecret(registeredSecrets, secret);
  return found.length > 0;
}
