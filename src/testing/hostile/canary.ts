/**
 * A well-behaved client: one ordinary request after the other while others misbehave. Each must get 200 and
 * the same bytes as the first.
 */
export class Canary {
  private readonly times: number[] = [];
  private readonly statuses = new Map<number, number>();
  private readonly failures: string[] = [];
  private first: string | undefined;
  private running = true;
  private readonly finished: Promise<void>;

  /** @param pauseMs between a response and the next request */
  constructor(
    private readonly origin: string,
    private readonly pauseMs = 20,
  ) {
    this.finished = this.run();
  }

  /**
   * @returns how many requests there were, how many responses by status, the times in milliseconds, and at most ten sentences about
   *   what was wrong
   */
  async stop() {
    this.running = false;
    await this.finished;
    const sorted = this.times.sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    return {
      requests: sorted.length,
      statuses: this.statuses,
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
      failures: this.failures.slice(0, 10),
    };
  }

  private async run(): Promise<void> {
    while (this.running) {
      const started = performance.now();
      try {
        const text = await this.request();
        this.first ??= text;
        if (text !== this.first)
          this.failures.push(`a response that differs from the first: ${text.slice(0, 200)}`);
      } catch (cause) {
        this.failures.push(String(cause));
      }
      this.times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    }
  }

  private async request(): Promise<string> {
    const headers = { Authorization: 'Bearer dk_test_canary', 'X-Mock-Scenario': 'normal' };
    const signal = AbortSignal.timeout(60_000);
    const response = await fetch(`${this.origin}/categories`, { headers, signal });
    const text = await response.text();
    this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
    if (response.status === 200) return text;
    throw new Error(`status ${response.status}: ${text.slice(0, 200)}`);
  }
}
