import { plural } from '../conformance/counting.js';
import type { Contract } from '../contract/contract.js';
import type { Change } from './change.js';
import { markExpected, noticesOf, type ExpectedChange } from './expected-changes.js';
import { findChanges } from './find-changes.js';
import { weighChanges, type Weighing, type WeighOptions } from './met/weigh-changes.js';

/** The changes that fail a comparison. */
export const failLevels = ['met', 'breaking', 'none'] as const;
export type FailOn = (typeof failLevels)[number];

export interface DiffOptions extends Partial<Omit<WeighOptions, 'old' | 'now'>> {
  /** The document that clients know. */
  readonly old: Contract;
  readonly new: Contract;
  /** `met` where there are recordings, else `breaking`. */
  readonly failOn?: FailOn | undefined;
  readonly expectedChanges?: readonly ExpectedChange[] | undefined;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/** The traffic behind a weighing. */
export type Traffic = Omit<Weighing, 'changes'>;

/** Two documents compared, ready for JSON. */
export interface Comparison {
  /** File or address of the document that clients know. */
  readonly old: string;
  /** That of the planned one. */
  readonly new: string;
  /** Those that break first. */
  readonly changes: readonly Change[];
  /** Null where no recording was given. */
  readonly traffic: Traffic | null;
  /** The changes that failed the comparison, where there are any. */
  readonly failOn: FailOn;
  /** Remarks for the reader, such as what is not known; sentences. */
  readonly notices: readonly string[];
  /** One line that begins with BREAKS, COMPATIBLE or COULD NOT JUDGE. */
  readonly verdict: string;
  /** 0 compatible, 1 clients break, 3 the recordings can't tell. */
  readonly exitCode: 0 | 1 | 3;
}

/**
 * Compares two documents by what a client can notice, and weighs each change by what recorded clients sent and got.
 *
 * @throws RecordingError, one sentence, for a recording that can't be read
 */
export async function diffDocuments(options: DiffOptions): Promise<Comparison> {
  const { old, new: now, recordings = [], coverages = [], expectedChanges = [], base, signal } = options;
  const time = options.now ?? Date.now();
  const found = findChanges(old, now);
  const { changes: all, ...weighed } = await weighChanges(found, {
    ...{ old, now, recordings, coverages, base, signal },
  });
  const traffic = recordings.length + coverages.length > 0 ? weighed : null;
  const failOn = options.failOn ?? (traffic ? 'met' : 'breaking');
  const weighedOnly = traffic ? all : all.map((change) => ({ ...change, met: null }));
  const changes = markExpected(weighedOnly, expectedChanges, time);
  const notices = [
    ...noticesOf(changes, expectedChanges, time),
    ...(traffic ? trafficNotices(traffic, changes) : []),
  ];
  const judged = judge(changes, traffic, failOn);
  return { old: old.file, new: now.file, changes, traffic, failOn, notices, ...judged };
}

function trafficNotices({ elsewhere, unread, reached }: Traffic, changes: readonly Change[]): string[] {
  const unknown = changes.filter(isUnknown).length;
  const counted: readonly (readonly [count: number, text: string])[] = [
    [elsewhere, `Left out: ${plural(elsewhere, 'exchange')} with other addresses than OLD's operations.`],
    [unread, `Not known: ${plural(unread, 'exchange')} without a recorded JSON body where one would tell.`],
    [
      reached,
      `Not known: by coverage clients reached the places of ${plural(reached, 'breaking change')}; it has no values that would tell.`,
    ],
    [
      unknown,
      `Not known: ${plural(unknown, 'breaking change')} ${unknown === 1 ? 'is' : 'are'} about webhooks and callbacks, which recordings do not weigh.`,
    ],
  ];
  return counted.flatMap(([count, text]) => (count === 0 ? [] : [text]));
}

function judge(
  changes: readonly Change[],
  traffic: Traffic | null,
  failOn: FailOn,
): Pick<Comparison, 'verdict' | 'exitCode'> {
  const breaking = changes.filter(({ effect, expected }) => effect === 'breaking' && expected === null);
  const met = breaking.filter(isMet);
  const accepted = changes.filter(({ expected }) => expected !== null).length;
  const expected = accepted === 0 ? '' : `, ${plural(accepted, 'expected change')} aside`;
  const judged = (text: string, exitCode: Comparison['exitCode']) =>
    failOn === 'none' && exitCode !== 0
      ? ({ verdict: `${text}; nothing fails with --fail-on none.`, exitCode: 0 } as const)
      : { verdict: `${text}.`, exitCode };
  const isWeighed = failOn === 'met' || (failOn === 'none' && traffic !== null);
  const hasTraffic = traffic === null || traffic.exchanges > 0 || traffic.coverage.length > 0;
  if (isWeighed && !hasTraffic && breaking.length > 0)
    return judged(
      `COULD NOT JUDGE: no recorded exchange goes to an operation of OLD, so nobody knows whether ${plural(breaking.length, 'breaking change')} ${breaking.length === 1 ? 'is' : 'are'} met`,
      3,
    );
  const unknown = traffic ? breaking.filter(isUnknown).length : 0;
  if (isWeighed && met.length === 0 && unknown > 0)
    return judged(
      `COULD NOT JUDGE: recordings do not weigh webhooks and callbacks, so nobody knows whether ${plural(unknown, 'breaking change')} of these ${unknown === 1 ? 'is' : 'are'} met`,
      3,
    );
  const number = `${plural(breaking.length, 'breaking change')}${traffic ? `, ${met.length} met by recorded clients` : ''}${expected}`;
  const counting = isWeighed ? met : breaking;
  return counting.length === 0 ? judged(`COMPATIBLE: ${number}`, 0) : judged(`BREAKS: ${number}`, 1);
}

/** Returns whether recordings can't tell who has met a breaking change. */
export function isUnknown({ effect, expected, met }: Change): boolean {
  return effect === 'breaking' && expected === null && met === null;
}

export function isMet({ met }: Pick<Change, 'met'>): boolean {
  return met !== null && met.exchanges + met.coverage.length > 0;
}
