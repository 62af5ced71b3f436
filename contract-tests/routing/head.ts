import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'HEAD, where it is supported, is GET without the body.',
  level: 'SHOULD',
  section: 'RFC 9110 9.3.2',
  sentence:
    'The HEAD method is identical to GET except that the server MUST NOT send content in the response.',
  expected: ['the status of GET and no body', '404, 405 or 501 where HEAD is not supported'],
  appliesTo: { document: 'any' },
  cases: (planner) =>
    planner.operations
      .filter(({ method }) => method === 'get')
      .map((operation) => ({
        detail: 'head',
        title: `HEAD ${operation.path}`,
        operation,
        request: { ...planner.request(operation), method: 'HEAD' },
        responseLevel: 'SHOULD' as const,
        accept: [...planner.successStatuses(operation), 404, 405, 501],
      })),
});
