/** The served document beside another version, for the page. */
import type { ControlContext } from '../control-context.js';
import { ok, type ControlHandlers } from '../operation-handlers.js';
import { ControlProblem, problemFrom } from '../problem.js';

export function prepareComparisons(context: ControlContext) {
  const { compare, worker, signal } = context;
  let isBusy = false;
  return {
    async compareDocument({ body: { document } }) {
      if (!compare || worker !== undefined)
        throw new ControlProblem(409, 'Documents are not compared here; run drydock diff in a terminal.');
      if (isBusy) throw new ControlProblem(409, 'A comparison is under way; wait for it.');
      isBusy = true;
      try {
        const json = await compare({ document, recordings: await recordingsOf(context) }, signal);
        return ok(json);
      } catch (error) {
        throw problemFrom(422, [(error as Error).message]);
      } finally {
        isBusy = false;
      }
    },
  } satisfies Partial<ControlHandlers>;
}

async function recordingsOf({ mock, state, writeHar }: ControlContext): Promise<Map<string, string>> {
  const recordings = new Map<string, string>();
  for (const { name } of await state.sandboxes.list()) {
    const entries = await state.journal.list(name);
    if (writeHar && entries.length > 0) recordings.set(name, await writeHar(mock(), name, entries));
  }
  return recordings;
}
