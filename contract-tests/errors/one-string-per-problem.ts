import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import { fromPointer } from '../../src/contract/json-pointer.js';
import { requestFields } from '../../src/contract/schema/request-fields.js';
import { namesField } from '../../src/conformance/checks/names-field.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { CheckContext } from '../../src/conformance/rules/check-context.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'A 400 lists one string for each problem.',
  level: 'MUST',
  section: '7 rule 2',
  sentence: 'A 400 response lists one string per problem in errors.',
  expected: [
    'as many strings in errors as the request has problems, or more',
    'no repeated string for one problem',
    'a field named in each string, when there are more strings than problems',
  ],
  appliesTo: { document: 'service', status: 400, invalidBody: true },
  check(exchange, context) {
    const { problems, level } = exchange.case;
    const errors = envelopeOf(exchange)?.errors;
    if (!Array.isArray(errors)) return undefined;
    if (errors.length < problems.length)
      return {
        actual: `${errors.length} in errors for ${problems.length} problems`,
        pointer: '/errors',
        level,
      };
    if (
      problems.length === 1 &&
      problems[0]?.isRepeated === undefined &&
      new Set(errors).size < errors.length
    )
      return { actual: 'the same string twice for one problem', pointer: '/errors', level };
    const idle = errors.length > problems.length ? idleText(exchange, errors, context) : undefined;
    return idle === undefined
      ? 'pass'
      : {
          actual: `${JSON.stringify(idle).slice(0, 120)} for none of the ${problems.length} problems`,
          pointer: '/errors',
          level,
        };
  },
});

/** A text that names no field of the request: a summary, not a problem. */
function idleText(
  { operation, case: item }: CompletedExchange,
  errors: readonly unknown[],
  context: CheckContext,
): unknown {
  if (operation === undefined || item.problems.some(({ pointer }) => pointer === '')) return undefined;
  const { document } = context.stated.contract;
  const known = requestFields(document, operation).map((pointer) => ({
    pointer,
    field: fromPointer(pointer).at(-1) ?? '',
    text: '',
  }));
  const all = [...known, ...item.problems];
  return errors.find(
    (text) => typeof text === 'string' && !all.some((problem) => namesField([text], problem)),
  );
}
