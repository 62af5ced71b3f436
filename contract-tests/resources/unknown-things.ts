import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A GET of something that nobody has made gets the documented 404, or a body of the documented form.',
  level: 'MUST',
  section: 'document',
  sentence: 'The responses of an operation that takes an id.',
  expected: ['status 404 or 410, or another documented one'],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other' },
  priority: 3,
  cases: (planner) =>
    planner.operations
      .filter(({ method, responses }) => method === 'get' && (responses.has('404') || responses.has('410')))
      .flatMap((operation): CaseDraft[] => {
        const unknown = planner.unknownIn(operation);
        if (unknown === undefined) return [];
        return [
          {
            ...{ detail: 'unknown', title: 'an id that nobody has given out', operation },
            request: planner.request(operation, unknown),
            accept: [...planner.successStatuses(operation), 404, 410],
          },
        ];
      }),
});
