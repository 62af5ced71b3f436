/** Changes of a sandbox's state that are made on this page and can be undone. A reload forgets them. */
import { signal } from '@preact/signals';
import { change } from './world.js';

interface Change<State> {
  /** The state that the first of several changes in a row replaced. */
  readonly before: State;
  readonly after: State;
  /** The time of the last one, in milliseconds. */
  readonly at: number;
}

/** @param isSame tells whether a state is still the one that a change has led to */
export function undoable<State>(
  read: (sandbox: string) => Promise<State>,
  isSame: (after: State, now: State) => boolean,
) {
  const changes = signal<ReadonlyMap<string, Change<State>>>(new Map());
  /** The change that led to a state; undefined where somebody else has changed it since. */
  const changeTo = (sandbox: string, now: State): Change<State> | undefined => {
    const last = changes.value.get(sandbox);
    return last && isSame(last.after, now) ? last : undefined;
  };
  return {
    changeTo,
    /** @param put changes the mock, and returns the new state @returns whether it succeeded */
    make: (sandbox: string, put: () => Promise<State>): Promise<boolean> =>
      change(async () => {
        const now = await read(sandbox);
        const { before } = changeTo(sandbox, now) ?? { before: now };
        const entry = { before, after: await put(), at: performance.now() };
        changes.value = new Map(changes.value).set(sandbox, entry);
      }),
    /** @param goBack gets the state before, undefined where that is not known @returns whether it succeeded */
    undo: (sandbox: string, goBack: (before: State | undefined, now: State) => Promise<unknown>) =>
      change(async () => {
        const now = await read(sandbox);
        await goBack(changeTo(sandbox, now)?.before, now);
      }),
  };
}
