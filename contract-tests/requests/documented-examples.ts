import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** How a server may reject values that only the authors of the document chose, and things that it doesn't have. */
const rejected = [400, 403, 404, 409, 422];

export default rule({
  title: 'A valid request is served.',
  level: 'MUST',
  section: '4',
  sentence: 'Success response: envelope with data, status = true, response_code = "200".',
  expected: ['the documented status of success'],
  inOtherDocuments: {
    expected: [
      'a documented status of success',
      'a documented rejection, where a value means nothing to the server',
    ],
    quotes: 'responses',
  },
  appliesTo: { document: 'any' },
  priority: 0,
  cases: (planner) =>
    planner.operations.flatMap((operation) => {
      const examples = planner.examples(operation);
      const successes = planner.successStatuses(operation);
      const stated = planner.stated.own && planner.stated.levelOf(operation) === 'MUST';
      const valid = planner.request(operation);
      if (examples.length === 0)
        return [
          {
            detail: 'valid',
            title: 'a valid request',
            operation,
            request: valid,
            accept: stated ? successes : [...successes, ...rejected],
          },
        ];
      // The first example has only values that the specification shows; the others have values of our choice.
      return examples.map(([name, body], index) => ({
        detail: name,
        title: `the example ${name}`,
        operation,
        request: withJson(valid, body),
        accept: stated && index === 0 ? successes : [...successes, ...rejected],
      }));
    }),
});
