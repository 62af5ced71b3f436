/**
 * Removes secrets from text that is shown. Only the beginning of a key stays, so that a reader can tell keys apart; texts of
 * fewer than four characters are too common to be redacted.
 */
export class Redactor {
  private readonly secrets: readonly string[];

  constructor(secrets: readonly (string | undefined)[]) {
    this.secrets = secrets
      .filter((secret): secret is string => secret !== undefined && secret.length >= 4)
      .sort((a, b) => b.length - a.length);
  }

  text(text: string): string {
    return this.secrets.reduce((shown, secret) => this.replace(shown, secret), text);
  }

  /** A key in another case, or without its last character, gives the key away as well. */
  private replace(text: string, secret: string): string {
    const stem = secret.slice(0, Math.max(4, secret.length - 1));
    const pattern = new RegExp(`${escaped(stem)}(?:${escaped(secret.slice(stem.length))})?`, 'gi');
    const kept = Math.min(6, Math.floor(secret.length / 3));
    return text.replace(pattern, (found) => `${found.slice(0, kept)}***`);
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
