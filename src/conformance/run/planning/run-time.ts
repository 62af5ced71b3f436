import type { Pacing } from '../../target/pacing.js';
import type { RunOptions } from '../options.js';
import { stretchOf } from './stretch.js';
import type { Stretch } from './stretch.js';

/** How long a run may last: the time that it is given, or longer where the target's quota slows it down. */
export class RunTime {
  private lastsSeconds: number;
  private deadline: NodeJS.Timeout | undefined;
  /** What was last said of a quota that slows the run down. */
  private said: string | undefined;

  /** @param onEnd called when the time is over */
  constructor(
    private readonly startedAt: number,
    private readonly pacing: Pacing,
    private readonly options: Pick<RunOptions, 'maxTimeSeconds' | 'nameOption'>,
    private readonly onEnd: () => void,
  ) {
    this.lastsSeconds = options.maxTimeSeconds;
  }

  /** The sentence on the quota that slows the run down, if one does. */
  get slowed(): string | undefined {
    return this.said;
  }

  begin(): void {
    clearTimeout(this.deadline);
    this.deadline = setTimeout(this.onEnd, this.pacing.remainingMs);
  }

  end(): void {
    clearTimeout(this.deadline);
  }

  /**
   * Lets the run last as long as the target's quota makes it.
   *
   * @param left how many cases are left
   * @returns what is to be said of it, if that is new
   */
  stretch(left: number): Stretch | undefined {
    const { pacing, startedAt, lastsSeconds } = this;
    const { maxTimeSeconds, nameOption } = this.options;
    if (pacing.msPerRequest === undefined) return undefined;
    const run = { elapsedMs: pacing.now() - startedAt, left, maxTimeSeconds, lastsSeconds };
    const stretch = stretchOf(pacing.msPerRequest, run, nameOption);
    if (stretch === undefined || (stretch.seconds === undefined && this.said !== undefined)) return undefined;
    this.said = stretch.sentence;
    if (stretch.seconds !== undefined) {
      this.lastsSeconds = stretch.seconds;
      pacing.extend(startedAt + stretch.seconds * 1000);
      this.begin();
    }
    return stretch;
  }
}
