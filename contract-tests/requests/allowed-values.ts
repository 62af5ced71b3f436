import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { visitExisting, type ExistingThing } from '../resources/steps/existing-things.js';
import { allowedRequests } from './steps/allowed-requests.js';

/** Statuses by which a server refuses the request itself. Others tell of what it found: a conflict, nothing, another caller. */
const refusals = [400, 406, 415, 422];

export default rule({
  title: 'A request that differs from one that was served only in what the document allows is served too.',
  level: 'MUST',
  section: 'document',
  sentence: 'The parameters, bodies and media types of an operation.',
  expected: ['a status other than 400, 406, 415 and 422'],
  appliesTo: { document: 'other' },
  async probe(session) {
    const conclusions: Conclusion[] = [];
    const { planner } = session;
    const withoutIds = planner.operations.filter(({ path }) => !path.includes('{'));
    for (const operation of withoutIds.filter((one) => planner.maySend(one)))
      conclusions.push(...(await concludedOf(session, { operation, values: {} })));
    if (planner.allowWrites)
      await visitExisting(session, async (thing) => {
        conclusions.push(...(await concludedOf(session, thing)));
      });
    return conclusions;
  },
});

async function concludedOf(session: Session, thing: ExistingThing): Promise<Conclusion[]> {
  const { planner } = session;
  const { operation, values } = thing;
  const accept = planner.successStatuses(operation);
  const control = await session.send({
    ...{ detail: 'control', title: 'a valid request', operation, accept },
    request: planner.requestWith(operation, values),
  });
  if (control === undefined || control.response.status >= 300) return [];
  // The responses to all of them are checked by other rules as well.
  const drafts = allowedRequests(planner, thing);
  const conclusions: Conclusion[] = [];
  for (const { level, ...draft } of drafts) {
    const exchange = await session.send({ ...draft, operation, accept });
    if (exchange === undefined) continue;
    const { status } = exchange.response;
    const breach = { actual: `status ${status}`, ...(level && { level }) };
    conclusions.push({ exchange, breach: refusals.includes(status) ? breach : 'pass' });
  }
  return conclusions;
}
