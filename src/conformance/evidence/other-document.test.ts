/** Reports about a server of another document quote that document, and never the specification of this service. */
import { beforeAll, describe, expect, it } from 'vitest';
import { documentContract } from '../testing/document-contract.js';
import { brokenRules } from '../events.js';
import { createReport, reportNames } from '../../reports/registry.js';
import { runSuite, type SuiteRun } from '../testing/run-suite.js';
import { todoServer } from '../testing/todo-server.js';

const shipping = /shipping|courier|envelope|box_dimension|create-order|\brates?\b(?! limit)/i;

describe('a failure of another document', () => {
  let failures: SuiteRun['failures'];
  let events: SuiteRun['events'];
  let lacking: SuiteRun['failures'];
  beforeAll(async () => {
    const server = await todoServer(true);
    const run = { url: server.url, contract: await documentContract('todo'), allowWrites: true, budget: 400 };
    ({ failures, events } = await runSuite(run));
    ({ failures: lacking } = await runSuite({ ...run, only: 'requests/missing-field' }));
    await server.close();
  });

  it('quotes the constraint that it is about: file, line, pointer and text', () => {
    expect(lacking[0]?.rule).toMatchObject({
      section: expect.stringMatching(/todo\.yaml:\d+ \/components\/schemas\/New\/properties\/title$/),
      sentence: '"title": {"type": "string"}',
    });
    const noKey = failures.find((failure) =>
      brokenRules(failure).some(({ id }) => id === 'auth/missing-key'),
    );
    expect(noKey?.rule).toMatchObject({
      section: expect.stringMatching(/todo\.yaml:4 \/security$/),
      sentence: '"security": [{"key": []}]',
    });
  });

  it('does not mention the shipping service in any report', async () => {
    for (const name of reportNames) {
      const report = await createReport(name);
      const text = events.map((event) => report.write(event)).join('');
      expect([name, shipping.exec(text)?.[0], text.length > 1000]).toEqual([name, undefined, true]);
    }
  });
});

it('rules that need this service are not planned for another document, nor the other way', async () => {
  const [own, other] = [
    await runSuite({ url: 'http://127.0.0.1:1', planOnly: true }),
    await runSuite({
      url: 'http://127.0.0.1:1',
      planOnly: true,
      budget: 50,
      contract: await documentContract('todo'),
    }),
  ];
  const scopes = ({ plan }: SuiteRun) => [...new Set(plan.rules.map(({ scope }) => scope))].sort();
  expect(scopes(own)).toEqual(['any', 'service']);
  expect(scopes(other).filter((scope) => scope === 'service')).toEqual([]);
  expect(JSON.stringify(other.plan.rules)).not.toMatch(shipping);
});

it('credentials go where each security scheme wants them, and appear nowhere but as variables of a shell', async () => {
  const auth = { basic: 'robot:Pt7 sesame/x', 'in-query': 'Qk4-canary-9', 'in-cookie': 'Ck5-canary-8' };
  const { plan } = await runSuite({
    url: 'http://127.0.0.1:1',
    contract: await documentContract('guarded'),
    planOnly: true,
    only: 'requests/documented-examples',
    auth,
    key: 'Bt6-canary-7',
    expiredKey: undefined,
    limitedKey: undefined,
  });
  const curl: Record<string, string> = Object.fromEntries(
    plan.cases.map(({ operation, request }) => [operation ?? '', request?.curl ?? '']),
  );
  expect(curl.basic).toContain(
    `"Authorization: Basic $(printf %s "$DRYDOCK_AUTH_BASIC" | base64 | tr -d '\\n')"`,
  );
  expect(curl.query).toContain('/query?api_key=$DRYDOCK_AUTH_IN_QUERY"');
  expect(curl.both).toContain('"Cookie: sid=$DRYDOCK_AUTH_IN_COOKIE"');
  expect(curl.both).toContain('"Authorization: Bearer $DRYDOCK_KEY"');
  expect(curl.either).toContain('api_key=$DRYDOCK_AUTH_IN_QUERY"');
  expect(curl.optional).not.toContain('DRYDOCK');
  for (const secret of [...Object.values(auth), 'sesame', 'Bt6-canary', btoa(auth.basic)])
    expect(JSON.stringify(plan)).not.toContain(secret);
});
