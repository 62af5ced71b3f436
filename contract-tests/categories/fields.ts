import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'A category has its fields, in their types.',
  level: 'MUST',
  section: '2.2',
  sentence: 'Category: id integer, name string, created_at string, updated_at string.',
  expected: ['id: a whole number', 'name, created_at and updated_at: texts', 'more fields are allowed'],
  appliesTo: { document: 'service', operation: 'listCategories', status: 200 },
  check(exchange, context) {
    return schemaBreaches(
      exchange,
      context,
      ({ pointer, text }) => pointer.startsWith('/data/') && !isTimestamp(pointer, text),
    );
  },
});

/** categories/timestamps checks the form of a timestamp; that it is present, and a text, is checked here. */
function isTimestamp(pointer: string, text: string): boolean {
  return pointer.endsWith('_at') && !/is required|must be a string/.test(text);
}
