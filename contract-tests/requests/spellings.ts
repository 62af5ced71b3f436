import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { spellings } from './steps/equal-spellings.js';

const ofAnyRequest = /^(?:accept|identity|close|keep-alive|language|agent|typed)/;
/** Spellings for which the operation without a body stands for all. */
const withoutBody: ReadonlySet<string> = new Set([
  'accept-range',
  'accept-capitals',
  'accept-empty',
  'agent-none',
  'agent-curl',
  'identity-alone',
  'keep-alive',
]);

export default rule({
  title: 'A valid request is served in every equivalent spelling.',
  level: 'MUST',
  section: '4',
  sentence: 'Request bodies are JSON with Content-Type: application/json. Responses are JSON.',
  expected: ['the documented status of success'],
  appliesTo: { document: 'service' },
  priority: 3,
  cases: (planner) =>
    planner.statedOperations.flatMap((operation) => {
      const valid = planner.request(operation);
      const body: unknown = valid.body === undefined ? undefined : JSON.parse(valid.body.toString());
      return spellings
        .filter(([detail]) => (body === undefined ? ofAnyRequest.test(detail) : !withoutBody.has(detail)))
        .map(([detail, title, apply, level]): CaseDraft => ({
          detail,
          title: `a valid request ${title}`,
          operation,
          request: apply(valid, body),
          accept: planner.successStatuses(operation),
          ...(level && { level }),
        }));
    }),
});
