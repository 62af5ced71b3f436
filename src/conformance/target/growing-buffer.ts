/** Bytes that arrive piece by piece, copied together: a million pieces of one byte take no more than their bytes. */
export class GrowingBuffer {
  private bytes = Buffer.alloc(0);
  private length = 0;

  append(piece: Buffer): void {
    const needed = this.length + piece.length;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    piece.copy(this.bytes, this.length);
    this.length = needed;
  }

  /** All bytes so far, without a copy. */
  contents(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
