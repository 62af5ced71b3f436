import { namesField, pointsElsewhere } from '../../src/conformance/checks/names-field.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { errorTexts } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'A 400 names what is wrong.',
  level: 'MUST',
  section: '4.2 rule 1',
  sentence:
    'The example messages name the offending field or value (for instance an invalid package weight).',
  expected: [
    'errors or message name the field, in any notation (zip_code, zipCode, zip code)',
    'an index, if there is one, is that of the invalid element',
  ],
  appliesTo: { document: 'service', status: 400, invalidBody: true },
  check(exchange) {
    const { problems, level } = exchange.case;
    const texts = errorTexts(exchange);
    const unnamed = problems.filter((problem) => !namesField(texts, problem));
    const elsewhere = problems.find((problem) => pointsElsewhere(texts, problem));
    if (unnamed.length === 0 && elsewhere)
      return {
        actual: `another element than ${elsewhere.field} in ${JSON.stringify(texts).slice(0, 300)}`,
        pointer: '/errors',
        level,
        kind: 'another element',
      };
    if (unnamed.length === 0) return 'pass';
    return {
      actual: `nothing names ${unnamed.map(({ field }) => field).join(' or ')} in ${JSON.stringify(texts).slice(0, 300)}`,
      pointer: '/errors',
      level,
      kind: 'nothing names it',
    };
  },
});
