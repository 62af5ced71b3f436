import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { brokenRules } from '../events.js';
import { failedRules, runAgainstService, type ServiceChange } from '../testing/run-suite.js';
import { failure, keys, success } from '../testing/small-service.js';

describe('verify, against a server that conforms', () => {
  it('fails nothing, and has fewer than 950 cases, each of which is named in its request', async () => {
    const named = new Set<unknown>();
    const run = await runAgainstService((response, { request }) => {
      named.add(request.headers['x-drydock-case']);
      return response;
    });
    expect(failedRules(run)).toEqual([]);
    expect(run.summary).toMatchObject({ exitCode: 0, verdict: 'conforms', notSent: 0 });
    // Requests are a few more: some are sent again where a busy machine took too long.
    expect(run.summary.cases).toBeLessThan(950);
    const unnamed = run.plan.cases
      .filter(({ id }) => !named.has(id.replace(/[^!-~]/gu, encodeURIComponent)))
      .map(({ rule }) => rule);
    expect([...new Set(unnamed)].sort()).toEqual([
      'auth/other-scheme',
      'http/ambiguous-requests',
      'http/rare-spellings',
    ]);
  });

  it('waits until its rate limit ends and sends every case', async () => {
    let used = 0;
    let refusedAt = Infinity;
    const limited: ServiceChange = (response) => {
      // Requests alone spend the quota, so that it is met on a slow machine too.
      if (Date.now() - refusedAt >= 1000) [used, refusedAt] = [0, Infinity];
      if (++used <= 150) return response;
      refusedAt = Math.min(refusedAt, Date.now());
      return failure(429, 'Too many requests, retry after 1 second');
    };
    const run = await runAgainstService(limited, { budget: 200 });
    expect(failedRules(run)).toEqual([]);
    expect(run.summary).toMatchObject({ exitCode: 0, notSent: 0 });
    expect(
      run.summary.rules.find(({ rule }) => rule.id === 'limits/says-when-to-retry')?.judged,
    ).toBeGreaterThan(0);
  });
});

