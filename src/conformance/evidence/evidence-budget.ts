/** How many bytes of evidence a run keeps, however much a target sends and however much of it is wrong. */
const maxBytes = 16 * 1024 * 1024;

/** What is left of the bytes that a run may keep. */
export class EvidenceBudget {
  private left = maxBytes;

  /** Whether so many bytes may be kept; they are counted if so. */
  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  /** Returns bytes that were taken. */
  giveBack(bytes: number): void {
    this.left += bytes;
  }
}
