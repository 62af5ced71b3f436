import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';
import { fieldPath, type Problem } from '../../contract/validation/problem-text.js';

/** The context of reading one file; `operations` shrinks to those that document every answer when `narrow` is set. */
export interface ReadContext {
  readonly contract: Contract;
  operations: readonly Operation[];
  /** True if the file says `all`, so that operations without the answer are left out and not refused. */
  readonly narrow: boolean;
  readonly breaksContract: boolean;
  /** True if the answers were held against this very document before, when the build read the file. */
  readonly checked: boolean;
  readonly report: (problem: Problem) => void;
  /** The name of the whole: `the file`, or `the definition` of a scenario that is not saved. */
  readonly root: string;
}

/** Reports a problem at a place of the file, the place named first. */
export function refuse(context: Pick<ReadContext, 'report' | 'root'>, pointer: string, text: string): void {
  context.report({ pointer, text: `${fieldPath(pointer, context.root)} ${text}` });
}

/** Headers that only the framing of the message decides; a fault breaks that. */
const framing = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'trailer',
]);

export function refuseFraming(
  headers: readonly { name: string }[],
  at: string,
  context: Pick<ReadContext, 'report' | 'root'>,
): void {
  const framed = headers.find(({ name }) => framing.has(name.toLowerCase()));
  if (framed) refuse(context, at, `can't change ${framed.name}, which frames the message; use a fault`);
}
