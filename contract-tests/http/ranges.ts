import { withHeaders } from '../../src/conformance/cases/request.js';
import { readingOperations } from '../../src/conformance/cases/spelled-cases.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { header } from '../../src/conformance/target/exchange.js';

export default rule({
  title:
    'A client that asks for a part of a response gets all of it, or the part that is said (MUST with --strict-http).',
  level: 'SHOULD',
  strictHttp: true,
  section: 'RFC 9110 15.3.7.1',
  sentence:
    'If a single part is being transferred, the server generating the 206 response MUST generate a Content-Range header field, describing what range of the selected representation is enclosed.',
  expected: ['the documented status of success', 'status 206 with Content-Range', 'status 416'],
  appliesTo: { document: 'any' },
  priority: 6,
  cases: (planner) =>
    readingOperations(planner)
      .filter(({ method }) => method === 'get')
      .slice(0, 1)
      .map((operation) => ({
        detail: 'beginning',
        title: 'a valid request for the first ten bytes',
        operation,
        request: withHeaders(planner.request(operation), { Range: 'bytes=0-9' }),
        accept: [...planner.successStatuses(operation), 206, 416, ...(planner.stated.own ? [] : rejections)],
      })),
  check({ case: item, response }) {
    const { status } = response;
    if (!item.accept.includes(status)) return { actual: `status ${status}` };
    if (status !== 206) return 'pass';
    const range = header(response, 'content-range');
    const isMultipart = /^multipart\//i.test(header(response, 'content-type') ?? '');
    return range !== undefined || isMultipart ? 'pass' : { actual: 'status 206 without Content-Range' };
  },
});

/** Statuses with which a server of another document may reject a valid request, whose values its authors chose. */
const rejections = [400, 401, 403, 404, 409, 422];
