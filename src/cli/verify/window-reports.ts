import { datedFile } from '../../recordings/har/pieces.js';
import type { ProxyVerdict } from '../../proxy/judging/proxy-judge.js';
import type { Terminal } from '../command.js';
import { UsageError } from '../flags.js';
import { WrittenReports, type WantedReport } from './verify-reports.js';

/**
 * The verdicts of the windows of `--every`: a line on the terminal, and each report that has a file, beside it in one with the
 * window's beginning in its name.
 */
export class WindowReports {
  private readonly wanted: readonly (WantedReport & { readonly file: string })[];
  private begunAt: number;
  private written = Promise.resolve();
  private ticking: NodeJS.Timeout | undefined;

  /**
   * The first window begins now.
   *
   * @param wanted reports of the whole run
   * @param endWindow ends a window, and begins another one
   * @param now milliseconds since 1970
   */
  constructor(
    wanted: readonly WantedReport[],
    private readonly endWindow: () => ProxyVerdict,
    private readonly terminal: Terminal,
    private readonly now: () => number = Date.now,
  ) {
    this.wanted = wanted.flatMap((one) => (one.file === undefined ? [] : [{ ...one, file: one.file }]));
    this.begunAt = now();
  }

  /** Ends a window each time so many milliseconds have passed. */
  endEvery(everyMs: number): void {
    this.ticking = setInterval(() => this.end(), everyMs);
    this.ticking.unref();
  }

  /** Ends the window. */
  end(): void {
    const begunAt = this.begunAt;
    this.begunAt = this.now();
    const verdict = this.endWindow();
    this.written = this.written.then(() => this.write(verdict, begunAt));
  }

  /** Ends the last window, where there are any, and waits until all are written. */
  async close(): Promise<void> {
    if (this.ticking === undefined) return;
    clearInterval(this.ticking);
    this.end();
    await this.written;
  }

  /** A full disk costs reports, and not the run. */
  private async write({ events, summary }: ProxyVerdict, begunAt: number): Promise<void> {
    const begun = new Date(begunAt);
    const err = (line: string): void => this.terminal.err(`${begun.toISOString()} ${line}`);
    const wanted = this.wanted.map((one) => ({ ...one, file: datedFile(one.file, begunAt) }));
    try {
      const reports = await WrittenReports.open(wanted, { ...this.terminal, err }, begun);
      for (const event of events) reports.write(event);
      reports.finish(summary);
    } catch (error) {
      err(error instanceof UsageError ? error.message : `A report failed: ${String(error)}`);
    }
  }
}
