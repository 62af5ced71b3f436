import { basename } from 'node:path';
import type { Failure, RuleInfo } from '../conformance/events.js';
import type { Report, ReportSettings } from './report.js';
import { atTheEnd } from './run-record.js';
import type { RunRecord } from './run-record.js';

/** The report for code scanning: SARIF 2.1.0, each result at the line of the document that it breaks. */
export function createReport({ version }: ReportSettings): Report {
  return { write: atTheEnd((record) => `${JSON.stringify(log(record, version), null, 2)}\n`) };
}

function log({ plan, failures, summary }: RunRecord, version: string | undefined) {
  const rules = plan.rules.map(descriptor);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'drydock', ...(version === undefined ? {} : { version }), rules } },
        invocations: [
          {
            executionSuccessful: summary.couldNotJudge === null,
            exitCode: summary.exitCode,
            ...(summary.couldNotJudge === null
              ? {}
              : {
                  toolExecutionNotifications: [{ level: 'error', message: { text: summary.couldNotJudge } }],
                }),
          },
        ],
        results: failures.map((failure) =>
          result(
            failure,
            plan.rules.findIndex(({ id }) => id === failure.rule.id),
            plan.document,
          ),
        ),
      },
    ],
  };
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

function result(failure: Failure, ruleIndex: number, file: string) {
  const { operation, actual, title, sent, document } = failure;
  const where = operation === null ? '' : `${operation}: `;
  return {
    ruleId: failure.rule.id,
    ruleIndex,
    level: failure.verdict === 'FAIL' ? 'error' : 'warning',
    message: {
      text: `${where}${failure.rule.title} Got ${actual} for ${title}. Expected ${failure.expected.join('; or ')}.\n${sent.curl}`,
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(basename(document?.file ?? file)) },
          region: { startLine: document?.line ?? 1 },
        },
      },
    ],
    partialFingerprints: {
      'drydock/v1': [failure.rule.id, operation ?? '', (failure.pointer ?? '').replace(/\/\d+/g, '/*')].join(
        '|',
      ),
    },
    ...(failure.expectedFailure
      ? { suppressions: [{ kind: 'external', justification: failure.expectedFailure.reason }] }
      : {}),
  };
}
