/** How fast a target lets requests through, as its 429s show: so many between two of them. */
export class QuotaEstimate {
  private served = 0;
  private window: { readonly served: number; readonly since: number } | undefined;

  /** @param since milliseconds since 1970 */
  constructor(private since: number) {}

  /** Records a response other than a 429. */
  countServed(): void {
    this.served += 1;
  }

  /**
   * Records a 429.
   *
   * @param resumeAt when requests may go out again, milliseconds since 1970
   * @returns milliseconds that each request takes at this pace; undefined while nothing was served
   */
  rateLimited(resumeAt: number): number | undefined {
    // A 429 after a wait that was too short prolongs the window before it.
    if (this.served > 0) this.window = { served: this.served, since: this.since };
    this.served = 0;
    this.since = resumeAt;
    return this.window ? (resumeAt - this.window.since) / this.window.served : undefined;
  }
}
