/** Keeps the numbers of earlier searches, and can drop them. */
interface Holder {
  forget(): void;
}

/** Numbers that all patterns of a document may keep together: about 16 MB. */
const maxSteps = 1_000_000;

/** Bounds what patterns keep of earlier searches: when there is no room, all of them forget. */
export class PatternMemory {
  private readonly holders = new Set<Holder>();
  private used = 0;

  /** @param numbers what the holder is about to keep */
  grow(holder: Holder, numbers: number): void {
    this.used += numbers;
    if (this.used > maxSteps) {
      for (const one of this.holders) one.forget();
      this.holders.clear();
      this.used = numbers;
    }
    this.holders.add(holder);
  }
}
