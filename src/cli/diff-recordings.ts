import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { drydock, DrydockError, type MockClient } from '../client/index.js';
import { systemFailure } from '../contract/system-failure.js';
import { isAddress } from '../contract/specs/spec-source.js';
import { readCoverage, type CoverageFile } from '../diff/met/coverage-files.js';
import { fileRecording, type Recording } from '../diff/met/recording.js';
import { readHarEntry } from '../recordings/reading/read-har-entry.js';
import { runningMocks } from './running/running-mocks.js';
import type { Terminal } from './command.js';
import { UsageError } from './flags.js';

const isRecording = /\.(?:har|ndjson|jsonl)$/i;

/** The recordings that `--met` names. */
export interface MetSources {
  readonly recordings: readonly Recording[];
  readonly coverages: readonly CoverageFile[];
}

/**
 * Opens what `--met` names: a HAR, NDJSON or coverage, a folder of them, or the address of a running mock or proxy.
 *
 * @param token the control token of the addresses; by default that of the mock that this user runs there
 * @throws UsageError
 */
export async function openMet(
  sources: readonly string[],
  token: string | undefined,
  terminal: Terminal,
): Promise<MetSources> {
  const recordings: Recording[] = [];
  const coverages: CoverageFile[] = [];
  for (const source of sources) {
    if (isAddress(source)) {
      recordings.push(await journalOf(source, token, terminal));
      continue;
    }
    for (const file of filesOf(source)) {
      const coverage = readCoverage(file, basename(file));
      if (coverage) coverages.push(coverage);
      else recordings.push(fileRecording(file));
    }
  }
  return { recordings, coverages };
}

function filesOf(source: string): string[] {
  try {
    if (!statSync(source).isDirectory()) return [source];
    const files = readdirSync(source)
      .filter((name) => isRecording.test(name) || readCoverage(join(source, name), name) !== undefined)
      .sort();
    if (files.length > 0) return files.map((name) => join(source, name));
  } catch (cause) {
    throw new UsageError(`--met can't read ${source}: ${systemFailure(cause)}.`, { cause });
  }
  throw new UsageError(`--met ${source}: the folder has no .har, .ndjson or .jsonl file, and no coverage.`);
}

/** The journal of every sandbox, read once: what comes while documents are compared is not among it. */
async function journalOf(url: string, token: string | undefined, terminal: Terminal): Promise<Recording> {
  const mock = await mockAt(url, token, terminal);
  try {
    const logs: (readonly unknown[])[] = [];
    for (const { name } of await mock.sandboxes()) logs.push((await mock.sandbox(name).har()).log.entries);
    const exchanges = logs
      .flat()
      .map((entry, index) => readHarEntry(entry, `entry ${index + 1}`, true))
      .filter((exchange) => exchange !== undefined);
    return {
      name: new URL(url).host,
      read: () => Readable.from(exchanges),
    };
  } catch (error) {
    throw error instanceof DrydockError ? new UsageError(error.message) : error;
  }
}

async function mockAt(url: string, token: string | undefined, { env }: Terminal): Promise<MockClient> {
  const known = token ?? (await runningMocks(env, url))[0]?.token;
  if (known === undefined)
    throw new UsageError(
      `No mock of yours runs at ${new URL(url).origin}: give its control token with --control-token.`,
    );
  return drydock.attach({ url, token: known });
}
