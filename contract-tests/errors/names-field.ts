import { namesAnother, namesField, pointsElsewhere } from '../../src/conformance/checks/names-field.js';
import { fromPointer } from '../../src/contract/json-pointer.js';
import type { Operation } from '../../src/contract/operations.js';
import { requestFields } from '../../src/contract/schema/request-fields.js';
import type { CheckContext } from '../../src/conformance/rules/check-context.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { errorTexts } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'A 400 names what is wrong.',
  level: 'MUST',
  section: '4.2 rule 1',
  sentence:
    'The example messages name the offending field or value (for instance an invalid package weight).',
  expected: [
    'errors or message name the field, in any notation (zip_code, zipCode, zip code), or its value',
    'a place, if there is one, is that of the field (receiver.city)',
    'an index, if there is one, is that of the invalid element',
  ],
  appliesTo: { document: 'service', status: 400, invalidBody: true },
  check(exchange, context) {
    const { problems, level } = exchange.case;
    const texts = errorTexts(exchange);
    const fields = exchange.operation ? fieldNames(context, exchange.operation) : [];
    // Another problem's own name may have this one's in it.
    const own = new Set(problems.map((problem) => lastName(problem.pointer)));
    const others = fields.filter((name) => !own.has(name));
    const unnamed = problems.filter((problem) => !namesField(texts, problem, others));
    const elsewhere = problems.find((problem) => pointsElsewhere(texts, problem));
    if (unnamed.length === 0 && elsewhere)
      return {
        actual: `another element than ${elsewhere.field} in ${JSON.stringify(texts).slice(0, 300)}`,
        pointer: '/errors',
        level,
        kind: 'another element',
      };
    const [single] = problems.length === 1 ? problems : [];
    if (unnamed.length === 0 && single && namesAnother(texts, single, fields))
      return {
        actual: `another field than ${single.field} in ${JSON.stringify(texts).slice(0, 300)}`,
        pointer: '/errors',
        level,
        kind: 'another field',
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

function fieldNames({ stated }: CheckContext, operation: Operation): string[] {
  return requestFields(stated.contract.document, operation).map(lastName);
}

function lastName(pointer: string): string {
  return fromPointer(pointer).at(-1) ?? '';
}
