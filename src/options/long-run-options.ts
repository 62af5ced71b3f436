/** The options of a proxy that runs for days: what it keeps of the traffic, and a verdict from time to time. */
import { bytesOf, duration } from './forms/amounts.js';
import { textForm } from './forms/forms.js';
import { onlyFlags } from './option.js';

/** The limits of one piece, and how many pieces are kept. */
interface Rotation {
  readonly bytes?: number | undefined;
  readonly ms?: number | undefined;
  readonly keep: number;
}

/** A size, a time or both, then a number of files. */
const rotation = textForm<Rotation>(
  'a size, a time or both, then how many files are kept, such as 100MB,10 or 1h,24 or 100MB,1h,10',
  (given) => {
    const limits = given.split(',');
    const keep = limits.pop() ?? '';
    const [sizes, times] = [bytesOf, duration.read].map((read) =>
      limits.map(read).filter((limit) => limit !== undefined),
    ) as [number[], number[]];
    const isKnown = limits.length > 0 && sizes.length + times.length === limits.length;
    if (!isKnown || sizes.length > 1 || times.length > 1 || sizes[0] === 0) return undefined;
    return /^[1-9]\d{0,4}$/.test(keep) ? { bytes: sizes[0], ms: times[0], keep: Number(keep) } : undefined;
  },
);

/** `1/100` as 100. */
const share = textForm<number>('1/ and a whole number such as 1/100', (given) => {
  const [, of] = /^1\/([1-9]\d{0,6})$/.exec(given) ?? [];
  return of === undefined ? undefined : Number(of);
});

export const longRunOptions = onlyFlags({
  /** The limits of one piece of the HAR, and how many pieces are kept. */
  harRotate: {
    value: 'LIMITS',
    help: 'write the HAR in pieces of this size, time or both, and keep so many files: 100MB,10 or 1h,24 or 100MB,1h,10',
    form: rotation,
    defaultText: 'one file',
  },
  /** One exchange of so many goes into the HAR. */
  sample: {
    value: '1/N',
    help: 'write 1 exchange of N to the HAR, and each one with a finding; the verdict judges all',
    form: share,
    defaultText: '1/1',
  },
  /** Milliseconds of each window with a verdict of its own. */
  every: {
    value: 'TIME',
    help: 'judge each such time by itself too, such as 1h, in reports with its beginning in their names',
    form: duration,
    defaultText: 'at the end alone',
  },
});
