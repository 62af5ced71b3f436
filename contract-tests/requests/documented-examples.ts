import { withJson } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** How a server may refuse what only the document's authors chose: values, and things that don't exist there. */
const refused = [400, 403, 404, 409, 422];

export default rule({
  title: 'A valid request is served.',
  level: 'MUST',
  section: '4',
  sentence: 'Success response: envelope with data, status = true, response_code = "200".',
  expected: ['the documented status of success'],
  scope: 'any',
  priority: 0,
  cases: (planner) =>
    planner.operations.flatMap((operation) => {
      const examples = planner.examples(operation);
      const successes = planner.successes(operation);
      const stated = planner.stated.own && planner.stated.levelOf(operation) === 'MUST';
      const valid = planner.request(operation);
      if (examples.length === 0)
        return [
          {
            detail: 'valid',
            title: 'a valid request',
            operation,
            request: valid,
            accept: stated ? successes : [...successes, ...refused],
          },
        ];
      // The first example holds only what the specification shows; the others hold values of our choice.
      return examples.map(([name, body], index) => ({
        detail: name,
        title: `the example ${name}`,
        operation,
        request: withJson(valid, body),
        accept: stated && index === 0 ? successes : [...successes, ...refused],
      }));
    }),
});
