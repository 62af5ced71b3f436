import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { SecretSearch } from '../../../kill-matrix/secrets/secret-search.js';
import { packageFile } from '../../contract/package-root.js';
import { spellings } from '../../secrets/testing/spellings.js';
import { contractMatchers } from './jest.js';

const match = contractMatchers.toMatchContract;
const good = { status: true, message: '', data: [], errors: [], response_code: '200' };
const json = { 'content-type': 'application/json' };

describe('toMatchContract', () => {
  it.each([
    ['fetch', new Response(JSON.stringify(good), { headers: json })],
    ['supertest', { status: 200, headers: json, text: JSON.stringify(good), body: good }],
    ['axios', { status: 200, headers: json, data: good }],
  ])('accepts an answer of %s that keeps the contract', async (_, response) => {
    expect((await match(response, 'listCategories')).pass).toBe(true);
    expect((await match(response, 'GET /categories')).pass).toBe(true);
  });

  it('loads no server, which takes its time in each file of tests', () => {
    const script = `
      import { createRequire } from 'node:module';
      import { contractMatchers } from 'drydock-kit/jest';
      const { pass } = await contractMatchers.toMatchContract(${JSON.stringify({ status: 200, headers: json, data: good })}, 'listCategories');
      const loaded = Object.keys(createRequire(import.meta.url).cache).join();
      console.log(pass, loaded.includes('/ajv/'), loaded.includes('/express/'));`;
    const args = ['--input-type=module', '--eval', script];
    const output = execFileSync(process.execPath, args, { cwd: packageFile(), encoding: 'utf8' });
    expect(output).toBe('true true false\n');
  });

  it('leaves the body of a fetch response to be read', async () => {
    const response = new Response(JSON.stringify(good), { headers: json });
    await match(response, 'listCategories');
    expect(await response.json()).toEqual(good);
  });

  it('reports the broken rule, the place in the response, and the section of the specification', async () => {
    const { pass, message } = await match(
      { status: 200, headers: json, data: { ...good, errors: null } },
      'listCategories',
    );
    expect(pass).toBe(false);
    expect(message()).toContain('at /errors');
    expect(message()).toContain('envelope/errors, section 2.1');
  });

  it.each([
    ['axios', (headers: object) => ({ config: { headers } })],
    ['supertest', (header: object) => ({ request: { header } })],
  ])('shows no credential of a request of %s that the answer repeats', async (_, withRequest) => {
    const secret = 'Zq4_Vld/Wx7+cnry~6Hd!0p';
    const spelled = Object.values(spellings).map((spell) => spell(secret));
    const { pass, message } = await match(
      {
        ...withRequest({ Authorization: `Bearer ${secret}`, Accept: 'application/json' }),
        ...{ status: 200, headers: json, data: { ...good, errors: null, response_code: spelled.join(' ') } },
      },
      'listCategories',
    );
    expect(pass).toBe(false);
    expect(new SecretSearch({ secret }).in('the message', message())).toEqual([]);
    expect(message()).toContain('Zq4_***');
  });

  it('checks ASSUMED rules only at that level', async () => {
    const rate = {
      id: 'a',
      request_id: 'r',
      courier_name: 'A',
      courier_type: 'air',
      delivery_time: -1,
      delivery_time_text: 'x',
      description: '',
      home_delivery_fee: 0,
      import_tax: '',
      logo: 'https://a.example/a.png',
      shipping_charge: 1,
    };
    const response = { status: 200, headers: json, data: { ...good, data: [rate] } };
    expect((await match(response, 'getShippingRates')).pass).toBe(true);
    expect((await match(response, { operation: 'getShippingRates', level: 'ASSUMED' })).pass).toBe(false);
  });

  it('rejects values that are no response, and unknown operations', async () => {
    await expect(match('x', 'listCategories')).rejects.toThrow('expected an answer of fetch');
    // @ts-expect-error: there is no such operation.
    await expect(match({ status: 200 }, 'listBoxes')).rejects.toThrow(
      'no operation "listBoxes"; it has listCategories',
    );
  });
});
