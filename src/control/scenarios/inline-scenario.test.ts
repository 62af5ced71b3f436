/** Inline scenarios: those that a sandbox is given without a file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LogLines } from '../../testing/log-lines.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { startControlTester, type ControlTester } from '../testing/control-tester.js';

const tester = await startControlTester();
const { ask, visit } = tester;

const twice = {
  steps: [
    { times: 2, answer: { status: 500 } },
    { delay: '1ms', answer: { status: 404 } },
  ],
};

async function statuses(name: string, calls: number, by: ControlTester = tester): Promise<number[]> {
  const found: number[] = [];
  for (let call = 0; call < calls; call += 1)
    found.push((await by.visit(`dk_test_${name}`, '/categories')).status);
  return found;
}

describe('an inline scenario', () => {
  it('applies to its sandbox alone, step by step, and is shown until it is removed', async () => {
    const path = '/sandboxes/trial/scenario';
    const put = await ask('PUT', path, { definition: twice, name: 'two-bad' });
    expect(put.json).toEqual({
      sandbox: 'trial',
      scenario: 'two-bad',
      definition: twice,
      inForce: { scenario: 'two-bad', channel: 'sandbox' },
      calls: [],
      upcoming: [
        {
          operations: 'all',
          conditional: false,
          calls: [
            { times: 2, does: '500' },
            { times: 1, does: '404 after 1 ms' },
            { times: null, does: 'normal' },
          ],
          more: false,
        },
      ],
    });
    expect(await statuses('trial', 1)).toEqual([500]);
    expect(await statuses('other', 1)).toEqual([200]);
    expect((await ask('GET', path)).json).toMatchObject({
      definition: twice,
      calls: [{ scenario: 'two-bad', calls: 1, next: 'step 2 of 3' }],
    });
    expect(await statuses('trial', 3)).toEqual([500, 404, 200]);
    const { json } = await ask('GET', '/sandboxes/trial/requests?limit=2');
    expect((json.requests as { scenario: unknown }[]).map(({ scenario }) => scenario)).toEqual([
      {
        ...{ names: ['two-bad'], channel: 'sandbox', step: 'step 3 of 3', fault: null },
        changes: ['status 404', 'delay 1 ms'],
      },
      null,
    ]);
    const listed = (await ask('GET', '/sandboxes')).json.sandboxes as { name: string; scenario: string }[];
    expect(listed.find(({ name }) => name === 'trial')?.scenario).toBe('two-bad');
    expect((await ask('GET', '/scenarios')).text).not.toContain('two-bad');
    await ask('PUT', path, { definition: twice, name: 'two-bad' });
    expect(await statuses('trial', 1)).toEqual([500]);
    await ask('DELETE', path);
    expect(await statuses('trial', 1)).toEqual([200]);
  });

  it('yields to the scenario of a single request, and may have the name of a saved one', async () => {
    await ask('PUT', '/sandboxes/shadow/scenario', {
      definition: { title: 'Other', advice: 'None.', answer: { status: 403 } },
      name: 'slow',
    });
    expect(await statuses('shadow', 1)).toEqual([403]);
    expect(await statuses('shadow~normal', 1)).toEqual([200]);
    const asked = await visit('dk_test_shadow', '/categories', { headers: { Prefer: 'code=404' } });
    expect(asked.status).toBe(404);
    expect((await ask('PUT', '/sandboxes/shadow/scenario', { scenario: 'status-500' })).json.definition).toBe(
      null,
    );
    expect(await statuses('shadow', 1)).toEqual([500]);
  });

  it('is called tried where it was given no name', async () => {
    const { json } = await ask('PUT', '/sandboxes/unnamed/scenario', { definition: { fault: 'reset' } });
    expect(json.scenario).toBe('tried');
  });

  it.each([
    ['nothing', {}, 400, 'body must have at least one field'],
    ['neither', { name: 'x' }, 422, 'Exactly one of scenario and definition must be given, got neither.'],
    ['both', { scenario: 'slow', definition: twice }, 422, 'got both'],
    ['a name alone', { scenario: 'slow', name: 'x' }, 422, 'name means nothing without definition'],
    ['a list', { definition: [] }, 400, 'definition must be an object'],
    ['a name that no key can carry', { definition: twice, name: 'A b' }, 400, 'name must be 1 to 64 of a-z'],
    ['a name that is taken', { definition: twice, name: 'status-500' }, 422, 'is taken by Drydock itself'],
    ['no effect', { definition: {} }, 422, 'the definition must say what happens'],
    ['a field that there is not', { definition: { delai: '1s' } }, 422, 'did you mean delay'],
    ['a place in a step', { definition: { steps: [{ delay: 'soon' }] } }, 422, 'steps[0].delay must'],
    [
      'a status that the document has not',
      { definition: { answer: { status: 499 } } },
      422,
      'answer has status 499, which the document does not have',
    ],
    [
      'an answer that breaks the document',
      { definition: { patch: [{ remove: '/status' }] } },
      422,
      'breaksContract: true',
    ],
    [
      'too much',
      { definition: { answer: { status: 500, message: 'x'.repeat(70_000) } } },
      422,
      'at most 65536 characters',
    ],
  ])('is refused with %s', async (_what, body, status, detail) => {
    const refused = await ask('PUT', '/sandboxes/refused/scenario', body);
    expect([refused.status, refused.json.detail]).toEqual([status, expect.stringContaining(detail)]);
    expect((await ask('GET', '/sandboxes/refused/scenario')).json.scenario).toBeNull();
  });

  it('can not be the default', async () => {
    expect((await ask('PUT', '/default-scenario', { definition: twice })).status).toBe(400);
  });
});

it('an inline scenario survives a reload where it fits the new document; where not, log and response say so', async () => {
  const spec = join(temporaryFolder(), 'shop.yaml');
  const log = new LogLines();
  const write = (status: number) => writeFileSync(spec, shop(status));
  write(404);
  const own = await startControlTester({ spec, watch: true, log: log.write });
  const definition = { when: { first: 5 }, answer: { status: 404 } };
  await own.ask('PUT', '/sandboxes/trial/scenario', { definition, name: 'gone' });
  const status = async () => (await own.visit('dk_test_trial', '/things')).status;
  expect(await status()).toBe(404);
  writeFileSync(spec, `${shop(404)}\n`);
  await reloaded(log);
  expect(await status()).toBe(404);
  expect((await own.ask('GET', '/sandboxes/trial/scenario')).json.calls).toEqual([
    { scenario: 'gone', calls: 2, next: 'call 3 of 5' },
  ]);
  write(410);
  const lines = await reloaded(log);
  expect(lines.join('\n')).toMatch(
    /^Sandbox trial: the scenario gone, tried .* answer has status 404, which/m,
  );
  const refused = await own.visit('dk_test_trial', '/things');
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('no longer fits the document');
  write(404);
  await reloaded(log);
  expect(await status()).toBe(404);
});

/** Waits until the change is taken up. @returns what was logged before that */
async function reloaded(log: LogLines): Promise<string[]> {
  const before: string[] = [];
  for (;;) {
    const line = await log.next();
    if (line.startsWith('Reloaded')) return before;
    before.push(line);
  }
}

/** A document of one operation with one error. */
function shop(status: number): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          responses: { '200': { description: 'Things.' }, [status]: { description: 'None.' } },
        },
      },
    },
  });
}
