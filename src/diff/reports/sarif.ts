import { locationOf, sarifLog } from '../../reports/sarif.js';
import { changeKinds } from '../change-kinds.js';
import type { Change } from '../change.js';
import { isMet, type Comparison } from '../diff-documents.js';
import { metText, sentenceOf, withExample } from './groups.js';
import type { DiffReportSettings } from './diff-report.js';

/** The report for code scanning: SARIF 2.1.0, a result for each breaking change, at its line of NEW. */
export function write(comparison: Comparison, { version }: DiffReportSettings): string {
  const breaking = comparison.changes.filter(({ effect }) => effect === 'breaking');
  const kinds = [...new Set(breaking.map(({ kind }) => kind))];
  return sarifLog({
    ...{ version, exitCode: comparison.exitCode },
    rules: kinds.map((id) => ({ id, properties: { breaks: changeKinds[id].breaks } })),
    results: breaking.map((change) => result(change, comparison, kinds.indexOf(change.kind))),
  });
}

function result(change: Change, comparison: Comparison, ruleIndex: number) {
  const { kind, id, expected } = change;
  const who = metText(change, comparison);
  const counts = isMet(change) || (change.met === null && change.certainty === 'certain');
  return {
    ruleId: kind,
    ruleIndex,
    level: counts ? 'error' : 'warning',
    message: {
      text: [sentenceOf(change), ...(who === undefined ? [] : [withExample(who, change)])].join('\n'),
    },
    ...locationOf(change.new ?? change.old),
    partialFingerprints: { 'drydock/v2': id },
    ...(expected ? { suppressions: [{ kind: 'external', justification: expected.reason }] } : {}),
  };
}
