import { describe, expect, it } from 'vitest';
import { verdictLine } from '../../../reports/run-record.js';
import { runAgainstService, type ServiceChange } from '../../testing/run-suite.js';
import { failure } from '../../testing/small-service.js';

/** Serves so many requests, and then none for an hour. */
const quotaOf =
  (requests: number): ServiceChange =>
  (response, { number }) =>
    number > requests ? failure(429, 'Too many requests, retry after 3600 seconds') : response;

describe('the verdict of verify', () => {
  it('is "could not judge" for a target that served a tenth of the cases, and suggests what to do', async () => {
    const { summary } = await runAgainstService(quotaOf(57), { maxTimeSeconds: 60 });
    expect(summary).toMatchObject({ exitCode: 3, verdict: 'could not be judged' });
    expect(summary.couldNotJudge).toMatch(
      /^Only \d+ of \d+ MUST rules were judged, which is less than 90 % \(minJudged\): .*a key with more quota \(key\), send more slowly \(rate\) or give the run more time \(maxTime\)\.$/,
    );
    const { judged, counted } = summary.judgedRules;
    expect(judged * 100).toBeLessThan(counted * 90);
  });

  it('is complete, after more than maxTime, where the quota of the target needs that time', async () => {
    // Time stands still but for the waits, so that the run takes no longer on a slow machine.
    let [served, now, isRefusing] = [0, Date.UTC(2026, 0, 1), false];
    const resume = (): void => {
      now += 1100;
      isRefusing = false;
    };
    const run = await runAgainstService(
      (response) => {
        served += 1;
        if (served % 180 === 60 && !isRefusing) {
          isRefusing = true;
          setTimeout(resume, 1000);
        }
        return isRefusing ? failure(429, 'Too many requests, retry after 1 seconds') : response;
      },
      { maxTimeSeconds: 3, now: () => now },
    );
    expect(run.summary).toMatchObject({ exitCode: 0, notSent: 0 });
    expect(run.summary.seconds).toBeGreaterThan(3);
    const slowed = run.events.filter(({ type }) => type === 'slowed');
    expect(slowed).toContainEqual({
      type: 'slowed',
      sentence:
        'The target answered 429 and asks to wait 2 s, so the run waits: a key with quota left (key) spares that.',
    });
    expect(slowed).toContainEqual({
      type: 'slowed',
      sentence: expect.stringMatching(/^The target lets about .* instead of the 3 s of maxTime\.$/),
    });
  });

  it('is "could not judge" for a run that could not send all its cases, unless a part was asked for', async () => {
    const { plan, summary } = await runAgainstService(quotaOf(800), { maxTimeSeconds: 60 });
    expect(summary).toMatchObject({ exitCode: 3, verdict: 'could not be judged' });
    expect(summary.notSent).toBeGreaterThan(0);
    expect(summary.couldNotJudge).toBe(
      `${summary.notSent} cases of ${plan.cases.length} were not sent: the wait that a 429 named would have outlasted the run. ` +
        'For a verdict about all, use a key with more quota (key), send more slowly (rate) or give the run more time (maxTime); ' +
        'for one about the rest, ask for it (partial).',
    );
    const partial = await runAgainstService(quotaOf(800), { maxTimeSeconds: 60, partial: true });
    expect(partial.summary).toMatchObject({ exitCode: 0, couldNotJudge: null });
    expect(verdictLine(partial.summary)).toMatch(/^CONFORMS in what was judged: no failure \(/);
  });

  it('follows minJudged', async () => {
    const { summary } = await runAgainstService(quotaOf(57), {
      ...{ maxTimeSeconds: 60, minJudged: 5, partial: true },
    });
    expect(summary).toMatchObject({ exitCode: 0, couldNotJudge: null });
    expect(verdictLine(summary)).toMatch(/^CONFORMS in what was judged: no failure \(/);
  });

  it('is "does not conform" where the few judged cases break a rule', async () => {
    const broken = quotaOf(57);
    const { summary } = await runAgainstService(
      (response, call) => broken(response.status === 401 ? { ...response, status: 200 } : response, call),
      { maxTimeSeconds: 60 },
    );
    expect(summary).toMatchObject({ exitCode: 1, verdict: 'does not conform' });
  });

  it('counts no rule that lacks a key or is not selected, and lists it with the reason', async () => {
    const { summary } = await runAgainstService(undefined, { expiredKey: undefined, only: 'auth/*' });
    const { judged, counted, notCounted } = summary.judgedRules;
    expect(judged).toBe(counted);
    expect(summary.exitCode).toBe(0);
    expect(notCounted).toContainEqual({
      rule: 'auth/expired-key',
      reason: expect.stringContaining('(expiredKey)'),
    });
    expect(notCounted).toContainEqual({ rule: 'envelope/data', reason: 'not selected' });
  });

  it.each([
    ['only', { only: 'auth/*' }],
    ['budget', { budget: 100 }],
    [
      'rerun',
      {
        rerun: {
          ...{ file: 'report.json', seed: 1, level: 'MUST', document: 'openapi.yaml' },
          ...{ rules: ['auth/missing-key'], cases: ['auth/missing-key/listCategories/none'] },
        },
      },
    ],
  ])('says that it is about a part after %s', async (name, options) => {
    const { summary } = await runAgainstService(undefined, options);
    expect(summary).toMatchObject({ exitCode: 0, narrowedBy: [name] });
    expect(verdictLine(summary)).toMatch(/^CONFORMS in what was judged: /);
  });

  it('is given for a server that fails only its first requests', async () => {
    const { summary } = await runAgainstService(
      (response, { number }) => (number > 5 ? response : failure(500, 'Not ready')),
      { budget: 100 },
    );
    expect(summary).toMatchObject({ exitCode: 1, couldNotJudge: null });
  });

  it.each<[string, ServiceChange, RegExp]>([
    ['502', ({ body }) => ({ status: 502, body }), /gives the same answer, with status 502, to everything/],
    [
      '200',
      () => ({ status: 200, body: { hello: 'world' } }),
      /gives the same answer, with status 200, to everything.* the URL may be/,
    ],
  ])('is one sentence for a target that answers everything with the same %s', async (_, change, sentence) => {
    const { summary, failures } = await runAgainstService(change);
    expect(failures).toEqual([]);
    expect(summary).toMatchObject({ exitCode: 3, couldNotJudge: expect.stringMatching(sentence) });
    expect(summary.requests).toBeLessThan(15);
  });
});
