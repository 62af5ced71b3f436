import { rule } from '../../src/conformance/rules/rule.js';
import { isInvalid422 } from '../../src/contract/prose/stated-statuses.js';

/** Keywords that a body of the right types may break. */
const keywords =
  /\/(?:required|minLength|maxLength|minimum|maximum|enum|pattern|minItems|maxItems|uniqueItems|multipleOf)$/;

export default rule({
  title: 'A body that breaks its schema gets the status that the document describes so.',
  level: 'MUST',
  section: 'document',
  sentence: 'The descriptions of the 400 and the 422 of an operation.',
  expected: ['status 422, where that is said to be for the schema, and 400 for what is no JSON'],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other', invalidBody: true },
  inTraffic: () => false,
  check({ operation, response, case: item }) {
    if (operation === undefined || !isInvalid422(operation)) return undefined;
    const [problem] = item.problems;
    if (item.parameter !== undefined || !keywords.test(problem?.documentPointer ?? '')) return undefined;
    if (response.status === 422) return 'pass';
    return response.status === 400 ? { actual: 'status 400' } : undefined;
  },
});
