import { responseFor, type Operation } from '../../src/contract/operations.js';
import { requestHeader, type RequestParts } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';

/** Statuses by which any HTTP server may reject a message, whatever its interface. */
const ofHttp = new Set([405, 406, 408, 411, 413, 414, 415, 417, 431, 501, 505]);
/** Section 7 of the specification. */
const ofService = new Set([200, 201, 400, 401, 403, 404, 429, 500]);

export default rule({
  title: 'The status is one that the service has.',
  level: 'MUST',
  section: '7',
  sentence: 'HTTP status: 200, 201, 400, 401, 403, 404, 429, 500.',
  expected: [
    'a status of section 7, or of the document',
    'a rejection by HTTP itself, such as 405, 413 or 415',
  ],
  inOtherDocuments: {
    title: 'The status is one that the document has for the operation.',
    expected: ['a status that the document has', 'a rejection by HTTP itself, such as 405, 413 or 415'],
    quotes: 'responses',
  },
  appliesTo: { document: 'any' },
  // A rejection of a wrong request is right, whether or not the document has its status.
  inTraffic: ({ problems, status = 0 }) => problems.length === 0 || status < 400 || status > 499,
  check({ operation, response, request, case: item }, { stated }) {
    const { status } = response;
    // Only a client that asks for it gets it (RFC 9110 13.1).
    if (status === 304 && /^if-/im.test(Object.keys(request.headers).join('\n'))) return 'pass';
    if ([206, 416].includes(status) && requestHeader(request, 'Range') !== undefined) return 'pass';
    if (ofHttp.has(status) || (stated.own && ofService.has(status))) return 'pass';
    if (operation && responseFor(operation, status)) return 'pass';
    if (!stated.own && status === 404 && item.ruleId === 'requests/documented-examples' && isKnown(operation))
      return { actual: 'status 404 for the request of the document' };
    // Other documents seldom list the statuses of authentication and rate limits for each operation.
    const usual = [401, 403, 404, 429].includes(status) || status >= 500;
    if (!stated.own && (operation === undefined || usual)) return undefined;
    if (request.method === 'HEAD' || request.method === 'OPTIONS') return undefined;
    // A message that breaks HTTP is refused before any operation is known.
    if (!stated.own && status === 400 && item.ruleId.startsWith('http/')) return undefined;
    // The target of a redirection is up to the server; and of errors a document has those that its authors knew (OpenAPI 3.1).
    if (!stated.own && status >= 300 && status < 400) return undefined;
    const isUnknownError =
      !stated.own && status >= 400 && !hasOtherOf(operation, status) && !presupposes(request, status);
    return { actual: `status ${status}`, ...(isUnknownError && { level: 'SHOULD' as const }) };
  },
});

/** Returns whether an operation names nothing that may be missing, in a request of the document's own, and has other errors. */
function isKnown(operation: Operation | undefined): boolean {
  if (operation === undefined || operation.path.includes('{')) return false;
  const { requestBody, parameters, responses } = operation;
  const medias = Object.values(requestBody?.value.content ?? {});
  const hasExamples = medias.every(
    ({ example, examples }) => example !== undefined || examples !== undefined,
  );
  const errors = [...responses.keys()].filter((key) => /^4|^default$/.test(key));
  return (
    hasExamples &&
    !parameters.some(({ value }) => value.required === true) &&
    errors.length > 1 &&
    !errors.some((key) => /^(?:404|4XX|default)$/i.test(key))
  );
}

/** Statuses with one meaning: where a document has one of them, it doesn't mean the other. */
const sameMeaning = [
  [400, 422],
  [404, 410],
];

/** The header fields of a request that statuses answer (RFC 9110 13.1, 14.2, RFC 8470 5.2): they mean nothing to one without. */
const answered: Readonly<Record<number, RegExp>> = { 412: /^if-/im, 416: /^range$/im, 425: /^early-data$/im };

function presupposes({ headers }: RequestParts, status: number): boolean {
  return answered[status]?.test(Object.keys(headers).join('\n')) === false;
}

function hasOtherOf(operation: Operation | undefined, status: number): boolean {
  const others = sameMeaning.find((statuses) => statuses.includes(status)) ?? [];
  return others.some((other) => operation?.responses.has(String(other)));
}
