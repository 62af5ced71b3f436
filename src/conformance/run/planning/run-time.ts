import type { Pacing } from '../../target/pacing.js';
import type { RunOptions } from '../options.js';
import type { NameOption } from '../../option-name.js';

/** A shorter wait needs no word. */
const noticeableMs = 1000;

/** The duration of a run: the time that it is given, or longer where the target's quota slows it down. */
export class RunTime {
  private lastsSeconds: number;
  private deadline: NodeJS.Timeout | undefined;
  private hasAnnouncedWait = false;
  /** The last sentence on a quota that slows the run down. */
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

  /** The wait that the target asks for, the first time that the run waits noticeably; one sentence. */
  announceWait(): string | undefined {
    const { requestedMs, remainingMs } = this.pacing;
    if (this.hasAnnouncedWait || requestedMs < noticeableMs || requestedMs >= remainingMs) return undefined;
    this.hasAnnouncedWait = true;
    const wait = timeText(requestedMs / 1000);
    return `The target answered 429 and asks to wait ${wait}, so the run waits: a key with quota left (${this.options.nameOption('key')}) spares that.`;
  }

  begin(): void {
    clearTimeout(this.deadline);
    const { remainingMs } = this.pacing;
    // The run's clock decides, not the timer, which may be early and goes on while that clock stands still.
    if (remainingMs > 0) this.deadline = setTimeout(() => this.begin(), remainingMs);
    else this.onEnd();
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
    const elapsedMs = pacing.now() - startedAt + pacing.requestedMs;
    const run = { elapsedMs, left, maxTimeSeconds, lastsSeconds };
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

/** A run lasts at most so many times its `maxTime`, however slow the target's quota makes it. */
export const longestStretch = 15;

/** Failures are sent again and made smaller: so much more than the cases alone. */
const margin = 1.25;

/** The effect of a target's quota on the duration of a run. */
interface Stretch {
  /** Seconds that the run may last; undefined where that is no more than before, or more than it may ever be. */
  readonly seconds: number | undefined;
  /** The time that all cases take, and the consequence, one sentence. */
  readonly sentence: string;
}

/**
 * The duration of a run that its target's 429s slow down: as long as all cases take, if that is within `longestStretch`.
 * There is no verdict to wait for where they take longer.
 *
 * @param msPerRequest what the target's quota allows
 * @param run milliseconds from the begin of the run to its next request, cases that are left, and seconds that the run may last as given and by now
 */
export function stretchOf(
  msPerRequest: number,
  run: {
    readonly elapsedMs: number;
    readonly left: number;
    readonly maxTimeSeconds: number;
    readonly lastsSeconds: number;
  },
  nameOption: NameOption,
): Stretch | undefined {
  const { elapsedMs, left, maxTimeSeconds, lastsSeconds } = run;
  const needed = Math.ceil((elapsedMs + left * msPerRequest * margin) / 1000);
  if (needed <= lastsSeconds) return undefined;
  const name = nameOption('maxTime');
  const pace = `The target lets about ${paceText(msPerRequest)} through, so that all cases take up to ${timeText(needed)}`;
  if (needed > maxTimeSeconds * longestStretch)
    return {
      seconds: undefined,
      sentence: `${pace}: more than ${longestStretch} times the ${maxTimeSeconds} s of ${name}, which would have to be ${needed}.`,
    };
  return {
    seconds: needed,
    sentence: `${pace}: the run may last that long instead of the ${maxTimeSeconds} s of ${name}.`,
  };
}

function paceText(msPerRequest: number): string {
  const units = [
    ['second', 1000],
    ['minute', 60_000],
    ['hour', 3_600_000],
  ] as const;
  const [unit, ms] = units.find(([, ms]) => ms >= msPerRequest) ?? ['day', 86_400_000];
  const requests = Math.max(1, Math.round(ms / msPerRequest));
  return `${requests} request${requests === 1 ? '' : 's'} a ${unit}`;
}

/** Such as "45 s", "18 min", "3.5 h". */
export function timeText(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} min`;
  return `${(Math.ceil(seconds / 360) / 10).toLocaleString('en')} h`;
}
