import { newRequest } from '../../src/conformance/cases/new-request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import type { Operation } from '../../src/contract/operations.js';
import { visitAll, type ExistingThing } from '../resources/steps/existing-things.js';

export default rule({
  title: 'A limited key that lacks a scope for one operation gets 403 from each other one that needs it.',
  level: 'MUST',
  section: 'document',
  sentence: 'The security of an operation, with the scopes that it needs, and its 403.',
  expected: ['403, where an operation that needs no more scopes is refused by 403'],
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    if (planner.keys.limited === undefined) return { skip: 'no limited key was given', option: 'limitedKey' };
    const stated = planner.guarded.filter(({ responses }) => responses.has('403'));
    if (stated.length === 0) return { skip: 'no operation of the document has a 403', notApplicable: true };
    const tries: CompletedExchange[] = [];
    const tried = new Set<Operation>();
    await visitAll(session, stated, async (thing) => {
      if (!stated.includes(thing.operation) || tried.has(thing.operation)) return;
      tried.add(thing.operation);
      const exchange = await withLimitedKey(session, thing);
      if (exchange) tries.push(exchange);
    });
    const refused = tries.filter(({ response }) => response.status === 403);
    return tries.flatMap((exchange): Conclusion[] => {
      const { status } = exchange.response;
      if (status === 403) return [{ exchange, breach: 'pass' }];
      const other = refused.find((one) => needsNoMore(one.operation, exchange.operation));
      if (status >= 300 || other === undefined) return [];
      // Without scopes, which operations a key may use is not in the document.
      const level = scopesOf(other.operation).length > 0 ? ('MUST' as const) : ('SHOULD' as const);
      return [
        {
          exchange,
          before: [other],
          breach: { actual: `status ${status}, and 403 from ${other.operation?.id ?? ''}`, level },
        },
      ];
    });
  },
});

async function withLimitedKey(
  { planner, send }: Session,
  { operation, values }: ExistingThing,
): Promise<CompletedExchange | undefined> {
  const bare = newRequest(planner, operation, values);
  return send({
    ...{ detail: 'limited', title: 'with a key of limited permissions', operation },
    request: planner.keyed(operation, bare, planner.keys.limited ?? ''),
    accept: [...planner.successStatuses(operation), 403],
  });
}

/** The scopes that an operation needs in the only way in which it may be used; empty where it needs none. */
function scopesOf(operation: Operation | undefined): readonly string[] {
  const [one, ...others] = operation?.security ?? [];
  if (one === undefined || others.length > 0) return [];
  return Object.entries(one).flatMap(([scheme, scopes]) => scopes.map((scope) => `${scheme} ${scope}`));
}

/** Returns whether an operation needs each credential and scope that another one needs. */
function needsNoMore(refused: Operation | undefined, served: Operation | undefined): boolean {
  const [one, other] = [refused, served].map((operation) => operation?.security ?? []);
  if (one?.length !== 1 || other?.length !== 1) return false;
  const schemes = (all: typeof one) =>
    Object.keys(all[0] ?? {})
      .sort()
      .join(' ');
  const has = scopesOf(served);
  return schemes(one) === schemes(other) && scopesOf(refused).every((scope) => has.includes(scope));
}
