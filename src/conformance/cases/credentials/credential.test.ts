import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../contract/load-contract.js';
import { temporaryFile } from '../../../testing/temporary-folder.js';
import { StatedContract } from '../../document/stated-contract.js';
import { Planner } from '../planner.js';
import { rejectedCredentials } from './credential-cases.js';

const done = '{"204": {description: Done.}}';
const contract = await loadContract(
  temporaryFile(
    'keys.yaml',
    `openapi: 3.1.0
info: {title: Keys, version: "1"}
paths:
  /oauth: {get: {security: [{app: [], user: []}], responses: ${done}}}
  /parameters:
    get:
      security: [{key: []}, {token: []}]
      parameters: [{name: key, in: query, required: true}, {name: token, in: query, required: true}, {name: page, in: query, required: true}]
      responses: ${done}
components:
  securitySchemes:
    app: {type: oauth2, flows: {}}
    user: {type: oauth2, flows: {}}
    key: {type: apiKey, in: query, name: key}
    token: {type: apiKey, in: query, name: token}
`,
  ),
);
const planner = new Planner(StatedContract.of(contract), { valid: 'K', schemes: { token: 'T' } }, 1, 'MUST');
const [oauth, parameters] = contract.operations;
const without = rejectedCredentials(planner, [
  { detail: 'none', title: 'without a key', apply: (bare) => bare },
]);

describe('a credential', () => {
  it('is one for several schemes that share the Authorization header', () => {
    expect(oauth && planner.credentials(oauth)).toHaveLength(1);
    expect(without[0]?.request.headers).not.toHaveProperty('Authorization');
  });

  it('is sent once where the document also lists it as a parameter, and is left out where a rule sends no key', () => {
    const { path = '' } = parameters ? planner.request(parameters) : {};
    const query = new URL(path, 'http://a.test').searchParams;
    expect([query.getAll('key'), query.getAll('token'), query.has('page')]).toEqual([['K'], ['T'], true]);
    expect(without[1]?.request.path).toMatch(/^\/parameters\?page=[^&]*$/);
    const mutated = parameters && planner.parameterMutations(parameters).map(({ detail }) => detail);
    expect(mutated).toEqual(['query:page']);
  });
});
