/** Bounds of the memory: the number of parts, and the characters of each. */
const [maxParts, maxCharacters] = [1000, 300];

/**
 * Remembers parts of messages in which no secret was found: they come again and again. Of a secret nothing may be added, for the
 * time of a look-up could reveal how one begins.
 */
export class CleanParts {
  private readonly parts = new Set<string>();

  has(part: string): boolean {
    return this.parts.has(part);
  }

  add(part: string): void {
    if (part.length > maxCharacters) return;
    if (this.parts.size >= maxParts) this.parts.clear();
    this.parts.add(part);
  }
}

/** A header as such a part; no path has a space. */
export function headerPart(name: string, value: string): string {
  return `${name} ${value}`;
}
