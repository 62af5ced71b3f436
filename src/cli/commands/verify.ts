import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { drydock, DrydockError } from '../../client/index.js';
import { StatedContract } from '../../conformance/document/stated-contract.js';
import type { ConformanceEvent, PlanEvent } from '../../conformance/events.js';
import { printableLine } from '../../conformance/printable.js';
import { plural } from '../../conformance/counting.js';
import { rulesFor } from '../../conformance/rules/rules-for.js';
import { loadRules } from '../../conformance/rules/load-rules.js';
import { shownAddress } from '../../contract/specs/fetch-document.js';
import { isAddress, readSpecSource, type SpecSource } from '../../contract/specs/spec-source.js';
import { timeText } from '../../conformance/run/planning/run-time.js';
import { superviseRun, type SupervisedRun } from '../../conformance/thread/supervise-run.js';
import { createReport } from '../../reports/registry.js';
import { configOption } from '../../options/mock-options.js';
import { verifyFlags } from '../../options/verify-options.js';
import { targetTlsWarnings } from '../../tls/target-tls.js';
import { stopSignal, type Command, type Terminal } from '../command.js';
import type { GivenFlags } from '../flags.js';
import { codeFile } from '../../contract/package-root.js';
import { runningMocks } from '../running/running-mocks.js';
import type { VerifyOrder } from '../verify-thread.js';
import { keyOf, maxTimeOf, urlOf } from '../verify/verify-options.js';
import { openReports, wantedReports, writeRun } from '../verify/verify-reports.js';
import { contractOf } from './given-contract.js';

/** `drydock verify URL`: whether a server conforms to the contract. */
export const verify: Command = {
  summary:
    'Check any server against the contract. Exit 0 conforms, 1 a rule is broken, 2 usage, 3 it could not be judged.',
  usage: 'verify URL|TARGET [flags]',
  givesVerdict: true,
  maxPositionals: 1,
  config: 'verify',
  flags: { ...verifyFlags, ...configOption },
  async run(given, terminal) {
    if (given.has('list')) return listRules(given, terminal);
    return runSuite(given, terminal);
  },
};

async function runSuite(given: GivenFlags, terminal: Terminal): Promise<number> {
  const wanted = wantedReports(given.texts('report'), given.text('output'));
  const run = supervised(given, terminal);
  for (const line of tlsWarnings(given)) terminal.err(line);
  if (given.has('plan')) return printPlan(run, terminal);
  const reports = await openReports(wanted, terminal);
  await refillQuota(given, terminal);
  return writeRun(reports, withProgress(superviseRun(run), terminal));
}

/**
 * Gives a run against a mock of this user its whole quota, which an earlier run may have spent: the sandbox that the key names has a
 * new window, and all else stays. The mock's own file of this machine has the token for that; no other target is asked.
 */
async function refillQuota(given: GivenFlags, { env }: Terminal): Promise<void> {
  const url = urlOf(given);
  const [, sandbox] = /^dk_test_([A-Za-z0-9._-]{1,64})(?:~|$)/.exec(keyOf(given) ?? '') ?? [];
  if (sandbox === undefined || !URL.canParse(url)) return;
  const [own] = await runningMocks(env, url);
  if (own === undefined) return;
  const mock = drydock.attach({ url: own.url, token: own.token });
  try {
    await mock.sandbox(sandbox).resetQuota();
  } catch (error) {
    // The run then waits for the window's end, and says so.
    if (!(error instanceof DrydockError)) throw error;
  } finally {
    await mock.close();
  }
}

/** The address is checked by the run. */
function tlsWarnings(given: GivenFlags): string[] {
  const url = urlOf(given);
  const options = { clientCert: given.text('client-cert'), insecure: given.has('insecure') };
  return URL.canParse(url) ? targetTlsWarnings(options, new URL(url)) : [];
}

async function printPlan(run: SupervisedRun, terminal: Terminal): Promise<number> {
  for await (const event of superviseRun(run)) if (event.type === 'plan') terminal.write(planText(event));
  return 0;
}

