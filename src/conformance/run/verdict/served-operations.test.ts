import { expect, it } from 'vitest';
import { loadContract } from '../../../contract/load-contract.js';
import { verdictLine } from '../../../reports/run-record.js';
import { temporaryFile } from '../../../testing/temporary-folder.js';
import { runSuite } from '../../testing/run-suite.js';
import { httpServer } from '../../testing/small-server.js';
import type { VerifyOptions } from '../options.js';

const text = { description: 'It.', content: { 'application/json': { schema: { type: 'array' } } } };
const none = { description: 'It is not.' };
const contract = await loadContract(
  temporaryFile(
    'shops.json',
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Shops', version: '1' },
      paths: {
        '/shops': {
          get: {
            operationId: 'listShops',
            parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }],
            responses: { 200: text, 400: none },
          },
          post: { operationId: 'addShop', responses: { 201: none, 403: none } },
        },
        '/sales': { get: { operationId: 'listSales', responses: { 200: text, 403: none } } },
      },
    }),
  ),
  { strict: true },
);

async function run(options: Partial<VerifyOptions> = {}) {
  const server = await httpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://target');
    const isList = pathname === '/shops' && request.method === 'GET';
    const isWrong = searchParams.has('limit') && !/^[1-9]\d*$/.test(searchParams.get('limit') ?? '');
    const status = isList ? (isWrong ? 400 : 200) : pathname === '/sales' ? 403 : 404;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(status === 200 ? '[]' : '{}');
  });
  const keys = { key: undefined, expiredKey: undefined, limitedKey: undefined };
  try {
    return await runSuite({ url: server.url, contract, ...keys, ...options });
  } finally {
    await server.close();
  }
}

it('a verdict says of how many operations nothing was judged, why, and what would change it', async () => {
  const { summary } = await run();
  expect(summary).toMatchObject({ exitCode: 0, unserved: { operations: 2, of: 3 } });
  expect(verdictLine(summary)).toMatch(
    /^CONFORMS in what was judged, which is not 2 of 3 operations: no failure/,
  );
  expect(summary.notices[0]).toBe(
    'Of 3 operations 2 never answered a valid request with success, so that nothing behind it was judged: ' +
      'addShop (not sent, for it may change data), listSales (status 403). ' +
      'To have them judged, let the suite send what may change data (allowWrites); give a credential that may use them (key, auth).',
  );
});

it('the budget bounds what rules send that follow responses, and the report names the rules', async () => {
  const { summary, plan } = await run({ budget: 3 });
  expect(plan.cases).toHaveLength(3);
  // At most so many cases, so many requests of rules, and the look at the target before.
  expect(summary.requests).toBeLessThanOrEqual(3 + 3 + 5);
  expect(summary.notices.join('\n')).toMatch(
    /rules? would have sent more than budget lets the rules send that follow responses: \w+\/[\w-]+/,
  );
});