describe('verify, against a server that breaks a rule', () => {
  it('finds that over the rate limit of one operation another is served without its data', async () => {
    let used = 0;
    let refusedAt = Infinity;
    const run = await runAgainstService(
      (response, { request }) => {
        if (Date.now() - refusedAt >= 1000) [used, refusedAt] = [0, Infinity];
        if (++used <= 30) return response;
        if (request.method === 'GET') return success([]);
        refusedAt = Math.min(refusedAt, Date.now());
        return failure(429, 'Too many requests, retry after 1 second');
      },
      { only: 'getShippingRates', budget: 60 },
    );
    expect(failedRules(run)).toContain('categories/same-each-time');
  });

  it('reports the rule with the request as curl, the status, the line of the document and no key', async () => {
    const run = await runAgainstService(
      (response, { text }) =>
        response.status === 400 && text.includes('"weight":-1.5') ? { ...response, status: 200 } : response,
      { only: 'requests/invalid-value' },
    );
    const reported = run.failures.find(({ rule }) => rule.id === 'requests/invalid-value');
    expect(reported).toMatchObject({
      verdict: 'FAIL',
      level: 'MUST',
      operation: 'getShippingRates',
      flaky: false,
      actual: 'status 200',
      expected: ['status 400'],
      answer: { status: 200 },
      document: { pointer: expect.stringMatching(/\/Box\/properties\/weight\/minimum$/) },
    });
    expect(reported?.sent.curl).toMatch(/^curl -i -X POST http:.*"weight":-1.5/);
    expect(reported?.sent.curl).toContain('-H "Authorization: Bearer $DRYDOCK_KEY"');
    expect(JSON.stringify(run.events)).not.toContain(keys.valid);
  });

  it('shows a command that sends the headers of the run as well, those that are secret as variables', async () => {
    const { headers, commands } = await commandsOf({
      'X-Tenant': 'my shop',
      'X-Mock-Scenario': 'broken-null-list',
    });
    const env = { DRYDOCK_KEY: keys.valid, DRYDOCK_HEADER_X_TENANT: headers['X-Tenant'] };
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      expect(command).not.toContain('my shop');
      expect(headersPasted(command, env)).toEqual(
        expect.arrayContaining(['X-Tenant: my shop', 'X-Mock-Scenario: broken-null-list']),
      );
    }
  });

  it('shrinks the request that fails', async () => {
    const run = await runAgainstService(
      (response, { text }) =>
        response.status === 200 && text.length > 20_000 ? failure(500, 'Server error') : response,
      { only: 'requests/large-bodies' },
    );
    const reported = run.failures.find((cause) =>
      brokenRules(cause).some(({ id }) => id === 'requests/large-bodies'),
    );
    expect(reported?.sent.body?.length).toBeLessThan(60_000);
  });

  it('fails a rule that was broken only once, and marks it as flaky', async () => {
    let served = 0;
    const breaksOnce: ServiceChange = (response, { request }) => {
      if (request.url !== '/categories' || response.status !== 200) return response;
      served += 1;
      return served === 4 ? { ...response, body: { ...response.body, data: null } } : response;
    };
    const run = await runAgainstService(breaksOnce, { only: 'listCategories' });
    expect(run.failures.find(({ rule }) => rule.id === 'envelope/data')).toMatchObject({
      verdict: 'FAIL',
      flaky: true,
    });
    expect(run.summary.exitCode).toBe(1);
  });

  it('stops calling an operation that never responds', async () => {
    const run = await runAgainstService(
      (response, { request }) => (request.url === '/get-shipping-rates' ? undefined : response),
      { timeoutMs: 200 },
    );
    expect(failedRules(run)).toContain('http/answers');
    expect(run.summary.notSent).toBeGreaterThan(200);
  });

  it('counts each case as failed or as warned, as the causes do in which it stands', async () => {
    const { summary, failures, events } = await runAgainstService((response) => ({
      ...response,
      body: { status: 1 },
    }));
    const causesOf = (verdict: string) => failures.filter((one) => one.verdict === verdict);
    expect(summary).toMatchObject({
      failures: causesOf('FAIL').length,
      warnings: causesOf('WARN').length,
    });
    const idsOf = (verdict: string) =>
      events.flatMap((event) => (event.type === 'case' && event.verdict === verdict ? [event.id] : []));
    const total = (count: 'failed' | 'warned') =>
      summary.operations.reduce((sum, one) => sum + one[count], 0);
    // Cases of an operation that is assumed only warn, and here they have the cause of those that fail.
    expect([idsOf('WARN').length, summary.warnings, total('warned')]).toEqual([expect.any(Number), 0, 0]);
    expect(idsOf('WARN')).not.toEqual([]);
    expect(total('failed')).toBe(idsOf('FAIL').length + idsOf('WARN').length);
  });

  it('warns about a broken assumption, and fails it at level ASSUMED', async () => {
    const negative: ServiceChange = (response) => {
      const data = (response.body.data as Record<string, unknown>[]).map((element) =>
        'delivery_time' in element ? { ...element, delivery_time: -1 } : element,
      );
      return { ...response, body: { ...response.body, data } };
    };
    const [must, assumed] = [
      await runAgainstService(negative, { only: 'rates/fields' }),
      await runAgainstService(negative, { only: 'rates/fields', level: 'ASSUMED' }),
    ];
    expect(failedRules(must)).toEqual([]);
    expect(must.failures.map(({ rule, verdict, level }) => [rule.id, verdict, level])).toContainEqual([
      'rates/fields',
      'WARN',
      'ASSUMED',
    ]);
    expect(failedRules(assumed)).toContain('rates/fields');
  });

  it('takes no markup that an error quotes of its request for a page, but one beside it', async () => {
    const quoting =
      (more: string): ServiceChange =>
      (response, { text }) => {
        const [markup] = /<script.*?<\/script>/.exec(text) ?? [];
        if (response.status === 401 || markup === undefined) return response;
        return failure(400, `Invalid request: ${markup}`, [`got ${markup}`, more]);
      };
    const [fair, leaking] = [
      await runAgainstService(quoting(''), { only: 'errors/nothing-leaks' }),
      await runAgainstService(quoting('<pre>Traceback</pre>'), { only: 'errors/nothing-leaks' }),
    ];
    expect(fair.failures).toEqual([]);
    expect(leaking.failures.map(({ actual }) => actual)).toEqual(['an HTML page: <pre>Traceback</pre>']);
  });

  it('fails a server that answers 429 after every wait that it named', async () => {
    const run = await runAgainstService((response, { number }) =>
      number > 40 ? failure(429, 'Retry after 0.01 seconds') : response,
    );
    expect(failedRules(run)).toContain('limits/recovers');
  });
});

/** The commands for the failures of a server that is broken for whoever sends some headers. */
async function commandsOf(headers: Record<string, string>) {
  const { failures } = await runAgainstService(
    (response) => (response.status === 200 ? failure(500, 'Internal error') : response),
    { only: 'requests/documented-examples', headers },
  );
  return { headers, commands: failures.map(({ sent }) => sent.curl) };
}

/** The headers that curl gets when a command is pasted into a shell with these variables. */
function headersPasted(command: string, env: Record<string, string | undefined>): string[] {
  const script = `curl() { for one; do printf '%s\\0' "$one"; done; }\n${command}`;
  const words = execFileSync('sh', ['-c', script], { env: { PATH: process.env.PATH, ...env } })
    .toString()
    .split('\0');
  return words.filter((_, index) => words[index - 1] === '-H');
}