/** MiB of heap that a run with a small document may use; a large document gets more. */
const heapMiB = 96;
const heapPerMiBOfDocument = 64;
/** Of a document from the network, whose size is not known yet. GitHub's has 13. */
const maxMiBExpected = 16;

/** The run in a thread, which reads the flags itself: its options are no data. */
function supervised(given: GivenFlags, terminal: Terminal): SupervisedRun {
  const specs = given.texts('spec').map(readSpecSource);
  return {
    program: pathToFileURL(codeFile('src', 'cli', 'verify-thread.js')),
    order: {
      values: given.values,
      positionals: given.positionals,
      places: given.places,
    } satisfies VerifyOrder,
    maxTimeSeconds: maxTimeOf(given),
    heapMiB: specs.reduce((sum, spec) => sum + heapMiBFor(spec), heapMiB),
    target: printableLine(urlOf(given).replace(/\/\/[^/@]*@/, '//')),
    document: specs.map(({ location }) => shownAddress(location)).join(' and ') || 'openapi.yaml',
    signal: stopSignal(terminal),
  };
}

function heapMiBFor({ location }: SpecSource): number {
  if (isAddress(location)) return heapPerMiBOfDocument * maxMiBExpected;
  const size = statSync(location, { throwIfNoEntry: false })?.size ?? 0;
  return Math.ceil((size / 1024 / 1024) * heapPerMiBOfDocument);
}

/** The same events, of which the terminal shows how far the run is. */
async function* withProgress(events: AsyncIterable<ConformanceEvent>, terminal: Terminal) {
  const report = await createReport('text');
  for await (const event of events) {
    const line = report.progress?.(event);
    if (line !== undefined) terminal.progress(line);
    else if (event.type !== 'case') terminal.progress('');
    if (event.type === 'slowed') terminal.err(event.sentence);
    yield event;
  }
}

/** Of an invalid request that goes beside a valid one of the same shape, where it seems to fail. */
const besideIt = ' (+ a valid control)';

async function listRules(given: GivenFlags, terminal: Terminal): Promise<number> {
  const rules = rulesFor(await loadRules(), StatedContract.of(await contractOf(given)));
  const width = Math.max(...rules.map(({ id }) => id.length));
  for (const { id, level, section, title, hasControls } of rules) {
    const beside = hasControls ? besideIt : '';
    terminal.out(`${id.padEnd(width)}  ${level.padEnd(7)}  ${section.padEnd(5)}  ${title}${beside}`);
  }
  return 0;
}

function planText(plan: PlanEvent): string {
  const lines = plan.cases.map(
    ({ id, title, method, hasControl }) => `${method.padEnd(7)} ${id}  ${title}${hasControl ? besideIt : ''}`,
  );
  const cut = plan.cut === 0 ? '' : `, ${plan.cut} more left out by the budget`;
  const more = plan.more ? ', the most informative of more that the document makes for (--budget)' : '';
  const time = plan.seconds === null ? '' : `, ${timeText(plan.seconds)} at this rate`;
  const left = plan.withheld === 0 ? '' : `, ${plan.withheld} left out that may (--allow-writes)`;
  const writes = `${plan.writes === 0 ? 'none' : plan.writes} of which may change data${left}`;
  const head = `${plan.target}: ${plan.cases.length} requests at least${cut}${more}${time}, ${writes}; nothing was sent`;
  return `${[head, ...furtherRequests(plan), ...(plan.untried ?? []), ...lines].join('\n')}\n`;
}

/** The requests of a run that its plan can't list. */
function furtherRequests({ controls = 0, probes = 0 }: PlanEvent): string[] {
  const beside = `up to ${controls} valid requests, each of the shape of an invalid one that seems to fail (+)`;
  const after = `those of ${plural(probes, 'rule')} that depend on responses`;
  const further = [
    ...(controls > 0 ? [beside] : []),
    ...(probes > 0 ? [after] : []),
    'failures once more, to see whether they repeat',
  ];
  return [`Besides these it sends ${further.join(', ')}.`];
}
