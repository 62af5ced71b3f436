import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startControlTester } from '../../control/testing/control-tester.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import { readRecording } from './read-recording.js';

/** A recording's facts about each response, and about Drydock's changes of it; the HAR says in words why nothing came. */
async function responsesIn(file: string, text: string) {
  const path = join(temporaryFolder(), file);
  writeFileSync(path, text);
  const exchanges: RecordedExchange[] = [];
  for await (const exchange of readRecording(path, { noExchange: 0, tooLarge: 0 })) exchanges.push(exchange);
  return exchanges.map(({ response, own }) => ({
    status: 'status' in response ? response.status : 'none came',
    operation: own?.operation,
    scenario: own?.scenario,
    broken: own?.broken,
  }));
}

it('reads in lines of the journal what the HAR of the same requests says, also of responses that never left', async () => {
  const { server, ask, visit } = await startControlTester();
  const scenarios = [
    'connection-reset',
    'connection-closed',
    'garbage',
    'truncated',
    'wrong-length',
    'delay-1ms',
  ];
  for (const scenario of [...scenarios, 'normal'])
    await visit(`dk_test_a~${scenario}`, '/categories').catch(() => undefined);
  const { json } = await ask('GET', '/sandboxes/a/requests');
  const lines = (json.requests as object[]).map((entry) => JSON.stringify(entry)).join('\n');
  const har = await fetch(`http://127.0.0.1:${server.port}/__drydock/sandboxes/a/requests`, {
    headers: { Authorization: `Bearer ${server.controlToken}`, Accept: 'application/har+json' },
  });

  const read = await responsesIn('journal.ndjson', lines);

  expect(read).toEqual(await responsesIn('journal.har', await har.text()));
  expect(read.map(({ status }) => status)).toEqual([
    ...['none came', 'none came', 'none came'],
    ...[200, 200, 200, 200],
  ]);
  await server.close();
});
