import { describe, expect, it } from 'vitest';
import { createReport, reportNames } from '../../reports/registry.js';
import type { ConformanceEvent, Failure, PlanEvent, SummaryEvent } from '../events.js';
import { superviseRun, type SupervisedRun } from './supervise-run.js';
import type { ThreadMessage } from './serve-run.js';

const ruleOf = (id: string) => ({
  ...{ id, topic: 'a', title: 't', level: 'MUST' as const, section: '1', sentence: 's' },
  ...{ expected: ['e'], scope: 'any' as const },
});
const plan: PlanEvent = {
  ...{
    type: 'plan',
    target: 'http://h/',
    document: 'd.yaml',
    seed: 1,
    level: 'MUST',
    cut: 0,
    more: false,
    writes: 0,
    withheld: 0,
    cases: [],
    seconds: null,
  },
  rules: ['a/judged', 'a/broken', 'a/untouched'].map(ruleOf),
};
const sent = { method: 'GET', url: 'http://h/', headers: {}, body: null, curl: 'curl http://h/' };
const failure: Failure = {
  ...{
    rule: ruleOf('a/broken'),
    verdict: 'FAIL',
    level: 'MUST',
    operation: null,
    flaky: false,
    only: null,
    title: 't',
    case: 'c',
    before: [],
    sent,
  },
  ...{ answer: null, noAnswer: null, expected: ['e'], actual: 'seen before the end', pointer: null },
  ...{ problems: [], document: null, cases: ['c'], alsoBroken: [], expectedFailure: null },
  seen: { operations: [], outside: true, statuses: [200], cases: 1 },
};
const oneCase: ConformanceEvent = {
  ...{ type: 'case', id: 'c', title: 't', operation: null, status: 200, milliseconds: 1, verdict: 'FAIL' },
  ...{ broken: ['a/broken'], reason: null, done: 1, total: 2 },
};
const planned: ThreadMessage = plan;
const judged: readonly ThreadMessage[] = [
  { type: 'judging', case: 'c', writes: false },
  { type: 'judged', rules: ['a/judged', 'a/broken'], broken: ['a/broken'] },
  oneCase,
];
const judging: ThreadMessage = { type: 'judging', case: 'next', writes: false };
const found: ThreadMessage = { type: 'found', group: 0, failure };

