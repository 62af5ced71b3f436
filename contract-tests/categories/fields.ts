import { successOf } from '../../src/conformance/rules/applies-to.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'A category has its fields, in their types.',
  level: 'MUST',
  section: '2.2',
  sentence: 'Category: id integer, name string, created_at string, updated_at string.',
  expected: ['id: a whole number', 'name, created_at and updated_at: texts', 'more fields are allowed'],
  scope: 'service',
  asks: successOf('listCategories'),
  judge(exchange, judging) {
    if (exchange.operation?.id !== 'listCategories' || exchange.outcome.status !== 200) return undefined;
    return schemaBreaches(
      exchange,
      judging,
      ({ pointer, text }) => pointer.startsWith('/data/') && !isTimestamp(pointer, text),
    );
  },
});

/** The shape of a timestamp is a rule of its own; that it is there, and a text, is not. */
function isTimestamp(pointer: string, text: string): boolean {
  return pointer.endsWith('_at') && !/is required|must be a string/.test(text);
}
