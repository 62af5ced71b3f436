import { withProblems } from '../../src/conformance/rules/applies-to.js';
import type { AnsweredExchange } from '../../src/conformance/target/exchange.js';
import { fieldNames } from '../../src/conformance/cases/generate/field-names.js';
import { namesField } from '../../src/conformance/checks/names-field.js';
import { rule } from '../../src/conformance/rules/rule.js';
import type { Judging } from '../../src/conformance/rules/check-context.js';
import { envelopeOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'A 400 lists one string for each problem.',
  level: 'MUST',
  section: '7 rule 2',
  sentence: 'A 400 response lists one string per problem in errors.',
  expected: [
    'as many strings in errors as the request has problems, or more',
    'no string twice for one problem',
    'no string about no field when there are more strings than problems',
  ],
  scope: 'service',
  asks: withProblems,
  judge(exchange, judging) {
    const { problems, level } = exchange.case;
    const errors = envelopeOf(exchange)?.errors;
    if (problems.length === 0 || exchange.outcome.status !== 400 || !Array.isArray(errors)) return undefined;
    if (errors.length < problems.length)
      return {
        actual: `${errors.length} in errors for ${problems.length} problems`,
        pointer: '/errors',
        level,
      };
    if (problems.length === 1 && new Set(errors).size < errors.length)
      return { actual: 'the same string twice for one problem', pointer: '/errors', level };
    const idle = errors.length > problems.length ? idleText(exchange, errors, judging) : undefined;
    return idle === undefined
      ? 'kept'
      : {
          actual: `${JSON.stringify(idle).slice(0, 120)} beside ${problems.length} problems, about none of them`,
          pointer: '/errors',
          level,
        };
  },
});

/** A text that names no field of the request at all: a summary, not a problem. */
function idleText(
  { operation, case: item }: AnsweredExchange,
  errors: readonly unknown[],
  judging: Judging,
): unknown {
  if (operation === undefined || item.problems.some(({ pointer }) => pointer === '')) return undefined;
  const known = fieldNames(judging.stated, operation).map((name) => ({
    pointer: `/${name}`,
    field: name,
    text: '',
  }));
  const all = [...known, ...item.problems];
  return errors.find(
    (text) => typeof text === 'string' && !all.some((problem) => namesField([text], problem)),
  );
}
