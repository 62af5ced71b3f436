/**
 * Documents of other people, from published packages: each starts and answers every operation as it documents. Larger ones
 * are installed with bench/ and tested by `npm run other-documents` there.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { responseBodyValidator } from '../contract/contract.js';
import type { SchemaObject } from '../contract/openapi.js';
import { packageFile } from '../contract/package-root.js';
import { examplesOf, follow, jsonMediaType, responseFor, type Operation } from '../contract/operations.js';
import { httpRequest } from '../testing/http-request.js';
import { sampleRequests } from '../testing/sample-request.js';
import type { RequestParts } from '../conformance/cases/request.js';
import { startMock } from '../testing/mock-server.js';

const { resolve } = createRequire(import.meta.url);

/** A file inside an installed package. */
function fileOf(name: string, ...path: string[]): string {
  return join(dirname(resolve(`${name}/package.json`)), ...path);
}

/** Operations whose schema requires a field that it does not describe, so that no value can be made. */
const impossible = new Set(['putDevResources']);

const documents = [
  { name: 'Figma, 3.1', spec: fileOf('@figma/rest-api-spec', 'openapi', 'openapi.yaml'), min: 40 },
  { name: 'Directus, 3.0', spec: fileOf('@directus/specs', 'dist', 'openapi.json'), min: 100 },
  ...(process.env.DRYDOCK_BENCH_DOCUMENTS ? documentsOfBench() : []),
];

function documentsOfBench() {
  const bench = createRequire(packageFile('bench', 'package.json'));
  const blockfrost = join(dirname(bench.resolve('@blockfrost/openapi/package.json')), 'openapi.yaml');
  const postcodes = bench.resolve('@ideal-postcodes/openapi/dist/openapi.yaml');
  return [
    { name: 'Ideal Postcodes, 3.1', spec: postcodes, min: 20 },
    { name: 'Blockfrost, 3.1', spec: blockfrost, min: 100 },
  ];
}

describe.each(documents)('$name', ({ spec, min }) => {
  const starting = startMock({ spec });

  async function ask({ path, ...sent }: RequestParts) {
    const server = await starting;
    const response = await httpRequest(server.url + path, sent);
    return { ...response, type: response.headers.get('content-type') ?? '' };
  }

  /** Says how a response breaks the document. */
  async function wrongWith(
    operation: Operation,
    response: { status: number; type: string; text: string },
  ): Promise<string[]> {
    const { contract } = (await starting).mock();
    if (!responseFor(operation, response.status)) return ['undocumented status'];
    const validate = responseBodyValidator(contract, operation, response.status, response.type);
    if (!validate || response.text === '') return [];
    return contract.validators.problems(validate, JSON.parse(response.text), 'body').map(({ text }) => text);
  }

  /** Tells whether a response is an example of the document, whose mistakes are the document's. */
  async function isOwnExample(
    operation: Operation,
    response: { status: number; text: string },
  ): Promise<boolean> {
    const { document } = (await starting).mock().contract;
    const content = responseFor(operation, response.status)?.value.content;
    const media = content?.[jsonMediaType(content) ?? ''];
    if (!media) return false;
    const { example, examples = [] } =
      typeof media.schema === 'object'
        ? follow<SchemaObject>(document, { pointer: '', value: media.schema }).value
        : {};
    const all = [...examplesOf(document, media).values(), example, ...examples];
    return all.some((one) => JSON.stringify(one) === response.text);
  }

  it('starts, and lists every operation as one without a handler', async () => {
    const server = await starting;
    const { contract } = server.mock();
    expect(contract.operations.length).toBeGreaterThanOrEqual(min);
    expect(server.answeredByDocument).toHaveLength(contract.operations.length);
  });

  it('answers every operation as documented', async () => {
    const { contract } = (await starting).mock();
    const failures: unknown[] = [];
    for (const operation of contract.operations) {
      const { authorized } = sampleRequests(contract, operation);
      const response = await ask(authorized);
      const { status, text } = response;
      const wrong = impossible.has(operation.id) ? [] : await wrongWith(operation, response);
      const problems = (await isOwnExample(operation, response)) ? [] : wrong;
      const failed = status >= 400 && [...operation.responses.keys()].some((code) => /^[23d]/.test(code));
      if (failed || problems.length > 0)
        failures.push({
          id: operation.id,
          path: authorized.path,
          sent: authorized.body?.toString(),
          status,
          problems: problems.slice(0, 3),
          text: text.slice(0, 300),
        });
    }
    expect(failures).toEqual([]);
  });

  it('refuses a request without credentials with the documented error', async () => {
    const { contract } = (await starting).mock();
    const guarded = contract.operations.filter(
      ({ security }) => security.length > 0 && security.every((one) => Object.keys(one).length > 0),
    );
    for (const operation of guarded) {
      const response = await ask({ ...sampleRequests(contract, operation).bare, headers: {} });
      const problems = responseFor(operation, 401) ? await wrongWith(operation, response) : [];
      expect([operation.id, response.status, problems]).toEqual([operation.id, 401, []]);
      expect(response.type).toMatch(/json/);
    }
  });

  it('answers 404 and 405 with a documented error, or with problem+json', async () => {
    const unknown = await ask({ path: '/no/such/path/at/all', method: 'GET', headers: {} });
    expect(unknown.status === 404 || unknown.status === 401).toBe(true);
    expect(unknown.type).toMatch(/json/);
  });
});
