import { readBoundedFile } from '../../contract/files/read-bounded-file.js';
import { nearest } from '../../contract/nearest-names.js';
import { OptionError } from '../../contract/option-error.js';
import { areTexts, membersOf } from '../../contract/schema/json-equal.js';
import type { Planner } from '../cases/planner.js';
import { printableLine } from '../printable.js';
import { skipReason } from '../rules/rule-info.js';
import type { Rerun, RunOptions } from './options.js';
import type { Plan } from './plan.js';
import { preflightCases } from './preflight.js';

const maxReportBytes = 256 * 1_048_576;

/**
 * The failures of a JSON report. Its seed plans the same cases again, so that they can be sent alone.
 *
 * @throws Error, one sentence, when the file is not a JSON report of this version or has no failure
 */
export function readRerun(file: string): Rerun {
  const report = parsed(file);
  const failed = failuresOf(report);
  if (failed === undefined)
    throw new Error(`${file} is not a JSON report (format drydock-report, version 1)`);
  const { seed, level, document } = report;
  const rules = [...new Set(failed.flatMap(({ rules }) => rules))];
  if (rules.length === 0) throw new Error(`${file} has no failure to repeat`);
  return {
    file,
    rules,
    // A failure in a 429 that came before the response to a case is repeated by sending the case.
    cases: [...new Set(failed.flatMap(({ cases }) => cases).map((id) => id.replace(/#429$/, '')))],
    seed: typeof seed === 'number' ? seed : 1,
    level: typeof level === 'string' ? level : undefined,
    document: typeof document === 'string' ? document : undefined,
  };
}

/** A failure of a report, as far as it is needed to repeat it. */
interface Failed {
  readonly rules: readonly string[];
  readonly cases: readonly string[];
}

/** The failures, without warnings; undefined where the report is not of this format. */
function failuresOf(report: Readonly<Record<string, unknown>>): Failed[] | undefined {
  const { format, formatVersion, failures } = report;
  if (format !== 'drydock-report' || formatVersion !== 1 || !Array.isArray(failures)) return undefined;
  const failed = (failures as unknown[]).map((failure): (Failed & { verdict: unknown }) | undefined => {
    const { rule, alsoBroken = [], verdict, cases } = membersOf(failure);
    if (!Array.isArray(alsoBroken)) return undefined;
    const rules = [rule, ...alsoBroken.map((other: unknown) => membersOf(other).rule)].map(
      (one) => membersOf(one).id,
    );
    if (!areTexts(rules) || !areTexts(cases)) return undefined;
    return { rules, cases, verdict };
  });
  const whole = failed.filter((one) => one !== undefined);
  return whole.length < failed.length ? undefined : whole.filter(({ verdict }) => verdict === 'FAIL');
}

function parsed(file: string): Readonly<Record<string, unknown>> {
  const text = readBoundedFile(file, { maxBytes: maxReportBytes, pipes: true });
  if (text.trim() === '') throw new Error(`${file} is empty`);
  try {
    return membersOf(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is not a JSON report: ${(cause as Error).message}`, { cause });
  }
}

/**
 * A run that sends nothing breaks nothing, so a report that doesn't fit the plan would pass.
 *
 * @throws OptionError naming the rule or case that the plan lacks
 */
export function assertRerun({ rerun, level, nameOption }: RunOptions, plan: Plan, planner: Planner): void {
  if (rerun === undefined) return;
  const rules = plan.all.rules.map(({ id }) => id);
  const cases = [...plan.all.cases, ...preflightCases(planner)].map(({ id }) => id);
  const probes = plan.all.rules.filter((rule) => rule.probe !== undefined).map(({ id }) => `${id}/`);
  const isKnown = (id: string): boolean => cases.includes(id) || probes.some((rule) => id.startsWith(rule));
  const rule = rerun.rules.find((id) => !rules.includes(id));
  if (plan.withheld.length > 0)
    throw new OptionError(
      `${nameOption('rerun')} repeats requests that may change data: allow it with ${nameOption('allowWrites')}.`,
    );
  const missing = rule ?? rerun.cases.find((id) => !isKnown(id));
  if (missing === undefined) return;
  const [kind, known] = rule === undefined ? ['case', cases] : ['rule', rules];
  const [near] = nearest(missing, known, 1);
  const skip = [...plan.skips].find(([id]) => missing.startsWith(`${id}/`))?.[1];
  const reasons = [
    ...(skip === undefined ? [] : [skipReason(skip, nameOption)]),
    ...(rerun.level === undefined || rerun.level === level
      ? []
      : [`its level is ${rerun.level}, not ${level}`]),
    ...(isSameFile(rerun.document, planner.stated.contract.file)
      ? []
      : [`it is about another document, ${rerun.document ?? 'none'}`]),
    ...(near === undefined ? [] : [`did you mean ${near}?`]),
  ];
  const because = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  const text = `${rerun.file} names the ${kind} ${missing}, which this run does not have${because}`;
  throw new OptionError(`${nameOption('rerun')} can't be used: ${printableLine(text, 600)}.`);
}

/** Compared by its name, because a report may come from another machine. */
function isSameFile(one: string | undefined, other: string): boolean {
  const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
  return one !== undefined && nameOf(one) === nameOf(other);
}
