/** The outcome of a case or of a rule, in the order of lists. */
export const outcomes = [
  { name: 'failed', label: 'failed', tone: 'bad' },
  { name: 'warned', label: 'warned', tone: 'warn' },
  { name: 'passed', label: 'passed', tone: 'good' },
  { name: 'notJudged', label: 'not judged', tone: '' },
] as const;

export type Outcome = (typeof outcomes)[number]['name'];

/** The outcome that a verdict of a report is. */
export function outcomeOf(verdict: string): Outcome {
  const known: Readonly<Record<string, Outcome>> = { FAIL: 'failed', WARN: 'warned', PASS: 'passed' };
  return known[verdict] ?? 'notJudged';
}
