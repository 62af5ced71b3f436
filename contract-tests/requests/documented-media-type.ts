import { requestHeader } from '../../src/conformance/cases/request.js';
import { takesBody } from '../../src/conformance/document/request-media.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A media type that the document has for a body is supported.',
  level: 'MUST',
  section: 'document',
  sentence: 'The media types of a request body.',
  expected: ['a status other than 415'],
  inOtherDocuments: { quotes: 'requestBody' },
  appliesTo: { document: 'other' },
  inTraffic: () => false,
  check({ operation, request, response, case: item }) {
    const isOf = operation?.method.toUpperCase() === request.method;
    const isValid = item.problems.length === 0 && item.accept.some((status) => status < 300);
    if (!isOf || !isValid || request.body === undefined || request.body.length === 0) return undefined;
    if (requestHeader(request, 'Content-Encoding') !== undefined || request.wire !== undefined)
      return undefined;
    const type = requestHeader(request, 'Content-Type');
    if (type === undefined || !takesBody(operation, type)) return undefined;
    if (response.status !== 415) return response.status < 300 ? 'pass' : undefined;
    return { actual: `status 415 for ${type.split(';', 1)[0] ?? ''}` };
  },
});