/** From its first moment on, in which a thread sends all of its messages. */
const lastsSeconds = 1.5;
/** Spins once the others' time is nearly over: it needs no processor until then, and must be ended all the same. */
const hang = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${lastsSeconds * 900}); for (;;);`;
const fill = 'const all = []; for (;;) all.push({ all: [...all.slice(-9)] });';

/** A thread that sends messages and then does something. */
function thread(messages: readonly ThreadMessage[], then: string): SupervisedRun {
  const code = `import { parentPort as port, workerData } from 'node:worker_threads';
    for (const message of workerData.order) port.postMessage(message);
    ${then}`;
  return {
    program: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    ...{
      order: messages,
      maxTimeSeconds: then === hang ? lastsSeconds : 60,
      planningMs: 60_000,
      graceMs: 100,
      heapMiB: 24,
      target: 'http://h/',
      document: 'd.yaml',
    },
  };
}

async function eventsOf(run: SupervisedRun): Promise<ConformanceEvent[]> {
  const events: ConformanceEvent[] = [];
  for await (const event of superviseRun(run)) events.push(event);
  return events;
}

async function endOf(run: SupervisedRun): Promise<SummaryEvent> {
  return (await eventsOf(run)).at(-1) as SummaryEvent;
}

describe('superviseRun', () => {
  it('forwards the events of a complete run and adds none', async () => {
    const events = await eventsOf(thread([planned, ...judged, { type: 'ended' }], ''));
    expect(events).toEqual([plan, oneCase]);
  });

  it('counts the time of a run from when it is asked for, however old the process is', async () => {
    const say = `port.postMessage({ type: 'failed', name: 'Error', message: String(workerData.beganAt) });`;
    const asked = Date.now();
    const said = await eventsOf(thread([], say)).catch((error: unknown) => Number((error as Error).message));
    expect(said).toBeGreaterThanOrEqual(asked);
    expect(said).toBeLessThanOrEqual(Date.now());
  });

  it('ends a run that hangs, and says on which response', async () => {
    expect(await endOf(thread([planned, ...judged, judging], hang))).toMatchObject({
      exitCode: 3,
      couldNotJudge: 'The run was ended while the response to next was judged: its 1.5 s were over.',
    });
  });

  it('says how many requests that may write had an answer when the run died', async () => {
    const writing: ThreadMessage = { type: 'judging', case: 'next', writes: true };
    const events = await eventsOf(thread([planned, ...judged, writing, writing], hang));
    expect(events.at(-1)).toMatchObject({ requests: 3, written: 2 });
    const report = await createReport('text');
    expect(events.map((event) => report.write(event)).join('')).toContain(
      '2 requests that may have changed data were sent.',
    );
  });

  it('prolongs a run that its target slows down, to 15 times its time at most', async () => {
    const stretched: ThreadMessage = { type: 'stretched', seconds: 3600 };
    expect(
      await endOf({ ...thread([planned, stretched], hang), maxTimeSeconds: 0.02, graceMs: 2000 }),
    ).toMatchObject({
      couldNotJudge: 'The run was ended after 0 responses: its 0.3 s were over.',
    });
  });

  it('ends a run that takes too much memory', async () => {
    expect(await endOf(thread([planned, judging], fill))).toMatchObject({
      exitCode: 3,
      couldNotJudge:
        'The run was ended while the response to next was judged: 24 MiB of memory were not enough.',
    });
  });

  it('reports the cases that were judged until the run died, and the others as not judged', async () => {
    const events = await eventsOf(thread([planned, found, ...judged], 'throw new Error("a bug");'));
    const reason = 'The run was ended after 1 response: a bug.';
    expect(events.map(({ type }) => type)).toEqual(['plan', 'case', 'failure', 'summary']);
    expect(events.at(-1)).toMatchObject({
      ...{ exitCode: 1, couldNotJudge: null, failures: 1, notices: [reason] },
      rules: [
        { rule: { id: 'a/judged' }, verdict: 'PASS', judged: 1 },
        { rule: { id: 'a/broken' }, verdict: 'FAIL', judged: 1, broken: 1 },
        { rule: { id: 'a/untouched' }, verdict: 'ERROR', reason },
      ],
    });
  });

  it('reports no failure twice that the run had reported itself', async () => {
    const second: ThreadMessage = { type: 'found', group: 1, failure };
    const reporting: ThreadMessage = { type: 'reporting', groups: [0] };
    const reported: ThreadMessage = { type: 'failure', failure };
    const messages = [planned, found, second, ...judged, reporting, reported];
    const events = await eventsOf(thread(messages, hang));
    expect(events.filter(({ type }) => type === 'failure')).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ failures: 2 });
  });

  it('throws the error that stopped the run before its plan, with the same name', async () => {
    const failed: ThreadMessage = { type: 'failed', name: 'OptionError', message: 'No.' };
    await expect(eventsOf(thread([failed], ''))).rejects.toMatchObject({
      name: 'OptionError',
      message: 'No.',
    });
  });

  it('ends a run that does not end when it is interrupted', async () => {
    const interruption = new AbortController();
    const events: ConformanceEvent[] = [];
    for await (const event of superviseRun({
      ...{ ...thread([planned], hang), maxTimeSeconds: 60, signal: interruption.signal },
    })) {
      events.push(event);
      interruption.abort();
    }
    expect(events.at(-1)).toMatchObject({
      couldNotJudge: 'The run was ended after 0 responses: the run was interrupted.',
    });
  });

  it('ends a run that makes no plan in all of its time', async () => {
    const endless = { ...thread([], 'for (;;);'), planningMs: undefined, maxTimeSeconds: 0.1 };
    expect(await endOf(endless)).toMatchObject({
      exitCode: 3,
      couldNotJudge: 'The run was ended before the first request: it had no plan in 0.1 s.',
    });
  });

  it.each(reportNames)('makes a %s report of a run that died before its plan', async (name) => {
    const report = await createReport(name);
    const texts = (await eventsOf(thread([], 'process.exit(1);'))).map((event) => report.write(event));
    expect(texts.join('')).toContain('The run was ended before the first request');
  });
});
