/** The result of the last run of the whole matrix, and of what was added since, checked in as `kill-matrix/result.json`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { packageFile } from '../../src/contract/package-root.js';
import type { Result } from '../matrix/check-server.js';
import type { Server } from '../matrix/servers.js';

/** Which rules each server breaks, as lists with commas; a variant may be warned about. */
export interface CheckedInResult {
  /** Digests of the rules and servers that the matrix was run with, by file. */
  readonly files: Readonly<Record<string, string>>;
  readonly faults: Readonly<Record<string, string>>;
  readonly variants: Readonly<Record<string, string>>;
}

const file = () => packageFile('kill-matrix', 'result.json');

/** @throws Error when it is missing or no JSON */
export function readResult(): CheckedInResult {
  return JSON.parse(readFileSync(file(), 'utf8')) as CheckedInResult;
}

/** Writes the results for all servers, in which no problem was found. */
export function writeResult(
  files: CheckedInResult['files'],
  servers: readonly Server[],
  results: ReadonlyMap<string, Result>,
): void {
  const brokenBy = (kind: Server['kind']) =>
    Object.fromEntries(
      servers
        .filter((server) => server.kind === kind)
        .map(({ variation: { id } }) => [id, results.get(id)?.broken.join(', ') ?? '']),
    );
  const result: CheckedInResult = { files, faults: brokenBy('fault'), variants: brokenBy('variant') };
  writeFileSync(file(), `${JSON.stringify(result, null, 2)}\n`);
}
