/** Works on the same thing one after another, and on others at once; in this process alone. */
export class OneAfterAnother {
  /** The last work on each thing that is under way. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  async run<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const before = this.underWay.get(thing);
    const own = before ? before.then(work) : work();
    // The next one only waits for this one: the failure is that of its own request.
    const over = own.catch(() => undefined);
    this.underWay.set(thing, over);
    try {
      return await own;
    } finally {
      if (this.underWay.get(thing) === over) this.underWay.delete(thing);
    }
  }
}
