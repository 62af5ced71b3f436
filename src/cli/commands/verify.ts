import { writeFileSync } from 'node:fs';
import { systemFailure } from '../../contract/system-failure.js';
import type { ConformanceEvent, PlanEvent, SummaryEvent } from '../../conformance/events.js';
import { loadRules } from '../../conformance/rules/load-rules.js';
import type { VerifyOptions } from '../../conformance/run/options.js';
import { verify as run } from '../../conformance/run/verify.js';
import { createReport, reportNames } from '../../reports/registry.js';
import type { Report } from '../../reports/report.js';
import { verdictLine } from '../../reports/run-record.js';
import type { Command, Terminal } from '../command.js';
import { UsageError } from '../flags.js';
import type { GivenFlags } from '../flags.js';
import { packageVersion } from '../package-version.js';
import { choiceOf, verifyOptions } from './verify-options.js';

const mostWarnings = 10;

/** `drydock verify URL`: whether a server conforms to the contract. */
export const verify: Command = {
  summary:
    'Check any server against the contract. Exit 0 conforms, 1 a rule is broken, 2 usage, 3 it could not be judged.',
  usage: 'verify URL [flags]',
  maxPositionals: 1,
  flags: {
    key: {
      value: 'K',
      help: 'a valid key of the target; DRYDOCK_KEY or --key-file keeps it off the command line',
    },
    'key-file': { value: 'F', help: 'file whose first line is the valid key' },
    'expired-key': { value: 'K', help: 'a key that has expired: it must get 401 everywhere' },
    'limited-key': {
      value: 'K',
      help: 'a key with few permissions: it must get 403 somewhere and 401 nowhere',
    },
    header: {
      value: "'N: V'",
      help: 'sent with every request; may be given several times',
      many: true,
      noEnv: true,
    },
    spec: { value: 'F', help: 'OpenAPI 3.0 or 3.1 document to check against', default: "the service's own" },
    'spec-root': {
      value: 'DIR',
      help: 'folder whose files the document of --spec may refer to',
      default: "the document's own",
    },
    level: { value: 'L', help: 'weakest level that fails: must, should or assumed', default: 'must' },
    only: {
      value: 'GLOB',
      help: 'only rules, cases or operations whose id matches; --list and --plan show the ids',
    },
    rerun: { value: 'F', help: 'only what failed in this JSON report', noEnv: true },
    list: { help: 'list the rules and stop', noEnv: true },
    plan: { help: 'print what would be sent and send nothing', noEnv: true },
    seed: { value: 'N', help: 'same seed, same plan', default: '1' },
    budget: { value: 'N', help: 'cases at most, the most important first' },
    rate: { value: 'N', help: 'requests a second at most', default: 'no limit' },
    concurrency: { value: 'N', help: 'requests at the same time', default: '8' },
    timeout: { value: 'MS', help: 'milliseconds for one response', default: '10000' },
    'max-time': { value: 'S', help: 'seconds for the whole run', default: '120' },
    'probe-rate-limit': {
      value: 'N',
      help: 'send up to N requests to reach the rate limit and check it',
      default: '0',
    },
    report: { value: 'R', help: reportNames.join(', '), default: 'text' },
    output: { value: 'F', help: 'write the report to a file', default: 'standard output' },
    'expected-failures': {
      value: 'F',
      help: 'YAML list of known failures, each with reason and expiry date',
    },
  },
  async run(given, terminal) {
    if (given.has('list')) return listRules(terminal);
    return runSuite(await verifyOptions(given), given, terminal);
  },
};

async function runSuite(options: VerifyOptions, given: GivenFlags, terminal: Terminal): Promise<number> {
  const name = choiceOf('report', given.text('report') ?? 'text', reportNames);
  const output = given.text('output');
  const report = await createReport(name, {
    color: output === undefined && terminal.isTerminal,
    version: packageVersion(),
    startedAt: new Date().toISOString(),
  });
  // Such as a pattern that is not enforced: a server that breaks it is not found out.
  for (const warning of options.contract.warnings.slice(0, mostWarnings))
    terminal.err(`warning    ${warning}`);
  const pieces: string[] = [];
  const write = (text: string): void => {
    if (text === '') return;
    if (output === undefined) terminal.write(text);
    else pieces.push(text);
  };
  let summary: SummaryEvent | undefined;
  for await (const event of run(options)) {
    if (event.type === 'plan' && options.planOnly) terminal.write(planText(event));
    if (options.planOnly) continue;
    showProgress(report, event, terminal);
    write(report.write(event));
    if (event.type === 'summary') summary = event;
  }
  if (output !== undefined && !options.planOnly) saveReport(output, pieces.join(''));
  if (output !== undefined && summary) terminal.err(verdictLine(summary));
  return summary?.exitCode ?? 0;
}

function showProgress(report: Report, event: ConformanceEvent, terminal: Terminal): void {
  const line = report.progress?.(event);
  if (line !== undefined) terminal.progress(line);
  else if (event.type !== 'case') terminal.progress('');
}

function saveReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new UsageError(`--output can't be written to ${file}: ${systemFailure(cause)}.`, { cause });
  }
}

async function listRules(terminal: Terminal): Promise<number> {
  const rules = await loadRules();
  const width = Math.max(...rules.map(({ id }) => id.length));
  for (const { id, level, section, title } of rules) {
    terminal.out(`${id.padEnd(width)}  ${level.padEnd(7)}  ${section.padEnd(5)}  ${title}`);
  }
  return 0;
}

function planText(plan: PlanEvent): string {
  const lines = plan.cases.map(({ id, title, request }) => `${request.method.padEnd(7)} ${id}  ${title}`);
  const cut = plan.cut === 0 ? '' : `, ${plan.cut} more left out by the budget`;
  return `${plan.target}: ${plan.cases.length} requests at least${cut}; nothing was sent\n${lines.join('\n')}\n`;
}
