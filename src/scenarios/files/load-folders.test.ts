import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createServer } from '../../index.js';
import { loadContract } from '../../contract/load-contract.js';
import { loadShippingContract, shippingScenarios } from '../../shipping/shipping-service.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { loadFolders } from './load-folders.js';

const scenario = (title: string) => `title: ${title}\nadvice: Wait.\ndelay: 1ms\n`;

function folderOf(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

it('a folder adds to the shipped scenarios; the last of a name counts, and that is said', async () => {
  const first = folderOf({ 'flaky.yaml': scenario('Mine'), 'own.yaml': scenario('First') });
  const second = folderOf({ 'own.yaml': scenario('Second') });
  const lines: string[] = [];
  const server = await createServer({
    port: 0,
    scenarios: [first, second],
    log: (line) => lines.push(line),
  });
  const titles = new Map(
    server
      .mock()
      .scenarios.list()
      .map(({ name, title }) => [name, title]),
  );
  await server.close();
  expect([titles.get('flaky'), titles.get('own'), titles.has('server-error')]).toEqual([
    'Mine',
    'Second',
    true,
  ]);
  expect(lines).toEqual([
    `The scenario flaky of ${join(first, 'flaky.yaml')} replaces that of scenarios/flaky.yaml.`,
    `The scenario own of ${join(second, 'own.yaml')} replaces that of ${join(first, 'own.yaml')}.`,
  ]);
});

it('on a reload, a bad file keeps what it last was, also where it replaces a shipped one', async () => {
  const contract = await loadShippingContract();
  const folder = folderOf({ 'flaky.yaml': scenario('Mine') });
  const shipped = { folder: shippingScenarios, isOwn: true };
  const before = loadFolders(shipped, [folder], contract).scenarios;
  writeFileSync(join(folder, 'flaky.yaml'), 'title: [');
  const after = loadFolders(shipped, [folder], contract, before);
  expect(after.scenarios.get('flaky')?.title).toBe('Mine');
  expect(after.problems).toEqual([expect.stringMatching(/flaky\.yaml:1: not valid YAML/)]);
});

it('another document has server-error, flaky, every gateway error and every fault of the connection', async () => {
  const file = join(
    folderOf({
      'shop.json': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Shop', version: '1' },
        paths: {
          '/things': { get: { operationId: 'listThings', responses: { 200: { description: 'Things.' } } } },
        },
      }),
    }),
    'shop.json',
  );
  const { scenarios } = loadFolders(
    { folder: shippingScenarios, isOwn: false },
    [],
    await loadContract(file),
  );
  const everywhere = [
    ...['server-error', 'flaky', 'intermittent', 'bad-gateway', 'unavailable', 'gateway-timeout'],
    ...['request-timeout', 'unprocessable', 'connection-closed', 'connection-reset', 'drip', 'garbage'],
    ...['headers-only', 'malformed-json', 'never-answers', 'truncated', 'wrong-length', 'slow', 'latency'],
  ];
  expect(everywhere.filter((name) => !scenarios.get(name)?.operations.has('listThings'))).toEqual([]);
  expect([...scenarios.keys()]).not.toContain('forbidden');
});
