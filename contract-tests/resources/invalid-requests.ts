import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { formatLevel } from '../../src/conformance/cases/bodies/mutated-bodies.js';
import { levelElsewhere } from '../../src/conformance/cases/other-statuses.js';
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
    const conclusions: Conclusion[] = [];
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
