/** Commands that do one thing end at the first signal, and leave no part of a file. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliProcess } from '../testing/cli-process.js';
import { temporaryFolder } from '../testing/temporary-folder.js';

let silent: Server;
let url: string;
/** Called when a request has arrived, which gets no response. */
let arrived: () => void = () => undefined;
beforeAll(async () => {
  silent = createServer(() => arrived()).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

const folder = temporaryFolder();
const anyRequest = () => new Promise<void>((resolve) => (arrived = resolve));

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it.each([
    ['coverage', () => ['coverage', '--url', url, '--control-token', 'x']],
    ['compile', () => ['compile', `${url}/openapi.yaml`, '--output', join(folder, 'mock.mjs')]],
  ])('ends drydock %s while it waits', async (_, args) => {
    const waiting = anyRequest();
    const command = new CliProcess(args());
    await waiting;
    command.child.kill(signal);
    expect((await command.finished).signal).toBe(signal);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends drydock scenarios import while it reads', async () => {
    const here = temporaryFolder();
    const recording = join(here, 'traffic.har');
    execFileSync('mkfifo', [recording]);
    const command = new CliProcess(['scenarios', 'import', recording, '--name', 'a', '--scenarios', folder]);
    // A pipe opens once somebody reads it.
    const pipe = await open(recording, 'w');
    command.child.kill(signal);
    expect((await command.finished).signal).toBe(signal);
    await pipe.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});

it.each([
  ['drift', (recording: string) => ['drift', recording]],
  [
    'scenarios import',
    (recording: string) => ['scenarios', 'import', recording, '--name', 'a', '--scenarios', folder],
  ],
])('drydock %s refuses a pipe, which can be read once alone', async (_, args) => {
  const recording = join(temporaryFolder(), 'traffic.har');
  execFileSync('mkfifo', [recording]);
  const command = new CliProcess(args(recording));
  const pipe = await open(recording, 'w');
  const request = { method: 'GET', url: 'http://127.0.0.1:4010/api/v1/developer/categories', headers: [] };
  const response = { status: 200, headers: [], content: { text: '{}' } };
  await pipe.writeFile(JSON.stringify({ log: { entries: [{ request, response }] } }));
  await pipe.close();
  const { exitCode, err } = await command.finished;
  expect([exitCode, err]).toEqual([
    2,
    [`${recording} is no file, and a recording is read more than once here.`],
  ]);
  expect(readdirSync(folder)).toEqual([]);
});
