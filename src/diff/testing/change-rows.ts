import type { ChangeKindName } from '../change-kinds.js';
import type { Change, Direction } from '../change.js';
import type { Json } from './thing-documents.js';

export interface KnownChange extends Pick<Change, 'kind' | 'direction' | 'effect' | 'certainty'> {
  /** After the title of the example. */
  readonly title: string;
  readonly old: Json;
  readonly new: Json;
}

/** The kind of a change, and its weight where it does not break clients for certain. */
type Expected = ChangeKindName | `${'likely' | 'harmless'} ${ChangeKindName}`;

/** Rows of which both sides stand at one place of a document. */
export const rowsAt =
  <Side>(direction: Direction, documentWith: (side: Side) => Json) =>
  (title: string, expected: Expected, [old, now]: readonly [old: Side, new: Side]): KnownChange => {
    const [kind, weight] = expected.split(' ').reverse() as [ChangeKindName, string?];
    return {
      ...{ title, old: documentWith(old), new: documentWith(now), kind, direction },
      effect: weight === 'harmless' ? 'harmless' : 'breaking',
      certainty: weight === 'likely' ? 'likely' : 'certain',
    };
  };
