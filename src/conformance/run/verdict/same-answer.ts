import type { Case } from '../../cases/case.js';
import type { Planner } from '../../cases/planner.js';
import type { Exchange, TargetResponse } from '../../target/exchange.js';
import type { Sender } from '../../target/sender.js';
import { caseOf } from '../plan.js';
import { preflightCases } from '../preflight.js';

/** So often all requests are sent again before a target is said to answer everything alike: one that has just started may fail at first. */
const rounds = 3;

/**
 * Sends a target whose first answers are all the same a few requests more.
 *
 * @param first what the preflight's requests got
 * @returns why the target can't be judged, one sentence, when every response is the same
 */
export async function whySameAnswer(
  first: readonly Exchange[],
  planner: Planner,
  sender: Sender,
  target: string,
): Promise<string | undefined> {
  const exchanges = [...first];
  for (let round = 0; round < rounds; round += 1)
    for (const item of [nowhereCase(planner), ...preflightCases(planner)]) {
      if (!isSameAnswer(exchanges)) return undefined;
      exchanges.push(await sender.sendUnpaced(item));
    }
  const [{ outcome } = { outcome: undefined }] = exchanges;
  return outcome?.kind === 'response' && isSameAnswer(exchanges) ? sameAnswer(target, outcome) : undefined;
}

/** A request that no server answers as it answers valid ones. */
function nowhereCase(planner: Planner): Case {
  const request = {
    method: 'GET',
    path: '/drydock-no-such-path',
    headers: { Accept: '*/*', 'User-Agent': 'drydock-kit' },
  };
  const [guarded] = planner.guarded;
  const keyed =
    guarded === undefined || planner.keys.valid === undefined
      ? request
      : planner.keyed(guarded, request, planner.keys.valid);
  const draft = { detail: 'nowhere', title: 'a path that does not exist', request: keyed, accept: [] };
  return caseOf({ id: 'preflight', level: 'MUST' }, draft, planner);
}

/** Returns whether every response is the same: an error of the server whatever its body says, else each byte of the body. */
function isSameAnswer(exchanges: readonly Exchange[]): boolean {
  const responses = exchanges.map(({ outcome }) => outcome);
  const [first] = responses;
  if (first?.kind !== 'response') return false;
  return responses.every(
    (one) =>
      one.kind === 'response' &&
      one.status === first.status &&
      (one.status >= 500 || one.body.equals(first.body)),
  );
}

/** Why a target that gives every request the same response can't be judged, one sentence. */
function sameAnswer(target: string, { status }: TargetResponse): string {
  const cause =
    status >= 500
      ? 'the service itself may be down, or fail at its start'
      : 'the URL may be that of something else, such as a web page';
  return `${target} gives the same answer, with status ${status}, to everything, also at a path that does not exist: ${cause}.`;
}
