/** Every shipped scenario that makes a client wait, and delays of one's own. */
import { describe, expect, it } from 'vitest';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippingScenarios } from '../../shipping/shipping-service.js';
import { headersWith, startMock } from '../../testing/mock-server.js';
import { rawExchange } from '../../testing/raw-exchange.js';
import { shippedWaits } from '../../testing/scenarios/shipped-waits.js';
import { validRequests, visit, type ValidRequest } from '../../testing/scenarios/valid-requests.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';

/** Copies of the shipped files with short durations. */
function shortenedScenarios(): string {
  const folder = join(temporaryFolder(), 'scenarios');
  mkdirSync(folder);
  for (const [name, { shortened }] of Object.entries(shippedWaits)) {
    let text = readFileSync(join(shippingScenarios, `${name}.yaml`), 'utf8');
    for (const [long, short] of Object.entries(shortened)) {
      expect(text).toContain(`: ${long}\n`);
      text = text.replace(`: ${long}\n`, `: ${short}\n`);
    }
    writeFileSync(join(folder, `${name}.yaml`), text);
  }
  return folder;
}

describe.each(Object.entries(shippedWaits))('%s', (name, { waitsMs }) => {
  it('answers normally after its delay', async () => {
    const server = await startMock({ scenarios: shortenedScenarios(), seed: 1 });
    const { listCategories } = await validRequests(server, 'waits');
    const plain = await visit(server, listCategories, 'waits');
    for (const ms of waitsMs) {
      const begun = performance.now();
      const response = await visit(server, listCategories, 'waits', { 'X-Mock-Scenario': name });
      const taken = performance.now() - begun;
      // A timer may be a millisecond early.
      expect(taken).toBeGreaterThanOrEqual(ms - 2);
      expect([response.status, response.text]).toEqual([200, plain.text]);
      expect(response.headers.get('x-mock-scenario')).toBe(name);
    }
  });

  it('sends nothing before its shipped delay, for every operation', async () => {
    const server = await startMock({ seed: 1 });
    const requests = Object.values(await validRequests(server, 'patient'));
    const raw = ({ method, path, body = '' }: ValidRequest) => {
      const headers = { ...headersWith('dk_test_patient'), 'X-Mock-Scenario': name };
      const lines = Object.entries(headers).map((pair) => pair.join(': '));
      const start = `${method} ${new URL(server.url + path).pathname} HTTP/1.1`;
      const head = [start, 'Host: localhost', ...lines, `Content-Length: ${Buffer.byteLength(body)}`];
      return rawExchange(server.port, [...head, '', body].join('\r\n'), 40);
    };
    const seen = await Promise.all(requests.map(raw));
    expect(seen).toEqual(requests.map(() => ({ head: '', body: Buffer.alloc(0), end: 'open' })));
  });
});

it('a client that disconnects during a delay does not affect other clients', async () => {
  const server = await startMock();
  const { getOrder } = await validRequests(server, 'gone');
  const waiting = fetch(server.url + getOrder.path, {
    headers: { ...headersWith('dk_test_gone'), 'X-Mock-Scenario': 'very-slow' },
    signal: AbortSignal.timeout(50),
  });
  await expect(waiting).rejects.toHaveProperty('name', 'TimeoutError');
  expect((await visit(server, getOrder, 'gone')).status).toBe(200);
});
