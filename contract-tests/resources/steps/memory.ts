import { followUpsOf, hasFollowUps } from '../../../src/conformance/cases/things/follow-ups.js';
import { newRequest } from '../../../src/conformance/cases/new-request.js';
import type { Session } from '../../../src/conformance/rules/session.js';

/** Facts known of a run's target, by the run's context. */
const known = new WeakMap<Session['context'], Promise<boolean>>();
/** Operations at most that make something. */
const maxMakers = 5;

/** Why nothing is concluded of a target without memory. */
export const keepsNothing = {
  skip: 'nothing that the target was sent can be read again: it seems to keep nothing, as many mocks',
};

/** Returns whether a target has what was made, and doesn't have what was not: a mock without memory answers both alike. */
export function keepsThings(session: Session): Promise<boolean> {
  const found = known.get(session.context) ?? keeps(session);
  known.set(session.context, found);
  return found;
}

async function keeps({ planner, context, send }: Session): Promise<boolean> {
  const makers = planner.operations.filter(
    (operation) => hasFollowUps(planner.stated, operation) && planner.isReachable(operation),
  );
  for (const operation of makers.slice(0, maxMakers)) {
    const made = await send({
      ...{ detail: 'memory', title: 'a valid request', operation },
      ...{ request: newRequest(planner, operation), accept: planner.successStatuses(operation) },
    });
    if (made === undefined || made.response.status >= 300) continue;
    const read = followUpsOf(context.stated, made).find((one) => one.operation.method === 'get');
    const unknown = read && planner.unknownIn(read.operation, read.values);
    if (read === undefined || unknown === undefined) continue;
    const reading = (values: typeof unknown, title: string) =>
      send({
        ...{ detail: title, title, operation: read.operation },
        request: planner.request(read.operation, values),
        accept: [...planner.successStatuses(read.operation), 404, 410],
      });
    const there = await reading(read.values, 'what was made');
    const absent = await reading(unknown, 'what was not made');
    if ((there?.response.status ?? 500) < 300 && [404, 410].includes(absent?.response.status ?? 0))
      return true;
  }
  return false;
}
