import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { valueAt } from '../../contract/json-pointer.js';
import { parseVerification as readVerification } from './parse-verification.js';
import { verificationValidator } from './verification-validator.js';
import { verificationSchema } from './verification-schema.js';

const parseVerification = (value: unknown) => readVerification(value, verificationValidator());

describe('a verification', () => {
  it('is read with its defaults', () => {
    expect(parseVerification({ requests: [{}] })).toEqual({
      verification: { requests: [{}], inOrder: false, backoff: false },
    });
    expect(parseVerification({ backoff: true })).toEqual({
      verification: { requests: [], inOrder: false, backoff: true },
    });
  });

  it('is read with every option', () => {
    const request = {
      ...{ operation: 'getOrder', method: 'get', path: '/orders/1', status: 404, scenario: 'normal' },
      query: { a: 'b', c: { exists: false } },
      headers: { 'X-A': { pattern: '^b' }, 'X-B': { equals: 'c' } },
      body: { weight: [1, { a: null }] },
      pointers: { '': { exists: true }, '/a~1b': [1], '/c': null, '/d': { equals: { e: 1 } } },
      times: { atLeast: 1, atMost: 1 },
    };
    const whole = { requests: [request, { times: 0 }], inOrder: true, backoff: true };
    expect(parseVerification(whole)).toEqual({ verification: whole });
  });

  const inRequest = (request: unknown) => ({ requests: [request] });
  it.each<[unknown, string[]]>([
    [[], ['verification must be an object, got an empty array']],
    [null, ['verification must be an object, got null']],
    [{}, ['requests must have at least one entry, unless backoff is true']],
    [{ requests: [] }, ['requests must have at least one entry, unless backoff is true']],
    [{ requests: {} }, ['requests must be an array, got an object']],
    [{ requests: Array(101).fill({}) }, ['requests must have at most 100 elements, got 101']],
    [{ request: [{}] }, ['request is not a known field; did you mean requests?']],
    [{ requests: [{}], inOrder: 'yes' }, ['inOrder must be a boolean, got "yes"']],
    [inRequest('getOrder'), ['requests[0] must be an object, got "getOrder"']],
    [inRequest({ operatoin: 'x' }), ['requests[0].operatoin is not a known field; did you mean operation?']],
    [inRequest({ method: 'G T' }), ['requests[0].method must be an HTTP method such as POST, got "G T"']],
    [
      inRequest({ path: '/a?b=1' }),
      ['requests[0].path must be a path that starts with / and has no query, got "/a?b=1"'],
    ],
    [inRequest({ status: '404' }), ['requests[0].status must be an integer, got "404"']],
    [inRequest({ status: 99 }), ['requests[0].status must be 100 or more, got 99']],
    [inRequest({ headers: { a: 1 } }), ['requests[0].headers.a must be a string or an object, got 1']],
    [
      inRequest({ headers: { a: { exist: true } } }),
      ['requests[0].headers.a.exist is not a known field; did you mean exists?'],
    ],
    [
      inRequest({ pointers: { weight: 1 } }),
      ['requests[0].pointers must be named by JSON pointers such as /receiver/zip_code, got "weight"'],
    ],
    [
      inRequest({ pointers: { '/a': {} } }),
      ['requests[0].pointers["/a"] must have at least one field, got an object'],
    ],
    [
      inRequest({ pointers: { '/a': { exists: true, pattern: 'a' } } }),
      ['requests[0].pointers["/a"] must have at most one field, got an object'],
    ],
    [inRequest({ times: -1 }), ['requests[0].times must be 0 or more, got -1']],
    [inRequest({ times: 1.5 }), ['requests[0].times must be an integer or an object, got 1.5']],
    [
      inRequest({ times: { least: 1 } }),
      ['requests[0].times.least is not a known field; did you mean atLeast?'],
    ],
    [
      inRequest({ times: { atLeast: 3, atMost: 2 } }),
      ['requests[0].times.atMost must not be less than atLeast'],
    ],
    [
      inRequest({ headers: { 'x-a': { pattern: '(' } } }),
      ['requests[0].headers.x-a.pattern must be a regular expression, got "(": /(/u: Unterminated group'],
    ],
    [
      inRequest({ pointers: { '/a': { pattern: 'a'.repeat(201) } } }),
      [`requests[0].pointers["/a"].pattern must have at most 200 characters, got "${'a'.repeat(57)}..."`],
    ],
  ])('%j is refused in sentences', (value, problems) => {
    expect(parseVerification(value)).toEqual({ problems });
  });

  it('is refused with every problem at once', () => {
    const parsed = parseVerification({ requests: [{ status: 1, times: 'twice' }, { paht: '/' }] });
    expect('problems' in parsed && parsed.problems).toHaveLength(3);
    const patterns = parseVerification({
      requests: [{ headers: { a: { pattern: '(' } }, query: { b: { pattern: '[' } } }],
    });
    expect('problems' in patterns && patterns.problems).toHaveLength(2);
  });

  const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
  const schema = verificationSchema;

  it('has a valid JSON Schema', () => {
    expect(new Ajv2020({ strict: false }).validateSchema(schema)).toBe(true);
  });

  it('has the same schema in the document of the control API', () => {
    const document: unknown = parse(read('../../control/control-api.yaml'));
    const described = valueAt(document, '/components/schemas/Verification');
    expect(bare(described, document)).toEqual(bare(schema, schema));
  });
});

/** Words for people, and what only one of the two needs. */
const words = new Set(['$schema', '$defs', 'title', 'description', 'default', 'x-expected', 'examples']);

/** A schema with its references followed, without words. */
function bare(value: unknown, root: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => bare(element, root));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return bare(valueAt(root, String(value.$ref)), root);
  const kept = Object.entries(value).filter(([name, inner]) => !words.has(name) || typeof inner === 'object');
  return Object.fromEntries(
    kept.filter(([name]) => name !== '$defs').map(([name, inner]) => [name, bare(inner, root)]),
  );
}
