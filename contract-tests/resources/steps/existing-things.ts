import { followUpsOf, hasFollowUps } from '../../../src/conformance/cases/follow-ups.js';
import type { Operation } from '../../../src/contract/operations.js';
import type { Session } from '../../../src/conformance/rules/session.js';

/** An operation, with values for all parameters of its path that belong to something that exists. */
export interface ExistingThing {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Operations at most that make something: a large document has hundreds. */
const maxMakers = 20;
/** Things in things in things. */
const maxDepth = 3;

/**
 * Makes one thing by each POST that makes what a path names, and visits the operations of that path and those below it. What would
 * remove the thing is not visited.
 */
export async function visitExisting(
  session: Session,
  visit: (thing: ExistingThing) => Promise<void>,
): Promise<void> {
  const { planner } = session;
  const visited = new Set<Operation>();
  const made = async (maker: Operation, known: ExistingThing['values'], depth: number): Promise<void> => {
    const exchange = await session.send({
      detail: maker.id,
      title: 'a valid request',
      operation: maker,
      request: planner.requestWith(maker, known),
      accept: planner.successStatuses(maker),
    });
    if (exchange === undefined || exchange.response.status >= 300) return;
    const values = Object.assign(
      { ...known },
      ...followUpsOf(session.context.stated, exchange).map((followUp) => followUp.values),
    ) as Record<string, unknown>;
    const reachable = planner.operations.filter(
      (operation) =>
        operation.method !== 'delete' && !visited.has(operation) && isNamed(operation, maker, values),
    );
    for (const operation of reachable) visited.add(operation);
    for (const operation of reachable) await visit({ operation, values });
    if (depth >= maxDepth) return;
    for (const below of reachable.filter((operation) => hasFollowUps(planner.stated, operation)))
      await made(below, values, depth + 1);
  };
  const makers = planner.operations.filter(
    (operation) => hasFollowUps(planner.stated, operation) && !operation.path.includes('{'),
  );
  for (const maker of makers.slice(0, maxMakers)) await made(maker, {}, 1);
}

/** Returns whether an operation is below what a POST makes, and each parameter of its path has a value. */
function isNamed({ path }: Operation, maker: Operation, values: ExistingThing['values']): boolean {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  return path.startsWith(`${maker.path}/{`) && names.every((name) => values[name] !== undefined);
}
