/** Hands events from a producer to one reader, in order, without losing any. */
export class EventQueue<T> implements AsyncIterable<T> {
  private readonly waiting: T[] = [];
  private wake: (() => void) | undefined;
  private ended = false;
  private failure: { error: unknown } | undefined;

  push(event: T): void {
    this.waiting.push(event);
    this.wake?.();
  }

  /** Ends the events. An error is thrown to the reader after the last event. */
  end(failure?: { error: unknown }): void {
    this.ended = true;
    this.failure = failure;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const event = this.waiting.shift();
      if (event !== undefined) yield event;
      else if (this.ended) {
        if (this.failure) throw this.failure.error;
        return;
      } else
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
    }
  }
}
