import type { JudgedRules } from '../../events.js';
import type { RunOptions } from '../options.js';

/** What kept a run from judging cases. */
export interface Hindrance {
  /** How many cases were not judged, by the reason, a phrase. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Whether everything that the run would send was left out, because it may change data. */
  readonly isWithheld: boolean;
  /** Whether the target answered 429. */
  readonly isRateLimited: boolean;
}

/**
 * Why a run judged too little for a verdict, and what to do about it.
 *
 * @returns undefined when it judged enough
 */
export function whyTooLittle(
  { judged, counted }: JudgedRules,
  { reasons, isWithheld, isRateLimited }: Hindrance,
  { minJudged, nameOption }: Pick<RunOptions, 'minJudged' | 'nameOption'>,
): string | undefined {
  if (isWithheld)
    return `Every request of this run may change data: let the suite send such requests with ${nameOption('allowWrites')}.`;
  if (judged * 100 >= counted * minJudged) return undefined;
  const [reason] = [...reasons].sort(([, one], [, other]) => other - one)[0] ?? ['they could not be sent'];
  const less = `Only ${judged} of ${counted} MUST rules were judged, which is less than ${minJudged} % (${nameOption('minJudged')}): ${reason}.`;
  if (!isRateLimited) return less;
  return `${less} The target answers 429: use a key with more quota (${nameOption('key')}), send more slowly (${nameOption('rate')}) or give the run more time (${nameOption('maxTime')}).`;
}
