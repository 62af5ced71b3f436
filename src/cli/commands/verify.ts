import { statSync } from 'node:fs';
import { StatedContract } from '../../conformance/document/stated-contract.js';
import type { ConformanceEvent, PlanEvent, SummaryEvent } from '../../conformance/events.js';
import { printableLine } from '../../conformance/printable.js';
import { rulesFor } from '../../conformance/rules/rules-for.js';
import { loadRules } from '../../conformance/rules/load-rules.js';
import { timeText } from '../../conformance/run/planning/stretch.js';
import { superviseRun } from '../../conformance/thread/supervise-run.js';
import type { SupervisedRun } from '../../conformance/thread/supervise-run.js';
import { createReport, reportNames } from '../../reports/registry.js';
import type { Report } from '../../reports/report.js';
import { verdictLine } from '../../reports/run-record.js';
import type { Command, Terminal } from '../command.js';
import type { GivenFlags } from '../flags.js';
import { packageVersion } from '../package-version.js';
import type { VerifyOrder } from '../verify-thread.js';
import { contractOf, maxTimeOf, urlOf } from './verify-options.js';
import { wantedReports, WrittenReports } from './verify-reports.js';

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
      help: 'a key with few permissions: it must get 401 nowhere, and 403 for what it may not do',
    },
    auth: {
      value: 'SCHEME=V',
      help: 'credential for a security scheme of the document, user:password for HTTP Basic; may be given several times, or as DRYDOCK_AUTH_SCHEME',
      many: true,
      noEnv: true,
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
    budget: { value: 'N', help: 'cases at most, the most important first', default: 'all; 2000 with --spec' },
    rate: { value: 'N', help: 'requests a second at most, or 30/60s for 30 a minute', default: 'no limit' },
    concurrency: { value: 'N', help: 'requests at the same time', default: '8' },
    timeout: { value: 'MS', help: 'milliseconds for one response', default: '10000' },
    'max-time': {
      value: 'S',
      help: "seconds for the whole run; up to 15 times as long when the target's 429s slow it down",
      default: '120',
    },
    'allow-writes': {
      help: 'send also what may change data on the server; without it nothing is written',
    },
    'strict-http': {
      help: 'fail also for what HTTP demands and no client needs, such as Date or Allow with a 405',
    },
    'min-judged': {
      value: 'N',
      help: 'percent of the MUST rules that must be judged for a verdict',
      default: '90',
    },
    'probe-rate-limit': {
      value: 'N',
      help: 'send up to N requests to reach the rate limit and check it',
      default: '0',
    },
    report: { value: 'R[=F]', help: reportNames.join(', '), default: 'text', many: true },
    output: {
      value: 'F',
      help: 'file of the report without =F; --report may be given several times',
      default: 'standard output',
    },
    'expected-failures': {
      value: 'F',
      help: 'YAML list of known failures, each with reason and expiry date',
    },
  },
  async run(given, terminal) {
    if (given.has('list')) return listRules(given, terminal);
    return runSuite(given, terminal);
  },
};

async function runSuite(given: GivenFlags, terminal: Terminal): Promise<number> {
  const wanted = wantedReports(given.texts('report'), given.text('output'));
  const run = supervised(given, terminal);
  if (given.has('plan')) return printPlan(run, terminal);
  const written = await WrittenReports.open(wanted, terminal, {
    version: packageVersion(),
    startedAt: new Date().toISOString(),
  });
  const progress = await createReport('text');
  let summary: SummaryEvent | undefined;
  try {
    for await (const event of superviseRun(run)) {
      showProgress(progress, event, terminal);
      if (event.type === 'slowed') terminal.err(event.sentence);
      written.write(event);
      if (event.type === 'summary') summary = event;
    }
  } catch (error) {
    written.discard();
    throw error;
  }
  written.save();
  if (!written.showsOnTerminal && summary) terminal.err(verdictLine(summary));
  return summary?.exitCode ?? 3;
}

async function printPlan(run: SupervisedRun, terminal: Terminal): Promise<number> {
  for await (const event of superviseRun(run)) if (event.type === 'plan') terminal.write(planText(event));
  return 0;
}

/** MiB of heap that a run with a small document may use; a large document gets more. */
const heapMiB = 96;
const heapPerMiBOfDocument = 64;

/** The run in a thread, which reads the flags itself: its options are no data. */
function supervised(given: GivenFlags, terminal: Terminal): SupervisedRun {
  const spec = given.text('spec');
  const interruption = new AbortController();
  void terminal.stopped.then(() => interruption.abort());
  return {
    program: new URL('../verify-thread.js', import.meta.url),
    order: { values: given.values, positionals: given.positionals } satisfies VerifyOrder,
    maxTimeSeconds: maxTimeOf(given),
    heapMiB: heapMiB + Math.ceil(sizeInMiB(spec) * heapPerMiBOfDocument),
    target: printableLine(urlOf(given).replace(/\/\/[^/@]*@/, '//')),
    document: spec ?? 'openapi.yaml',
    signal: interruption.signal,
  };
}

function sizeInMiB(file: string | undefined): number {
  const found = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return (found?.size ?? 0) / 1024 / 1024;
}

function showProgress(report: Report, event: ConformanceEvent, terminal: Terminal): void {
  const line = report.progress?.(event);
  if (line !== undefined) terminal.progress(line);
  else if (event.type !== 'case') terminal.progress('');
}

async function listRules(given: GivenFlags, terminal: Terminal): Promise<number> {
  const rules = rulesFor(await loadRules(), StatedContract.of(await contractOf(given)));
  const width = Math.max(...rules.map(({ id }) => id.length));
  for (const { id, level, section, title } of rules) {
    terminal.out(`${id.padEnd(width)}  ${level.padEnd(7)}  ${section.padEnd(5)}  ${title}`);
  }
  return 0;
}

function planText(plan: PlanEvent): string {
  const lines = plan.cases.map(({ id, title, method }) => `${method.padEnd(7)} ${id}  ${title}`);
  const cut = plan.cut === 0 ? '' : `, ${plan.cut} more left out by the budget`;
  const more = plan.more ? ', the most telling of more that the document makes for (--budget)' : '';
  const time = plan.seconds === null ? '' : `, ${timeText(plan.seconds)} at this rate`;
  const left = plan.withheld === 0 ? '' : `, ${plan.withheld} left out that may (--allow-writes)`;
  const writes = `${plan.writes === 0 ? 'none' : plan.writes} of which may change data${left}`;
  return `${plan.target}: ${plan.cases.length} requests at least${cut}${more}${time}, ${writes}; nothing was sent\n${lines.join('\n')}\n`;
}
