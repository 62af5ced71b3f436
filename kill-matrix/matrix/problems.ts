/** Lists what is wrong with the kill matrix, as sentences that name the fault and the rule; none when all is well. */
import type { Fault } from '../variations/variation.js';
import type { Result } from './check-server.js';
import type { Server } from './servers.js';

/** The lists that are compared with the faults, before anything runs. */
export interface Lists {
  /** Ids of all rules. */
  readonly rules: readonly string[];
  /** The reason why a rule has no fault that it alone finds. */
  readonly reasons: Readonly<Record<string, string>>;
}

const list = 'rules-without-sole-fault.ts';

/** Holds the rules, the faults and the reasons against each other. */
export function problemsOfLists(faults: readonly Fault[], { rules, reasons }: Lists): string[] {
  const sole = new Map(faults.filter((fault) => fault.sole).map(({ rules: [rule = ''], id }) => [rule, id]));
  const unknown = (id: string) => !rules.includes(id);
  return [
    ...faults.flatMap(({ id, rules: named }) =>
      named.filter(unknown).map((rule) => `fault ${id} names ${rule}, which is no rule`),
    ),
    ...Object.keys(reasons)
      .filter(unknown)
      .map((rule) => `${list} names ${rule}, which is no rule`),
    ...rules
      .filter((rule) => !sole.has(rule) && !Object.hasOwn(reasons, rule))
      .map(
        (rule) =>
          `rule ${rule} has no fault that it alone finds: write one with foundOnlyBy, or in ${list} why there can be none`,
      ),
    ...Object.keys(reasons)
      .filter((rule) => sole.has(rule))
      .map(
        (rule) => `${list} has a reason for ${rule}, which alone finds ${sole.get(rule) ?? ''}: remove it`,
      ),
  ];
}

/**
 * Holds what the suite found against what the servers say about themselves.
 *
 * @param byAnyRule whether a fault may be found by other rules than it names: which rule meets a fault that depends on time, such
 *   as one of a kept connection, is chance, and only a whole run of the matrix can be repeated until it is right
 */
export function problemsOfResults(
  servers: readonly Server[],
  results: ReadonlyMap<string, Result>,
  reasons: Lists['reasons'],
  byAnyRule = false,
): string[] {
  return servers.flatMap((server) => {
    const { id } = server.variation;
    const result = results.get(id);
    if (!result) return [`${server.kind} ${id} was not run`];
    const leaks = result.leaks.map((leak) => `${server.kind} ${id}: ${leak}`);
    if (server.kind === 'fault') {
      const isFine = byAnyRule && result.broken.length > 0;
      return isFine ? leaks : [...leaks, ...problemsOfFault(server.variation, result, reasons)];
    }
    // A variant may break what is less than a MUST; the correct server keeps all that its level asks for.
    const broken = server.kind === 'reference' && result.broken.length > 0;
    if (!broken && result.exitCode === 0) return leaks;
    const rules = result.broken.join(', ') || 'nothing';
    return [
      ...leaks,
      `${server.kind} ${id} must pass and ends with exit code ${result.exitCode ?? 'none'}, breaking ${rules}`,
      ...result.failures.map((failure) => `  ${failure}`),
    ];
  });
}

function problemsOfFault(fault: Fault, result: Result, reasons: Lists['reasons']): string[] {
  const { broken, exitCode, failures } = result;
  if (fault.rules.length === 0)
    return broken.length === 0
      ? []
      : [`fault ${fault.id} names no rule; a whole run breaks ${broken.join(', ')}: name one with foundBy`];
  const foreign = broken.filter((rule) => !fault.rules.includes(rule));
  const [only = ''] = broken;
  // A run that ended early doesn't show what else would have found the fault.
  const stale = exitCode !== undefined && broken.length === 1 && Object.hasOwn(reasons, only);
  return [
    ...fault.rules
      .filter((rule) => !broken.includes(rule))
      .map((rule) => `fault ${fault.id} must be found by ${rule}, which does not fail (${fault.title})`),
    ...(fault.sole ? foreign : []).map(
      (rule) => `fault ${fault.id} may be found by ${fault.rules.join()} alone, and ${rule} fails too`,
    ),
    ...(failures.length > 3 ? [`fault ${fault.id} is one, and makes ${failures.length} failures`] : []),
    ...(stale ? [`${list} has a reason for ${only}, which alone finds ${fault.id}: use foundOnlyBy`] : []),
  ];
}

/** Tells whether every rule that must find the fault did; while it names none, whether the suite failed the server. */
export function isFound(fault: Fault, result: Result | undefined): boolean {
  if (fault.rules.length === 0) return result?.exitCode === 1;
  return fault.rules.every((rule) => result?.broken.includes(rule) ?? false);
}
