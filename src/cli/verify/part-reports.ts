import { parse, join } from 'node:path';
import type { ProxyVerdict, Verdict } from '../../proxy/judging/verdict.js';
import { datedFile } from '../../recordings/har/pieces.js';
import type { Terminal } from '../command.js';
import { UsageError } from '../flags.js';
import { openReports, writeRun, type WantedReport } from './verify-reports.js';

/** A part of the traffic, with reports of its own. */
interface Part {
  /** Begins the line with its verdict. */
  readonly label: string;
  readonly begunAt: number;
  /** The name of its report beside that of the whole run. */
  readonly fileOf: (file: string) => string;
}

/**
 * The verdicts about parts of the traffic: a line on the terminal, and each report that has a file, beside it in one with the part's
 * name.
 */
export class PartReports {
  private readonly wanted: readonly (WantedReport & { readonly file: string })[];

  /** @param wanted reports of the whole run */
  constructor(
    wanted: readonly WantedReport[],
    private readonly terminal: Terminal,
  ) {
    this.wanted = wanted.flatMap((one) => (one.file === undefined ? [] : [{ ...one, file: one.file }]));
  }

  /** A full disk costs reports, and not the run. */
  async write({ events }: Pick<Verdict, 'events'>, { label, begunAt, fileOf }: Part): Promise<void> {
    const err = (line: string): void => this.terminal.err(`${label} ${line}`);
    const wanted = this.wanted.map((one) => ({ ...one, file: fileOf(one.file) }));
    try {
      await writeRun(await openReports(wanted, { ...this.terminal, err }, new Date(begunAt)), events);
    } catch (error) {
      err(error instanceof UsageError ? error.message : `A report failed: ${String(error)}`);
    }
  }

  /** The verdicts about the services of a part, or of the whole run. */
  async writeServices({ services }: ProxyVerdict, part: Part): Promise<void> {
    for (const service of services)
      await this.write(service, {
        label: `${part.label} ${service.prefix || '/'}`.trimStart(),
        begunAt: part.begunAt,
        fileOf: (file) => part.fileOf(serviceFile(file, service.prefix)),
      });
  }
}

/** `contract.xml` → `contract-rates.xml` for the service behind `/rates`. */
function serviceFile(file: string, prefix: string): string {
  const { dir, name, ext } = parse(file);
  // No prefix has a plus sign.
  return join(dir, `${name}-${prefix.slice(1).replaceAll('/', '+') || '+'}${ext}`);
}

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
