/** Every kind of security scheme: 401 without a credential, accepted with one of the right form. */
import { describe, expect, it } from 'vitest';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';

const kinds: [string, string, Record<string, string>, string][] = [
  ['a key in a header', '{type: apiKey, in: header, name: X-Api-Key}', { 'X-Api-Key': 'k' }, ''],
  ['a key in the query', '{type: apiKey, in: query, name: api_key}', {}, '?api_key=k'],
  ['a key in a cookie', '{type: apiKey, in: cookie, name: session}', { Cookie: 'a=b; session=k' }, ''],
  ['basic', '{type: http, scheme: basic}', { Authorization: `Basic ${btoa('k:')}` }, ''],
  ['another scheme of HTTP', '{type: http, scheme: Hawk}', { Authorization: 'Hawk k' }, ''],
  ['bearer', '{type: http, scheme: bearer}', { Authorization: 'Bearer k' }, ''],
  ['OAuth 2.0', '{type: oauth2, flows: {}}', { Authorization: 'Bearer k' }, ''],
  ['a scheme behind a $ref', '{$ref: "#/components/securitySchemes/other"}', { 'X-Other': 'k' }, ''],
];

function documentWith(scheme: string): string {
  return temporaryFile(
    'api.yaml',
    `openapi: 3.1.0
info: {title: T, version: "1"}
security: [{key: []}]
paths:
  /guarded:
    get: {responses: {"200": {description: Done., content: {application/json: {schema: {const: 1}}}}}}
  /open:
    get: {security: [], responses: {"204": {description: Done.}}}
  /either:
    get: {security: [{key: []}, {}], responses: {"204": {description: Done.}}}
components:
  securitySchemes:
    key: ${scheme}
    other: {type: apiKey, in: header, name: X-Other}
`,
  );
}

describe.each(kinds)('%s', (_, scheme, headers, query) => {
  it('is required, and any credential of the right form is accepted', async () => {
    const server = await startMock({ spec: documentWith(scheme) });
    const status = async (path: string, sent: Record<string, string> = {}) =>
      (await fetch(server.url + path, { headers: sent })).status;
    expect(await status('/guarded')).toBe(401);
    expect(await status(`/guarded${query}`, headers)).toBe(200);
    const empty = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace(/k$/, '')]),
    );
    if (!scheme.includes('basic'))
      expect(await status(`/guarded${query.replace(/k$/, '')}`, empty)).toBe(401);
    expect(await status('/open')).toBe(204);
    expect(await status('/either')).toBe(204);
  });

  it('is refused with problem+json where the document has no error schema', async () => {
    const server = await startMock({ spec: documentWith(scheme) });
    const refused = await fetch(`${server.url}/guarded`);
    expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await refused.json()).toMatchObject({ type: 'about:blank', status: 401 });
  });
});

describe('alternatives and combinations', () => {
  const spec = temporaryFile(
    'api.yaml',
    `openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /or: {get: {security: [{a: []}, {basic: []}], responses: {"204": {description: Done.}}}}
  /and: {get: {security: [{a: [], b: []}], responses: {"204": {description: Done.}}}}
  /scoped: {post: {security: [{oauth: [write]}, {a: []}], responses: {"204": {description: Done.}}}}
  /none: {get: {security: [], responses: {"204": {description: Done.}}}}
components:
  securitySchemes:
    a: {type: apiKey, in: header, name: X-A}
    b: {type: apiKey, in: query, name: b}
    basic: {type: http, scheme: basic}
    oauth: {type: oauth2, flows: {}}
`,
  );
  const basic = (text: string) => ({ Authorization: `Basic ${btoa(text)}` });
  const statuses = async (server: { url: string }, requests: [string, Record<string, string>?, string?][]) =>
    Promise.all(
      requests.map(
        async ([path, headers = {}, method = 'GET']) =>
          (await fetch(server.url + path, { headers, method })).status,
      ),
    );

  it('one of the alternatives is enough, and each scheme of a combination is needed', async () => {
    const server = await startMock({ spec });
    expect(
      await statuses(server, [
        ['/or'],
        ['/or', { 'X-A': 'k' }],
        ['/or', basic('user:password')],
        ['/or', { Authorization: 'Basic user:password' }],
        ['/or', { Authorization: 'Bearer dk_test_a' }],
        ['/and', { 'X-A': 'k' }],
        ['/and?b=k'],
        ['/and?b=k', { 'X-A': 'k' }],
        ['/none'],
      ]),
    ).toEqual([401, 204, 204, 401, 401, 401, 401, 204, 204]);
    const refused = await fetch(`${server.url}/or`);
    expect(refused.headers.get('www-authenticate')).toBe('ApiKey, Basic realm="mock"');
    expect(await refused.json()).toMatchObject({
      errors: [
        'Authentication failed: the header X-A must be a key, or the Authorization header must be Basic followed by user:password in Base64',
      ],
    });
  });

  it('a limited key gets 403 where it lacks the scope, and an expired one 401', async () => {
    const server = await startMock({ spec });
    expect(
      await statuses(server, [
        ['/scoped', { Authorization: 'Bearer any' }, 'POST'],
        ['/scoped', { Authorization: 'Bearer dk_test_a' }, 'POST'],
        ['/scoped', { Authorization: 'Bearer dk_limited_a' }, 'POST'],
        ['/scoped', { Authorization: 'Bearer dk_expired_a' }, 'POST'],
        ['/or', basic('user:dk_expired_a')],
      ]),
    ).toEqual([204, 204, 403, 401, 401]);
  });

  it('--strict-keys accepts known keys alone', async () => {
    const server = await startMock({ spec, strictKeys: true, keys: ['own'] });
    expect(
      await statuses(server, [
        ['/or', { 'X-A': 'k' }],
        ['/or', { 'X-A': 'dk_test_a' }],
        ['/or', basic('own:')],
        ['/and?b=k', { 'X-A': 'own' }],
      ]),
    ).toEqual([401, 204, 204, 401]);
  });

  it('no quota is counted without the option', async () => {
    const unlimited = await startMock({ spec, quota: undefined as never });
    expect((await fetch(`${unlimited.url}/none`)).headers.get('ratelimit')).toBeNull();
  });
});
