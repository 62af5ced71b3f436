import type { ControlContext } from '../control-context.js';
import { done } from '../operation-handlers.js';
import type { ControlHandlers } from '../operation-handlers.js';
import { ControlProblem } from '../problem.js';
import { allowedTarget } from './allowed-target.js';
import { VerifyRuns } from './verify-runs.js';

/** Seconds that a run from the page may last. */
const maxTimeSeconds = 120;

/** The suite, run against a server that somebody names in the page. */
export function prepareVerifyRuns({ verify, signal, worker }: ControlContext) {
  const runs = verify && worker === undefined ? new VerifyRuns(verify.suite, signal) : undefined;
  const known = (): VerifyRuns => {
    if (runs) return runs;
    const why = worker === undefined ? 'This mock was started without the suite' : 'Workers run no suite';
    throw new ControlProblem(409, `${why}; run drydock verify in a terminal.`);
  };
  return {
    async startVerifyRun({ body }) {
      const { url, allowWrites = false, ...rest } = body;
      known().assureFree();
      const target = await allowedTarget(url, verify?.allowedHosts ?? []);
      return {
        status: 201,
        json: known().start({ ...rest, ...target, allowWrites, maxTimeSeconds }),
      };
    },

    getVerifyRun({ path }) {
      return { status: 200, json: known().withReport(path.id) };
    },

    streamVerifyRun({ path }) {
      known().find(path.id);
      return {
        status: 200,
        events: (sink) => {
          known().stream(sink, path.id);
        },
      };
    },

    stopVerifyRun({ path }) {
      known().stop(path.id);
      return done;
    },
  } satisfies Partial<ControlHandlers>;
}
