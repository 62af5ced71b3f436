import type { IssuedKey, KeyStore } from '../key-store.js';

export class MemoryKeyStore implements KeyStore {
  private readonly issued = new Map<string, IssuedKey>();

  list(): IssuedKey[] {
    return [...this.issued.values()];
  }

  add(key: IssuedKey): void {
    this.issued.set(key.id, key);
  }

  expire(id: string, at: number): IssuedKey | undefined {
    const key = this.issued.get(id);
    if (!key) return undefined;
    const expired = { ...key, expiresAt: at };
    this.issued.set(id, expired);
    return expired;
  }

  remove(id: string): boolean {
    return this.issued.delete(id);
  }

  clear(): void {
    this.issued.clear();
  }
}
