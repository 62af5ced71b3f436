import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import type { Failure, RuleInfo } from '../conformance/events.js';
import { pathBelow } from '../contract/files/paths.js';
import type { Report, ReportSettings } from './report.js';
import { atTheEnd, bySeverity, curlsOf, seenText, type RunRecord } from './run-record.js';

/** The report for code scanning: SARIF 2.1.0, a result for each cause, at the line of the document that it breaks. */
export function createReport({ version }: ReportSettings): Report {
  return { write: atTheEnd((record) => document(record, version)) };
}

function document({ plan, failures, summary }: RunRecord, version: string | undefined): string {
  const { couldNotJudge, exitCode } = summary;
  const indexOf = (id: string): number => plan.rules.findIndex((rule) => rule.id === id);
  return sarifLog({
    ...{ version, exitCode, rules: plan.rules.map(descriptor) },
    notifications: couldNotJudge === null ? [] : [{ level: 'error', message: { text: couldNotJudge } }],
    results: bySeverity(failures).map((failure) => result(failure, indexOf(failure.rule.id))),
  });
}

/** The text of a log with one run, whose exit code is 3 where nothing could be judged. */
export function sarifLog(run: {
  readonly version: string | undefined;
  readonly exitCode: number;
  readonly rules: readonly object[];
  readonly notifications?: readonly object[];
  readonly results: readonly object[];
}): string {
  const { version, exitCode, rules, notifications = [], results } = run;
  const driver = { name: 'drydock', ...(version !== undefined && { version }), rules };
  const invocation = {
    executionSuccessful: exitCode !== 3,
    exitCode,
    ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, invocations: [invocation], results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function descriptor(rule: RuleInfo) {
  return {
    id: rule.id,
    shortDescription: { text: rule.title },
    fullDescription: { text: `${rule.section}: ${rule.sentence}` },
    help: { text: `Expected: ${rule.expected.join('; or ')}` },
    properties: { tags: [rule.topic, rule.level] },
  };
}

function result(failure: Failure, ruleIndex: number) {
  const { actual, title, document } = failure;
  const also = failure.alsoBroken.map(({ rule }) => rule.id);
  return {
    ruleId: failure.rule.id,
    ruleIndex,
    level: failure.verdict === 'FAIL' ? 'error' : 'warning',
    message: {
      text: [
        `${failure.rule.title} Got ${actual} for ${title}. Expected ${failure.expected.join('; or ')}.`,
        `Seen ${seenText(failure)}.`,
        ...(also.length === 0 ? [] : [`It breaks ${[...new Set(also)].join(', ')} too.`]),
        curlsOf(failure),
      ].join('\n'),
    },
    ...locationOf(document),
    partialFingerprints: {
      'drydock/v2': [failure.rule.id, (failure.pointer ?? '').replace(/\/\d+/g, '/*')].join('|'),
    },
    properties: { case: failure.case },
    ...(failure.expectedFailure
      ? { suppressions: [{ kind: 'external', justification: failure.expectedFailure.reason }] }
      : {}),
  };
}

/** The line of the document, where that is a file of the repository that the suite runs in; a place elsewhere annotates nothing. */
export function locationOf(document: { readonly file: string; readonly line: number } | null): {
  locations?: readonly object[];
} {
  if (document === null) return {};
  const path = pathBelow('', document.file);
  if (path === undefined || path.split(sep).includes('node_modules') || !existsSync(document.file)) return {};
  const uri = encodeURI(path.split(sep).join('/'));
  return {
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri, uriBaseId: '%SRCROOT%' },
          region: { startLine: document.line },
        },
      },
    ],
  };
}
