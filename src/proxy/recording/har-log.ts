import { systemFailure } from '../../contract/system-failure.js';
import { randomInteger, seededRandom } from '../../contract/seeded-random.js';
import type { DrydockEvent } from '../../mock/events.js';
import { HarFile, type HarFileOptions } from '../../recordings/har/har-file.js';
import { recordedEntry } from '../../recordings/har/journal-har.js';
import type { ServerContext } from '../../server/server-context.js';

export interface HarLogOptions extends Omit<HarFileOptions, 'comment'> {
  /** One exchange of so many is kept, and each one with a finding; default: all. */
  readonly sample?: number | undefined;
}

/** Counts of exchanges, and of what was written. */
export interface HarCounts {
  readonly passed: number;
  readonly kept: number;
  /** Those that could not be written. */
  readonly lost: number;
  readonly bytes: number;
  readonly files: number;
}

/** Writes the exchanges of a server to a HAR, in the order in which they ended. SIGHUP opens it anew, for logrotate. */
export class HarLog {
  private readonly har: HarFile;
  private readonly isSampled: () => boolean;
  private readonly comment: string | undefined;
  private leave: (() => void) | undefined;
  private log: (line: string) => void = () => undefined;
  private isFailing = false;
  private passed = 0;
  private kept = 0;
  private lost = 0;

  /**
   * @param file begun anew
   * @throws the system's error where the file can't be written
   */
  constructor(
    private readonly file: string,
    { sample = 1, ...options }: HarLogOptions = {},
  ) {
    this.isSampled = sampler(sample);
    this.comment = sample === 1 ? undefined : `1 exchange of ${sample}, and each one with a finding`;
    this.har = new HarFile(file, { ...options, comment: this.comment });
    process.on('SIGHUP', this.reopen);
  }

  /** Follows the exchanges of a server from now on. */
  follow({ events, origins, log }: ServerContext): void {
    this.log = log;
    this.leave = events.subscribe((event) => {
      if (event.type === 'exchange') this.add(event, origins.own);
    });
  }

  get counts(): HarCounts {
    const { passed, kept, lost, har } = this;
    return { passed, kept: kept - lost, lost, bytes: har.bytes, files: har.files };
  }

  /** Sentences for a report: the share that was kept, where that is not all. @param since the counts at its beginning */
  notices(since: Pick<HarCounts, 'passed' | 'kept'> = { passed: 0, kept: 0 }): string[] {
    const { passed, kept } = this.counts;
    return this.comment === undefined
      ? []
      : [`The HAR has ${kept - since.kept} of ${passed - since.passed} exchanges: ${this.comment}.`];
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    process.removeListener('SIGHUP', this.reopen);
    this.leave?.();
    await this.har.close();
  }

  private add({ entry, sandbox }: ExchangeEvent, ownOrigin: string): void {
    if (entry.delivery.ending === undefined) return;
    this.passed += 1;
    // Each takes its turn, so that findings don't shift what else is kept.
    const isSampled = this.isSampled();
    if (!isSampled && (entry.findings ?? []).length === 0) return;
    this.kept += 1;
    const { host } = entry.request.headers;
    const origin = typeof host === 'string' ? `${new URL(ownOrigin).protocol}//${host}` : ownOrigin;
    this.har.add(recordedEntry(entry, { origin, sandbox })).then(this.succeeded, this.failed);
  }

  private readonly succeeded = (): void => {
    if (this.isFailing) this.log(`The HAR ${this.file} is written again.`);
    this.isFailing = false;
  };

  private readonly failed = (cause: unknown): void => {
    this.lost += 1;
    this.tellFailure(cause);
  };

  private readonly reopen = (): void => {
    try {
      this.har.reopen();
    } catch (cause) {
      this.tellFailure(cause);
    }
  };

  /** One sentence for each outage. */
  private tellFailure(cause: unknown): void {
    if (!this.isFailing)
      this.log(`The HAR ${this.file} can't be written, exchanges are lost: ${systemFailure(cause)}.`);
    this.isFailing = true;
  }
}

type ExchangeEvent = Extract<DrydockEvent, { type: 'exchange' }>;

/** Picks one of so many in a row, at a random place among them, for traffic may have a rhythm of its own. */
function sampler(of: number): () => boolean {
  const random = seededRandom('sample', of);
  let [place, picked] = [0, 0];
  return () => {
    if (place === 0) picked = randomInteger(random, 0, of - 1);
    const isPicked = place === picked;
    place = (place + 1) % of;
    return isPicked;
  };
}
