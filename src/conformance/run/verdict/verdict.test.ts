import { describe, expect, it } from 'vitest';
import { verdictLine } from '../../../reports/run-record.js';
import { failedRules, runAgainstService, runSuite, type ServiceChange } from '../../testing/run-suite.js';
import { httpServer } from '../../testing/small-server.js';
import { category, failure, keys, smallService, success } from '../../testing/small-service.js';

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
    [
      'error 502',
      ({ body }) => ({ status: 502, body }),
      /gives the same answer, with status 502, to everything/,
    ],
    [
      'login page',
      () => ({ status: 200, body: {}, text: '<form><input type="password" name="p"></form>' }),
      /gives the same answer, with status 200, to everything.* the URL may be/,
    ],
    [
      'page of a gateway with status 400',
      () => ({
        status: 400,
        body: {},
        text: '<h1>Bad Request</h1>',
        headers: { 'Content-Type': 'text/html' },
      }),
      /gives the same answer, with status 400, to everything/,
    ],
  ])('is one sentence for a target that answers everything with the same %s', async (_, change, sentence) => {
    const { summary, failures } = await runAgainstService(change);
    expect(failures).toEqual([]);
    expect(summary).toMatchObject({ exitCode: 3, couldNotJudge: expect.stringMatching(sentence) });
    expect(summary.requests).toBeLessThan(15);
  });

  it.each<[string, ServiceChange, string]>([
    [
      'serves everything with the same text',
      () => ({ status: 200, body: { hello: 'world' } }),
      'envelope/object',
    ],
    [
      'rejects Accept: */*, which any client may send',
      (response, { request }) =>
        request.headers.accept === '*/*' ? failure(406, 'Not acceptable') : response,
      'requests/documented-examples',
    ],
    [
      'rejects every request for a header that it does not know',
      (response, { request }) =>
        request.headers['user-agent'] === undefined ? response : failure(400, 'Unknown client'),
      'requests/documented-examples',
    ],
    [
      'takes the key from X-API-Key alone',
      (response, { request }) => {
        if (request.headers['x-api-key'] === keys.valid) return success([category(1)]);
        return request.headers.authorization === undefined ? response : failure(401, 'Invalid API key');
      },
      'auth/key-elsewhere',
    ],
    [
      'takes the key without the word Bearer',
      (response, { request }) =>
        request.headers.authorization === keys.valid
          ? success([category(1)])
          : failure(401, 'Invalid API key'),
      'auth/other-scheme',
    ],
  ])('fails a target that %s', async (_, change, rule) => {
    const run = await runAgainstService(change);
    expect(failedRules(run)).toContain(rule);
    expect(run.summary).toMatchObject({ exitCode: 1, couldNotJudge: null });
    expect(run.summary.notices[0]).toMatch(/^Judged in part only: http/);
    expect(run.summary.requests).toBeLessThan(150);
  });

  it('is no failure where a limited key is served and the other key is wrong', async () => {
    const { summary, failures } = await runAgainstService(
      (response, { request }) =>
        request.headers.authorization === `Bearer ${keys.limited}` ? success([category(1)]) : response,
      { key: 'wrong' },
    );
    expect(failures).toEqual([]);
    expect(summary).toMatchObject({ exitCode: 3, failures: 0 });
  });

  it('names the request that a target had to answer when it stopped listening', async () => {
    const last = 'requests/several-problems/getShippingRates/every-value-null';
    const server = await httpServer(
      smallService((response, { request }) => {
        if (request.headers['x-drydock-case'] !== last) return response;
        void server.close();
        return undefined;
      }),
    );
    const { summary } = await runSuite({
      url: server.url,
      only: 'requests/several-problems',
      concurrency: 1,
    });
    expect(summary.notices).toContain(
      `The target stopped listening while it had 1 request to answer, which may have ended it: ${last}.`,
    );
  });
});
