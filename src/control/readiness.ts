import type { State } from '../state/state.js';
import { ControlProblem } from './problem.js';

/**
 * Makes sure that the store behind the mock takes what a request writes.
 *
 * @param timeoutMs how long it may take, in milliseconds
 * @throws ControlProblem 503 when it does not
 */
export async function assureReady(state: Pick<State, 'assureWritable'>, timeoutMs = 2000): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer in ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    await Promise.race([state.assureWritable(), tooLate]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ControlProblem(
      503,
      `The store behind the mock does not answer: ${reason}.`,
      {},
      { 'Retry-After': '1' },
    );
  } finally {
    clearTimeout(timer);
  }
}
