/** Differences in the stages of a server. */
import type { Apply } from '../reference-server/reference-server.js';
import type { Settings } from '../reference-server/settings.js';
import type { Call, Operation, Path, Problem } from '../reference-server/stages.js';
import { type Change, serverError } from './changes.js';
import { served, type When } from './conditions.js';

/** Changes the answers that `when` picks. */
export function on(when: When, change: Change): Apply {
  return ({ decide }) => ({
    decide(call) {
      const answer = decide(call);
      return when(answer, call) ? change(answer, call) : answer;
    },
  });
}

/** Several differences in one server, each built on those before it. */
export const together =
  (...parts: readonly Apply[]): Apply =>
  (stages, settings) => {
    const all = { ...stages };
    for (const part of parts) Object.assign(all, part({ ...all }, settings));
    return all;
  };

/** The server fails for some requests that are otherwise served. */
export const crash = (operation: Operation, when?: (call: Call) => boolean): Apply =>
  on(served(operation, when), serverError);

/** Admits requests whatever their key. */
export const admit =
  (admits: (call: Call, keys: Settings['keys']) => boolean): Apply =>
  ({ authenticate }, { keys }) => ({
    authenticate: (call) => (admits(call, keys) ? undefined : authenticate(call)),
  });

/** Puts each problem of a field in other words. */
export const inWords = (say: (path: Path, problem: Problem) => string): Apply =>
  withErrors((texts, problems) =>
    problems.map((problem, index) =>
      problem.path.length > 0 ? say(problem.path, problem) : (texts[index] ?? ''),
    ),
  );

/** Problems that the server doesn't see. */
export const overlook =
  (unseen: (problem: Problem, call: Call) => boolean): Apply =>
  ({ validate }) => ({ validate: (call) => validate(call).filter((problem) => !unseen(problem, call)) });

/** A problem that the server sees in requests where there is none. */
export const invent =
  (when: (call: Call) => boolean, text: string): Apply =>
  ({ validate }) => ({
    validate: (call) => [
      ...validate(call),
      ...(call.operation === 'getShippingRates' && when(call)
        ? [{ kind: 'value', path: [], text } as const]
        : []),
    ],
  });

/** Changes what errors holds in the response to problems. */
export const withErrors =
  (listed: (texts: string[], problems: readonly Problem[]) => unknown[]): Apply =>
  ({ refuse }) => ({
    refuse(problems, call) {
      const answer = refuse(problems, call);
      const texts = listed(
        problems.map(({ text }) => text),
        problems,
      );
      return { ...answer, body: { ...answer.body, errors: texts } };
    },
  });
