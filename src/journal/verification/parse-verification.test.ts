import { describe, expect, it } from 'vitest';
import { readVerification } from '../testing/read-verification.js';

describe('a verification', () => {
  it('is read with its defaults', () => {
    expect(readVerification({ requests: [{}] })).toEqual({
      verification: { requests: [{}], inOrder: false, backoff: false },
    });
    expect(readVerification({ backoff: true })).toEqual({
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
    expect(readVerification(whole)).toEqual({ verification: whole });
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
    expect(readVerification(value)).toEqual({ problems });
  });

  it('is refused with every problem at once', () => {
    const parsed = readVerification({ requests: [{ status: 1, times: 'twice' }, { paht: '/' }] });
    expect('problems' in parsed && parsed.problems).toHaveLength(3);
    const patterns = readVerification({
      requests: [{ headers: { a: { pattern: '(' } }, query: { b: { pattern: '[' } } }],
    });
    expect('problems' in patterns && patterns.problems).toHaveLength(2);
  });
});
