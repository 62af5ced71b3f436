import { isJsonMediaType, responseFor } from '../../src/contract/operations.js';
import { matchingMediaType } from '../../src/conformance/document/request-media.js';
import { header, type CompletedExchange } from '../../src/conformance/target/exchange.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { carriesEnvelope } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'Responses are sent as JSON.',
  level: 'MUST',
  section: '4',
  sentence: 'Responses are JSON and use the envelope of section 2.1.',
  expected: [
    'Content-Type: application/json, with or without parameters',
    'another media type of JSON (+json)',
  ],
  inOtherDocuments: {
    title: 'The media type of a response is one that the document has for its status.',
    expected: ['a Content-Type that the document has for the status'],
    quotes: 'responses',
  },
  appliesTo: { document: 'any' },
  check(exchange, { stated }) {
    const content = stated.own ? undefined : documentedContent(exchange);
    if (!carriesEnvelope(exchange) || !(stated.own || content)) return undefined;
    const type = header(exchange.response, 'content-type');
    if (type === undefined) return { actual: 'no Content-Type' };
    const other = stated.own ? otherMeaning(type) : undefined;
    if (other !== undefined) return { actual: `Content-Type: ${type}, ${other.why}`, level: other.level };
    const kind = type.split(';', 1)[0] ?? '';
    const isRight = isJsonMediaType(type) && (content === undefined || takesJson(content));
    if (isRight || matchingMediaType(content, type) !== undefined) return 'pass';
    return { actual: `Content-Type: ${type}`, kind };
  },
});

/** Says how a client that takes Content-Type at its word would misread the body. */
function otherMeaning(type: string): { why: string; level: 'MUST' | 'SHOULD' } | undefined {
  // RFC 8259 8.1: JSON is UTF-8. Of other charsets many are the same for ASCII.
  if (/charset\s*=\s*"?(?:utf-?(?:16|32)|ucs-?[24])/i.test(type))
    return { why: 'where the body is UTF-8', level: 'MUST' };
  // RFC 9457 3.1: there status is a number.
  if (/^\s*application\/problem\+json/i.test(type))
    return { why: 'where the body is the envelope', level: 'SHOULD' };
  return undefined;
}

/** Returns whether any media type of JSON will do: one that only has types of its own, such as problem+json, means these. */
function takesJson(content: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(content).some((name) =>
    /^(?:application\/json|application\/\*|\*\/\*)\s*(?:;|$)/i.test(name),
  );
}

/** The media types that the document has for a response; undefined where it has none. */
function documentedContent({ operation, response }: CompletedExchange) {
  const content = operation && responseFor(operation, response.status)?.value.content;
  return content && Object.keys(content).length > 0 ? content : undefined;
}
