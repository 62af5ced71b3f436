import { isObject } from '../../src/contract/schema/json-equal.js';
import { header } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'The status in problem details is the status of the response.',
  level: 'MUST',
  section: 'RFC 9457 3.1.2',
  sentence:
    'Generators MUST use the same status code in the actual HTTP response, to assure that generic HTTP software that does not understand this format still behaves correctly.',
  expected: ['in application/problem+json no status, or that of the response'],
  appliesTo: { document: 'other' },
  check({ json, response }) {
    if (!/^application\/problem\+json\b/i.test(header(response, 'content-type') ?? '')) return undefined;
    if (!json.ok || !isObject(json.value) || typeof json.value.status !== 'number') return undefined;
    const { status } = json.value;
    return status === response.status
      ? 'pass'
      : { actual: `status ${status} in a response with ${response.status}`, pointer: '/status' };
  },
});
