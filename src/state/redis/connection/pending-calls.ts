interface PendingCall {
  readonly since: number;
  readonly reject: (cause: Error) => void;
}

/**
 * The calls that wait for a reply. One timer watches the oldest: the client's own timeout costs a timer for each call, and
 * ends once a command is sent.
 */
export class PendingCalls {
  private readonly calls = new Set<PendingCall>();
  private readonly timer: NodeJS.Timeout;

  /** @param onLate is called when a reply has not come in time */
  constructor(
    private readonly timeoutMs: number,
    private readonly onLate: () => void,
  ) {
    this.timer = setInterval(() => {
      this.checkOldest();
    }, timeoutMs / 8);
    this.timer.unref();
  }

  /** A promise that settles with the call, or fails earlier with `rejectAll`. */
  watch<T>(call: Promise<T>, failureOf: (cause: unknown) => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const pending: PendingCall = { since: performance.now(), reject };
      this.calls.add(pending);
      call.then(
        (reply) => {
          this.calls.delete(pending);
          resolve(reply);
        },
        (cause: unknown) => {
          if (this.calls.delete(pending)) reject(failureOf(cause));
        },
      );
    });
  }

  /** @returns how many calls were rejected */
  rejectAll(cause: Error): number {
    const calls = [...this.calls];
    this.calls.clear();
    for (const { reject } of calls) reject(cause);
    return calls.length;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private checkOldest(): void {
    const [oldest] = this.calls;
    if (!oldest || performance.now() - oldest.since < this.timeoutMs) return;
    // A process that was busy itself has replies that it has not read yet; it reads them before this.
    setImmediate(() => {
      if (this.calls.has(oldest)) this.onLate();
    });
  }
}
