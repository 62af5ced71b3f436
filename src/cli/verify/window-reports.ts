import { datedFile } from '../../recordings/har/pieces.js';
import type { ProxyVerdict } from '../../proxy/judging/verdict.js';
import type { PartReports } from './part-reports.js';

/** The verdicts of the windows of `--every`, each in reports with its beginning in their names. */
export class WindowReports {
  private begunAt: number;
  private written = Promise.resolve();
  private ticking: NodeJS.Timeout | undefined;

  /**
   * The first window begins now.
   *
   * @param endWindow ends a window, and begins another one
   * @param now milliseconds since 1970
   */
  constructor(
    private readonly reports: PartReports,
    private readonly endWindow: () => ProxyVerdict,
    private readonly now: () => number = Date.now,
  ) {
    this.begunAt = now();
  }

  /** Ends a window each time so many milliseconds have passed. */
  endEvery(everyMs: number): void {
    this.ticking = setInterval(() => this.end(), everyMs);
    this.ticking.unref();
  }

  /** Ends the last window, where there are any, and waits until all are written. */
  async close(): Promise<void> {
    if (this.ticking === undefined) return;
    clearInterval(this.ticking);
    this.end();
    await this.written;
  }

  private end(): void {
    const begunAt = this.begunAt;
    this.begunAt = this.now();
    const verdict = this.endWindow();
    const window = {
      ...{ label: new Date(begunAt).toISOString(), begunAt },
      fileOf: (file: string) => datedFile(file, begunAt),
    };
    this.written = this.written.then(async () => {
      await this.reports.write(verdict, window);
      await this.reports.writeServices(verdict, window);
    });
  }
}
