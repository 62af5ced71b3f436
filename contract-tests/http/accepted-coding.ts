import { requestHeader } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { header } from '../../src/conformance/target/exchange.js';

export default rule({
  title: 'A response is compressed only in a way that the client accepts.',
  level: 'MUST',
  section: '4',
  sentence:
    'Responses are JSON and use the envelope of section 2.1. (A client can read no coding that it does not accept, RFC 9110 12.5.3.)',
  expected: ['no Content-Encoding', 'a Content-Encoding that Accept-Encoding has'],
  inOtherDocuments: {
    section: 'RFC 9110 12.5.3',
    sentence:
      'If an Accept-Encoding header field is present in a request and none of the available representations for the response have a content coding that is listed as acceptable, the origin server SHOULD send a response without any content coding. (A client can read no other.)',
  },
  appliesTo: { document: 'any' },
  check({ request, response }) {
    const codings = (header(response, 'content-encoding') ?? '')
      .split(',')
      .map(nameOf)
      .filter((name) => name !== '' && name !== 'identity');
    if (codings.length === 0) return undefined;
    const accepted = requestHeader(request, 'Accept-Encoding');
    // A request without the header accepts any.
    if (accepted === undefined) return 'pass';
    const elements = elementsOf(accepted);
    const refused = codings.find((coding) => elementOf(elements, coding)?.isRefused !== false);
    if (refused === undefined) return 'pass';
    const actual = `Content-Encoding: ${refused}, for Accept-Encoding: ${accepted}`;
    // Who refuses a coding by name can read it all the same.
    const isNamed = elementOf(elements, refused) !== undefined;
    return { actual, kind: refused, ...(isNamed && { level: 'SHOULD' as const }) };
  },
});

interface Element {
  readonly name: string;
  readonly isRefused: boolean;
}

function elementsOf(accepted: string): Element[] {
  return accepted.split(',').map((element) => {
    const [name = '', ...parameters] = element.split(';');
    return {
      name: nameOf(name),
      isRefused: parameters.some((one) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(one)),
    };
  });
}

function elementOf(elements: readonly Element[], coding: string): Element | undefined {
  return elements.find(({ name }) => name === coding) ?? elements.find(({ name }) => name === '*');
}

/** Recipients hold x-gzip to be gzip (RFC 9110 8.4.1.3). */
function nameOf(coding: string): string {
  return coding.trim().toLowerCase().replace(/^x-/, '');
}
