/** What clients make of each fault of the connection: a mock breaks the connection, and three clients say what they saw. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import axios from 'axios';
import { drydock } from '../../../client/index.js';
import type { MockClient } from '../../../client/index.js';
import { packageFile } from '../../../contract/package-root.js';
import { code, markdownTable } from './markdown-table.js';

/** A client gives up after this; every fault that ends by itself has ended by then. */
const timeoutMs = 5_000;
/** Faults that only make the answer late are made short enough to end. */
const settings: Readonly<Record<string, object>> = { 'slow-drip': { chunk: 2048, interval: '200ms' } };

type Client = (url: string, key: string) => Promise<string>;
const clients: readonly Client[] = [fetchOutcome, axiosOutcome, curlOutcome];

export async function faultTable(): Promise<string> {
  const mock = await drydock.start();
  try {
    const rows = await Promise.all(faultKinds().map(({ kind, text }) => faultRow(mock, kind, text)));
    return markdownTable(['fault', 'what happens', 'fetch of Node', 'axios in Node', 'curl'], rows);
  } finally {
    await mock.close();
  }
}

async function faultRow(mock: MockClient, kind: string, text: string): Promise<string[]> {
  const sandbox = mock.sandbox();
  await sandbox.scenario({ fault: { kind, ...settings[kind] } } as never);
  const outcomes = await Promise.all(
    clients.map((client) => client(`${sandbox.url}/categories`, sandbox.key)),
  );
  return [code(kind), text, ...outcomes];
}

/** The kinds of faults with their descriptions, from the JSON Schema of scenario files. */
function faultKinds(): { kind: string; text: string }[] {
  const schema = JSON.parse(readFileSync(packageFile('scenarios', 'scenario.schema.json'), 'utf8')) as {
    $defs: { faultKind: { enum: string[]; description: string } };
  };
  const { enum: kinds, description } = schema.$defs.faultKind;
  return kinds.map((kind) => {
    const [, text] = new RegExp(`(?:^|\\. )${kind}: (.*?)\\.(?: |$)`).exec(description) ?? [];
    if (text === undefined) throw new Error(`The schema of scenario files does not describe ${kind}.`);
    return { kind, text };
  });
}

async function fetchOutcome(url: string, key: string): Promise<string> {
  let called = 'fetch()';
  try {
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    called = 'json()';
    await response.json();
    return 'resolves';
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string; name?: string } };
    if (name === 'TimeoutError') return called === 'fetch()' ? 'waits for headers' : 'waits for the body';
    // Some versions of Node leave the parser's code out.
    const parser = cause?.name === 'HTTPParserError' ? 'HPE_INVALID_CONSTANT' : undefined;
    return `\`${called}\` rejects: ${cause?.code ?? parser ?? name}`;
  }
}

async function axiosOutcome(url: string, key: string): Promise<string> {
  try {
    const { data } = await axios.get<unknown>(url, {
      headers: { Authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return typeof data === 'string' ? 'resolves: `data` is a string' : 'resolves';
  } catch (error) {
    const { code: reason, message } = error as { code?: string; message: string };
    return reason === 'ERR_CANCELED' ? 'waits' : `rejects: ${reason ?? message}`;
  }
}

function curlOutcome(url: string, key: string): Promise<string> {
  const args = [
    '-s',
    '-m',
    String(timeoutMs / 1000),
    '-o',
    '/dev/null',
    '-H',
    `Authorization: Bearer ${key}`,
    url,
  ];
  return new Promise((resolve) => {
    execFile('curl', args, (error) => {
      const exit = error === null ? 0 : Number(error.code);
      resolve(exit === 28 ? 'waits' : `exit ${exit}`);
    });
  });
}
