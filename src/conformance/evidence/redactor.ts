/**
 * Removes secrets from text that is shown. Only the beginning of a key stays, so that a reader can tell keys apart; texts of
 * fewer than four characters are too common to be redacted.
 */
export class Redactor {
  private readonly secrets: readonly Secret[];

  constructor(secrets: readonly (string | undefined)[]) {
    this.secrets = secrets
      .filter((secret): secret is string => secret !== undefined && secret.length >= 4)
      .sort((a, b) => b.length - a.length)
      .map(secretOf);
  }

  text(text: string): string {
    return this.secrets.reduce(
      (shown, { pattern, kept }) => shown.replace(pattern, (found) => `${found.slice(0, kept)}***`),
      text,
    );
  }
}

interface Secret {
  readonly pattern: RegExp;
  /** Characters that stay. */
  readonly kept: number;
}

/** A key in another case, or without its last character, gives the key away as well. */
function secretOf(secret: string): Secret {
  const stem = secret.slice(0, Math.max(4, secret.length - 1));
  const pattern = new RegExp(`${escaped(stem)}(?:${escaped(secret.slice(stem.length))})?`, 'gi');
  return { pattern, kept: Math.min(6, Math.floor(secret.length / 3)) };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
