import { insteadOf } from '../../src/conformance/checks/instead-of.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { ordinaryParameters } from '../../src/conformance/cases/credentials/credential.js';
import { validParameter } from '../../src/conformance/cases/parameters/parameter-value.js';
import { isReading } from '../../src/conformance/cases/writes.js';
import { withQuery } from '../../src/conformance/cases/request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { Operation } from '../../src/contract/operations.js';
import { wrongQueryStatuses } from '../../src/contract/prose/stated-statuses.js';
import { resolveSchema } from '../../src/contract/schema/resolve-schema.js';
import { visitAll, type ExistingThing } from '../resources/steps/existing-things.js';

export default rule({
  title:
    'A query parameter that the document does not have, or that is given twice, is refused where the document says so.',
  level: 'MUST',
  section: 'document',
  sentence: 'The description of the service or of an operation, with the status of such a parameter.',
  expected: ['the status that the description names'],
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const stated = planner.operations.filter(
      (operation) => isReading(operation) && wrongQueries(planner, operation).length > 0,
    );
    if (stated.length === 0)
      return { skip: 'no description says that such a parameter is refused', notApplicable: true };
    const conclusions: Conclusion[] = [];
    const seen = new Set<Operation>();
    const judge = async (thing: ExistingThing) => {
      if (!stated.includes(thing.operation) || seen.has(thing.operation)) return;
      seen.add(thing.operation);
      conclusions.push(...(await judged(session, thing)));
    };
    await visitAll(session, stated, judge);
    for (const operation of stated)
      if (planner.isReachable(operation)) await judge({ operation, values: {} });
    return conclusions;
  },
});

async function judged(session: Session, { operation, values }: ExistingThing): Promise<Conclusion[]> {
  const { planner, send } = session;
  const valid = planner.request(operation, values);
  const accept = planner.successStatuses(operation);
  const control = await send({
    detail: 'control',
    title: 'a valid request',
    operation,
    request: valid,
    accept,
  });
  if (control === undefined || control.response.status >= 300) return [];
  const conclusions: Conclusion[] = [];
  for (const { title, query, status } of wrongQueries(planner, operation)) {
    const request = query.reduce((changing, [name, value]) => withQuery(changing, name, value), valid);
    const exchange = await send({ detail: title, title, operation, request, accept: [...accept, status] });
    if (exchange === undefined) continue;
    const got = exchange.response.status;
    const breach = got < 300 ? insteadOf(exchange, status) : 'pass';
    if (got === status || got < 300) conclusions.push({ exchange, breach });
  }
  return conclusions;
}

interface WrongQuery {
  readonly title: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** By which the document says that it is refused. */
  readonly status: number;
}

function wrongQueries(planner: Planner, operation: Operation): WrongQuery[] {
  const { unknown: ofOther, repeated: ofTwo } = wrongQueryStatuses(
    planner.stated.contract.document,
    operation,
  );
  const queries: WrongQuery[] = [];
  if (ofOther !== undefined)
    queries.push({
      title: 'with a query parameter that nothing describes',
      query: [['drydock_unknown', '1']],
      status: ofOther,
    });
  const parameter = ordinaryParameters(planner.stated.contract, operation).find(
    ({ value }) =>
      value.in === 'query' &&
      value.required !== true &&
      resolveSchema(planner.stated.contract.document, value.schema).type !== 'array',
  );
  const value = parameter && validParameter(planner.stated, parameter);
  if (
    ofTwo === undefined ||
    parameter === undefined ||
    !['string', 'number', 'boolean'].includes(typeof value)
  )
    return queries;
  const one = [parameter.value.name, String(value)] as const;
  return [...queries, { title: `with ${one[0]} twice`, query: [one, one], status: ofTwo }];
}
