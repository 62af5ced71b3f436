import type { State } from '../../state/state.js';
import { ControlProblem } from './problem.js';

/** How long the store may take to answer, in milliseconds. */
const patience = 2000;

/** Makes sure that the store behind the mock answers. @throws ControlProblem 503 when it does not */
export async function assureReady(state: Pick<State, 'defaultScenario'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer in ${patience} ms`));
    }, patience);
  });
  try {
    await Promise.race([state.defaultScenario(), tooLate]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ControlProblem(503, `The store behind the mock does not answer: ${reason}.`);
  } finally {
    clearTimeout(timer);
  }
}
