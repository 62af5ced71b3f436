import { keptAtMost } from '../../journal/journal-entry.js';
import { registerSecrets } from '../../secrets/message-secrets.js';
import { registeredSecrets } from '../../secrets/secret-register.js';
import type { FinishedExchange } from '../exchange/outcome.js';
import { pairs } from '../headers/end-to-end.js';

/**
 * Registers the secrets of an exchange as soon as it is over, for what is behind it may be logged before it is recorded. Compressed
 * bodies are read when they are recorded.
 */
export function registerSecretsOf({ exchange, fields, body, outcome: { answer } }: FinishedExchange): void {
  const { target } = exchange.request;
  registerSecrets(registeredSecrets, {
    headers: pairs(fields),
    target,
    body: textOf(body.beginning),
  });
  if (answer)
    registerSecrets(registeredSecrets, {
      headers: pairs(answer.fields),
      body: textOf(answer.body.beginning),
    });
}

function textOf(bytes: Buffer): string {
  return bytes.toString('utf8', 0, Math.min(bytes.length, keptAtMost));
}
