import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startMock } from '../testing/mock-server.js';
import { temporaryFile } from '../testing/temporary-folder.js';
import { describeUnless, whyMissing } from '../testing/unless.js';
import { firstCurl, keyPlace } from './first-request.js';

describeUnless(whyMissing('curl'), 'the curl line of a document with a key', () => {
  it.each([
    ['{type: apiKey, in: header, name: X-Key}', 'the header X-Key must be a key'],
    ['{type: apiKey, in: query, name: key}', 'the query parameter key must be a key'],
    ['{type: apiKey, in: cookie, name: key}', 'the cookie key must be a key'],
    [
      '{type: http, scheme: basic}',
      'the Authorization header must be Basic followed by user:password in Base64',
    ],
  ])('of %s gets a success', async (scheme, place) => {
    const spec = temporaryFile(
      'api.yaml',
      `openapi: 3.1.0
info: {title: T, version: "1"}
servers: [{url: /v1}]
security: [{key: []}]
paths:
  /a/{id}:
    get:
      parameters:
        - {name: id, in: path, required: true, schema: {type: string, format: uuid}}
        - {name: size, in: query, required: true, schema: {enum: [big one, small]}}
        - {name: X-Day, in: header, required: true, schema: {type: string, format: date}}
      responses: {"204": {description: Done.}}
components: {securitySchemes: {key: ${scheme}}}
`,
    );
    const server = await startMock({ spec, strictKeys: true });
    const line = firstCurl(server.mock(), server.origin) ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', `${line} -s -o /dev/null -w '%{http_code}'`]);
    expect([line.includes('/v1/a/'), stdout, keyPlace(server.mock())]).toEqual([true, '204', place]);
  });
});
