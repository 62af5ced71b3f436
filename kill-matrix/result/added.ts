/** Additions to the checked-in result, so that a rule with its fault needs no run of the whole matrix. */
import type { LoadedRule } from '../../src/conformance/rules/rule.js';
import type { Result } from '../matrix/check-server.js';
import type { Server } from '../matrix/servers.js';
import type { CheckedInResult } from './result-file.js';

/** The rules and servers that a result lacks. */
export interface Added {
  readonly rules: readonly string[];
  readonly servers: ReadonlySet<string>;
}

/** Finds what was added, or says why the whole matrix must be run: what is measured already is only right for the same code. */
export function addedSince(
  result: CheckedInResult,
  files: CheckedInResult['files'],
  rules: readonly Pick<LoadedRule, 'id' | 'cases' | 'probe' | 'appliesTo'>[],
  servers: readonly Server[],
): Added | string {
  const changed = Object.keys(result.files).find((file) => files[file] !== result.files[file]);
  if (changed !== undefined) return `${changed} changed since kill-matrix/result.json was written`;
  // No server of the matrix meets a rule for documents of others.
  const isOld = (id: string) => Object.hasOwn(result.files, `contract-tests/${id}.ts`);
  const fresh = rules.filter(({ id, appliesTo }) => appliesTo.document !== 'other' && !isOld(id));
  const sending = fresh.find(({ cases, probe }) => cases !== undefined || probe !== undefined);
  if (sending) return `rule ${sending.id} sends requests, and other rules look at their responses`;
  const ids = servers.map(({ variation: { id } }) => id);
  const isKnown = (id: string) => Object.hasOwn(result.faults, id) || Object.hasOwn(result.variants, id);
  return { rules: fresh.map(({ id }) => id), servers: new Set(ids.filter((id) => !isKnown(id))) };
}

/** A result with what was known of its server. */
export function withKnown(found: Result, { faults, variants }: CheckedInResult): Result {
  const known = (faults[found.id] ?? variants[found.id] ?? '').split(', ').filter((id) => id !== '');
  return { ...found, broken: [...new Set([...known, ...found.broken])].sort() };
}
