import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A response has one Content-Type.',
  level: 'MUST',
  ofEveryMessage: true,
  section: '4',
  sentence:
    'Responses are JSON and use the envelope of section 2.1. (One response has one media type, RFC 9110 5.3.)',
  expected: ['one Content-Type header, with one media type', 'no Content-Type'],
  inOtherDocuments: {
    section: 'RFC 9110 5.3',
    sentence:
      'A sender MUST NOT generate multiple field lines with the same name in a message, unless that field’s definition allows them to be recombined as a comma-separated list.',
  },
  appliesTo: { document: 'any' },
  check({ response }) {
    const types = response.headers
      .filter(([name]) => name.toLowerCase() === 'content-type')
      // A comma separates media types, unless it stands in a quoted parameter.
      .flatMap(([, value]) => value.replace(/"(?:[^"\\]|\\.)*"/g, '""').split(','));
    if (types.length === 0) return undefined;
    return types.length === 1
      ? 'pass'
      : {
          actual: `${types.length} media types in Content-Type: ${types.map((type) => type.trim()).join(', ')}`,
        };
  },
});
