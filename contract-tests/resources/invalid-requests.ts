import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { formatLevel } from '../../src/conformance/cases/bodies/mutated-bodies.js';
import { levelElsewhere } from '../../src/conformance/cases/other-statuses.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { visitExisting, type ExistingThing } from './steps/existing-things.js';

/** Wrong requests for one operation. */
const maxOfOperation = 60;

export default rule({
  title: 'An invalid request for something that exists is rejected.',
  level: 'MUST',
  section: 'document',
  sentence: 'The parameters, bodies and credentials of an operation.',
  expected: ['a documented rejection, such as 400 or 422', 'without a credential that it needs: 401 or 403'],
  appliesTo: { document: 'other' },
  async probe(session) {
    const conclusions: Conclusion[] = await withoutKeys(session);
    await visitExisting(session, async (thing) => {
      for (const draft of wrongRequests(session, thing)) {
        const exchange = await session.send(draft);
        if (exchange === undefined) continue;
        const { status } = exchange.response;
        // What answers with a server error is found by another rule.
        if (status >= 300 && status < 400) continue;
        const level = levelElsewhere(draft, draft.level ?? 'MUST');
        conclusions.push({ exchange, breach: status < 300 ? { actual: `status ${status}`, level } : 'pass' });
      }
    });
    if (conclusions.length === 0)
      return { skip: 'nothing was made that another operation names', notApplicable: true };
    return conclusions;
  },
});

function wrongRequests({ planner }: Session, { operation, values }: ExistingThing): CaseDraft[] {
  const valid = planner.requestWith(operation, values);
  const parameters = planner
    .parameterMutations(operation, values)
    .filter(({ parameter }) => parameter.value.in !== 'path')
    .map(({ detail, title, request, problem, parameter }): CaseDraft => ({
      ...{ detail, title, operation, request, parameter, problems: [problem] },
      ...{ accept: planner.rejectionStatuses, ...formatLevel(planner, problem) },
    }));
  const bodies = planner.withBody.includes(operation)
    ? planner.mutations(operation).map(({ detail, title, body, problem }): CaseDraft => ({
        ...{ detail, title, operation, request: withJson(valid, body), problems: [problem] },
        ...{ accept: planner.rejectionStatuses, ...formatLevel(planner, problem) },
      }))
    : [];
  const withoutKey: CaseDraft[] =
    planner.guarded.includes(operation) && planner.isAuthorized(operation)
      ? [
          {
            ...{ detail: 'no key', title: 'without a key', operation },
            request: planner.requestWithoutKeyWith(operation, values),
            accept: planner.unauthorizedStatuses,
          },
        ]
      : [];
  return [...withoutKey, ...parameters, ...bodies].slice(0, maxOfOperation);
}

/** Statuses that say of a request what is wrong for none but its missing credential. */
const ofTheRequest = [400, 409, 415, 422];

/** Where the document has 401 for an operation, a request that is served with its credential is right but for that. */
async function withoutKeys(session: Session): Promise<Conclusion[]> {
  const { planner } = session;
  const conclusions: Conclusion[] = [];
  const precise = planner.guarded.filter(
    ({ path, responses }) =>
      !path.includes('{') &&
      responses.has('401') &&
      !['4XX', '4xx', 'default'].some((key) => responses.has(key)),
  );
  for (const operation of precise.filter((one) => planner.maySend(one) && planner.isAuthorized(one))) {
    const accept = planner.successStatuses(operation);
    const control = await session.send({
      ...{ detail: 'with its key', title: 'a valid request', operation, accept },
      request: newRequest(planner, operation),
    });
    if (control === undefined || control.response.status >= 300) continue;
    const exchange = await session.send({
      ...{ detail: 'no key', title: 'without a key, beside one that was served', operation },
      request: planner.requestWithoutKey(operation),
      accept: planner.unauthorizedStatuses,
    });
    if (exchange === undefined) continue;
    const { status } = exchange.response;
    conclusions.push({
      exchange,
      breach: ofTheRequest.includes(status) ? { actual: `status ${status}` } : 'pass',
    });
  }
  return conclusions;
}
