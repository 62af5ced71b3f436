import { plural } from '../../conformance/counting.js';
import type { Change } from '../change.js';
import { isMet, isUnknown, type Comparison } from '../diff-documents.js';

/** Changes of one weight, under their heading. */
export interface Group {
  readonly title: string;
  readonly weight: 'met' | 'breaking' | 'unknown' | 'expected' | 'harmless';
  readonly changes: readonly Change[];
}

/** The changes by weight, the gravest first; groups without changes are left out. */
export function groupsOf({ changes, traffic }: Comparison): Group[] {
  const breaking = changes.filter(({ effect, expected }) => effect === 'breaking' && expected === null);
  const onPaper = traffic === null ? 'Breaking' : 'Breaking on paper, met by nobody recorded';
  const isOutside = (change: Change): boolean => traffic !== null && isUnknown(change);
  const groups: Group[] = [
    { weight: 'met', title: 'Breaking, and met by recorded clients', changes: breaking.filter(isMet) },
    {
      weight: 'breaking',
      title: onPaper,
      changes: breaking.filter((change) => !isMet(change) && !isOutside(change)),
    },
    { weight: 'unknown', title: 'Breaking, and not weighed', changes: breaking.filter(isOutside) },
    { weight: 'expected', title: 'Expected', changes: changes.filter(({ expected }) => expected !== null) },
    { weight: 'harmless', title: 'Harmless', changes: changes.filter(({ effect }) => effect === 'harmless') },
  ];
  return groups.filter((group) => group.changes.length > 0);
}

/** Such as `POST /orders and 3 more operations`. */
export function operationsText({ at }: Change): string {
  const names = at.map(({ operation: { method, path } }) => `${method.toUpperCase()} ${path}`);
  const [first = '', ...others] = new Set(names);
  return others.length === 0 ? first : `${first} and ${plural(others.length, 'more operation')}`;
}

/** The change in one sentence, with its operations. */
export function sentenceOf(change: Change): string {
  return `${operationsText(change)}: ${weightedText(change)}`;
}

/** The change in one sentence, which says whether it is only likely to break. */
export function weightedText({ text, effect, certainty }: Change): string {
  return effect === 'breaking' && certainty === 'likely' ? `${text} (likely to break)` : text;
}

/** Who has met a change; of a response nobody knows whether its client has read what it was sent. Such as `met by 3 of 5 clients in 212 exchanges, first at 2026-11-20T09:12:00.000Z`; undefined for nobody. */
export function metText({ met, direction }: Change, { traffic }: Comparison): string | undefined {
  if (met === null || traffic === null) return undefined;
  if (met.exchanges === 0) return met.coverage.length === 0 ? undefined : `met by ${met.coverage.join(', ')}`;
  const { clients } = traffic;
  const noun = clients.every((client) => client.startsWith('sandbox ')) ? 'sandbox' : 'client';
  const who = `${met.clients.length} of ${clients.length} ${clients.length === 1 ? noun : noun === 'sandbox' ? 'sandboxes' : 'clients'}`;
  const first = met.first === null ? '' : `, first at ${met.first}`;
  return `${direction === 'response' ? 'sent to' : 'met by'} ${who} in ${plural(met.exchanges, 'exchange')}${first}`;
}

/** The text with the example of who has met the change, where there is one. */
export function withExample(text: string, { met }: Change): string {
  return met === null || met.example === '' ? text : `${text}, such as ${met.example}`;
}

/** Such as `new.yaml:708, before old.yaml:700`. */
export function placesText({ old, new: now }: Change): string {
  const one = now && `${now.file}:${now.line}`;
  const other = old && `${old.file}:${old.line}`;
  return one && other ? `${one}, before ${other}` : (one ?? other ?? '');
}
