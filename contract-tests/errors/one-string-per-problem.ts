import { rule } from '../../src/conformance/rule.js';
import { envelopeOf } from '../../src/conformance/service-answers.js';

export default rule({
  title: 'A 400 lists one string for each problem.',
  level: 'MUST',
  section: '7 rule 2',
  sentence: 'A 400 response lists one string per problem in errors.',
  expected: ['as many strings in errors as the request has problems, or more', 'no string twice for one problem'],
  scope: 'service',
  judge(exchange) {
    const { problems, level } = exchange.case;
    const errors = envelopeOf(exchange)?.errors;
    if (problems.length === 0 || exchange.outcome.status !== 400 || !Array.isArray(errors)) return undefined;
    if (errors.length < problems.length)
      return { actual: `${errors.length} in errors for ${problems.length} problems`, pointer: '/errors', level };
    const repeated = problems.length === 1 && new Set(errors).size < errors.length;
    return repeated ? { actual: 'the same string twice for one problem', pointer: '/errors', level } : 'kept';
  },
});
