import { DrydockError } from './drydock-error.js';

/**
 * Scenarios as one text that a header, a key and the control API take.
 *
 * @throws DrydockError for a name that could not travel in a header
 */
export function namesText(names: readonly string[]): string {
  const text = names.join(',');
  if (/^[\w.,-]+$/.test(text)) return text;
  throw new DrydockError(
    `Scenarios must be names such as flaky, got ${JSON.stringify(names)}; scenarios() of the mock lists them.`,
  );
}
