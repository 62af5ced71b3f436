/** Two hundred clients at once on one server, each with its own key and so its own scenario, quota, orders and journal. */
import { describe, expect, it } from 'vitest';
import { rateExamples } from '../testing/rate-requests.js';
import { startControlTester } from './testing/control-tester.js';

const limit = 6;
const { ask, visit } = await startControlTester({ quota: { limit, windowSeconds: 3600 } });

/** The choice of each client, and the statuses that it alone must then see; the quota ends every row. */
const kinds = [
  { scenario: undefined, statuses: [200, 200, 200, 200, 200, 200, 429] },
  { scenario: 'flaky', statuses: [500, 500, 200, 200, 200, 200, 200, 200, 429] },
  { scenario: 'status-404', statuses: [404, 404, 404, 404, 404, 404, 404, 404] },
  { scenario: 'status-403', statuses: [403, 403, 403, 403, 403, 403, 403, 403] },
  { scenario: 'normal', statuses: [200, 200, 200, 200, 200, 200, 429] },
] as const;

describe('200 clients with a key each', () => {
  it("never see each other's scenario, quota or journal", async () => {
    const clients = Array.from({ length: 200 }, (_, index) => ({
      name: `client-${index}`,
      kind: kinds[index % kinds.length]!,
    }));
    await Promise.all(
      clients.map(async ({ name, kind }) => {
        if (kind.scenario !== undefined)
          await ask('PUT', `/sandboxes/${name}/scenario`, { scenario: kind.scenario });
        const seen: number[] = [];
        for (const _status of kind.statuses)
          seen.push((await visit(`dk_test_${name}`, `/categories?client=${name}`)).status);
        expect([name, seen]).toEqual([name, kind.statuses]);
      }),
    );
    for (const { name, kind } of clients) {
      const { json } = await ask('GET', `/sandboxes/${name}/requests`);
      const requests = json.requests as {
        id: number;
        request: { query: string };
        response: { status: number };
      }[];
      expect(requests.map(({ id }) => id)).toEqual(kind.statuses.map((_, index) => index + 1));
      expect(requests.map(({ response }) => response.status)).toEqual(kind.statuses);
      expect(new Set(requests.map(({ request }) => request.query))).toEqual(new Set([`client=${name}`]));
    }
  });

  it('can order only what was quoted to themselves', async () => {
    await ask('POST', '/reset');
    const quotes = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const key = `dk_test_buyer-${index}`;
        const rated = await visit(key, '/get-shipping-rates', {
          method: 'POST',
          body: rateExamples.domestic_commercial,
        });
        return { key, id: (rated.json.data as { id: string }[])[0]!.id };
      }),
    );
    await Promise.all(
      quotes.map(async ({ key, id }, index) => {
        const foreign = quotes[(index + 1) % quotes.length]!.id;
        const order = (rate: string) =>
          visit(key, '/create-order', { method: 'POST', body: { rate_id: rate } });
        expect((await order(foreign)).status).toBe(400);
        expect((await order(id)).status).toBe(201);
      }),
    );
    const { json } = await ask('GET', '/sandboxes');
    expect((json.sandboxes as { documents: object }[]).map(({ documents }) => documents)).toEqual(
      quotes.map(() => ({ orders: 1 })),
    );
  });
});
