/** Every kind of security scheme: 401 without a credential, accepted with one of the right form. */
import { describe, expect, it } from '@jest/globals';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';

const kinds: [string, string, Record<string, string>, string][] = [
  ['a key in a header', '{type: apiKey, in: header, name: X-Api-Key}', { 'X-Api-Key': 'k' }, ''],
  ['a key in the query', '{type: apiKey, in: query, name: api_key}', {}, '?api_key=k'],
  ['a key in a cookie', '{type: apiKey, in: cookie, name: session}', { Cookie: 'a=b; session=k' }, ''],
  ['basic', '{type: http, scheme: basic}', { Authorization: `Basic ${btoa('k:')}` }, ''],
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
