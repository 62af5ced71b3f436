import { loadRules } from '../../conformance/rules/load-rules.js';
import type { SummaryEvent } from '../../conformance/events.js';
import { drift as judgeRecording } from '../../recordings/drift.js';
import { baseOf } from '../../recordings/reading/find-base.js';
import type { ServiceBase } from '../../recordings/reading/find-base.js';
import { RecordingError } from '../../recordings/recording-error.js';
import { reportNames } from '../../reports/registry.js';
import { verdictLine } from '../../reports/run-record.js';
import type { Command, Terminal } from '../command.js';
import { UsageError } from '../flags.js';
import type { GivenFlags } from '../flags.js';
import { packageVersion } from '../package-version.js';
import { choiceOf, contractOf } from './verify-options.js';
import { wantedReports, WrittenReports } from './verify-reports.js';

/** `drydock drift FILE`: whether recorded traffic keeps the contract. Nothing is sent. */
export const drift: Command = {
  summary:
    'Judge recorded traffic, a HAR or NDJSON, against the contract. Exit 0 conforms, 1 a rule is broken, 2 usage, 3 too little was met.',
  usage: 'drift FILE [flags]',
  maxPositionals: 1,
  flags: {
    base: {
      value: 'URL',
      help: "the service's address in the recording",
      default: 'where most requests went to operations',
    },
    spec: { value: 'F', help: 'OpenAPI document to judge by', default: "the service's own" },
    'spec-root': {
      value: 'DIR',
      help: 'folder whose files the document of --spec may refer to',
      default: "the document's own",
    },
    'fail-on': { value: 'L', help: 'weakest level that fails: must or should', default: 'must' },
    'min-operations': { value: 'N', help: 'ask that N percent of the operations were met' },
    'min-statuses': { value: 'N', help: 'the same of the documented statuses of each operation' },
    'min-errors': { value: 'N', help: 'the same of those that are errors, 4xx and 5xx' },
    'min-fields': { value: 'N', help: 'the same of the fields of request bodies' },
    report: { value: 'R[=F]', help: reportNames.join(', '), default: 'text', many: true },
    output: {
      value: 'F',
      help: 'file of the report without =F; --report may be given several times',
      default: 'standard output',
    },
  },
  async run(given, terminal) {
    const [file] = given.positionals;
    if (file === undefined) throw new UsageError('Say which recording: drydock drift FILE.har.');
    const wanted = wantedReports(given.texts('report'), given.text('output'));
    const options = {
      file,
      base: baseFrom(given),
      failOn: choiceOf('fail-on', given.text('fail-on') ?? 'must', ['MUST', 'SHOULD'] as const),
      thresholds: {
        minOperations: given.wholeNumber('min-operations', 0, 100),
        minStatuses: given.wholeNumber('min-statuses', 0, 100),
        minErrors: given.wholeNumber('min-errors', 0, 100),
        minFields: given.wholeNumber('min-fields', 0, 100),
      },
      contract: await contractOf(given),
      rules: await loadRules(),
    };
    const settings = { version: packageVersion(), startedAt: new Date().toISOString() };
    const written = await WrittenReports.open(wanted, terminal, settings);
    try {
      return await report(judgeRecording(options), written, terminal);
    } catch (error) {
      written.discard();
      throw error instanceof RecordingError ? new UsageError(error.message) : error;
    }
  },
};

async function report(
  events: ReturnType<typeof judgeRecording>,
  written: WrittenReports,
  terminal: Terminal,
): Promise<number> {
  let summary: SummaryEvent | undefined;
  for await (const event of events) {
    written.write(event);
    if (event.type === 'summary') summary = event;
  }
  written.save();
  if (!written.showsOnTerminal && summary) terminal.err(verdictLine(summary));
  return summary?.exitCode ?? 3;
}

/** @throws UsageError for a text that is no address */
export function baseFrom(given: GivenFlags): ServiceBase | undefined {
  const text = given.text('base');
  if (text === undefined) return undefined;
  const base = baseOf(text);
  if (base) return base;
  throw new UsageError(
    `--base must be an http or https address, such as https://host/api/v1/developer (got ${JSON.stringify(text)}).`,
  );
}
