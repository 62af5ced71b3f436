import { unknownKey } from '../mock/identity/identity.js';
import type { Identity, KeyReader } from '../mock/identity/identity.js';

/**
 * The further keys that a handler accepts. They and the journal lie in one page or process, so there is nobody from whom the
 * comparison would have to hide them.
 */
export class OwnKeys implements KeyReader {
  private readonly marks = new Map<string, string>();

  constructor(private readonly keys: readonly string[] = []) {}

  identify(key: string): Identity {
    const whole = this.holderOf(key, undefined);
    const [, secret, scenario] = /^(.*)~(\S{1,256})$/.exec(key) ?? [];
    return whole ?? (secret === undefined ? undefined : this.holderOf(secret, scenario)) ?? unknownKey;
  }

  /** Marks a credential by the order in which it was first seen, which says nothing of it; the thousand latest are known. */
  digest(text: string): string {
    const known = this.marks.get(text);
    if (known !== undefined) return known;
    const [oldest] = this.marks.size >= 1000 ? this.marks.keys() : [];
    if (oldest !== undefined) this.marks.delete(oldest);
    this.seen += 1;
    const mark = this.seen.toString(16).padStart(16, '0');
    this.marks.set(text, mark);
    return mark;
  }

  private seen = 0;

  private holderOf(key: string, scenario: string | undefined): Identity | undefined {
    const index = this.keys.indexOf(key);
    if (index === -1) return undefined;
    const sandbox = index === 0 ? 'own-key' : `own-key-${index + 1}`;
    return { kind: 'valid', sandbox, scopes: undefined, scenario };
  }
}
