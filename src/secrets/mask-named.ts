import { isMasked, isPublicKey } from './message-secrets.js';
import { namedSecrets, type NamedSecret } from './named-secrets.js';

const encoder = new TextEncoder();

/** A text with asterisks in the place of the secrets that its own names give away, as many as they have bytes. */
export interface MaskedText {
  readonly text: string;
  /** Names of what is masked; none where the text is as it was. */
  readonly names: readonly string[];
}

export function maskNamed(text: string): MaskedText {
  const found = namedSecrets(text).filter(({ value }) => !isMasked(value) && !isPublicKey(value));
  if (found.length === 0) return { text, names: [] };
  return { text: starred(text, found), names: [...new Set(found.map(({ name }) => name))] };
}

function starred(text: string, found: readonly NamedSecret[]): string {
  let shown = '';
  let from = 0;
  for (const { start, end, value } of found) {
    shown += text.slice(from, start) + '*'.repeat(encoder.encode(value).length);
    from = end;
  }
  return shown + text.slice(from);
}
