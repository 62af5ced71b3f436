import type { Report, ReportSettings } from './report.js';
import { atTheEnd, fixFirst, type RunRecord } from './run-record.js';

/** Increased when a field changes its meaning or is removed, not when one is added. */
const formatVersion = 1;

/** The report for programs: everything about a run, as `json-report.schema.json` describes it. */
export function createReport(settings: ReportSettings): Report {
  return { write: atTheEnd((record) => `${JSON.stringify(document(record, settings), null, 2)}\n`) };
}

function document({ plan, cases, failures, summary }: RunRecord, { version, startedAt }: ReportSettings) {
  const { type: _summary, rules, operations, ...totals } = summary;
  return {
    format: 'drydock-report',
    formatVersion,
    drydock: version ?? null,
    startedAt: startedAt ?? null,
    target: plan.target,
    document: plan.document,
    level: plan.level,
    seed: plan.seed,
    summary: { ...totals, planned: plan.cases.length, cut: plan.cut, more: plan.more },
    failures,
    fixFirst: fixFirst(failures).map(({ failure, others }) => ({
      rules: [failure.rule.id, ...others],
      cases: failure.seen.cases,
    })),
    rules,
    operations,
    cases: cases.map(({ type: _case, done: _done, total: _total, ...result }) => result),
  };
}
