/** Two hundred clients at once on one server, with a key and a counting scenario each, do not take each other's steps. */
import { expect, it } from 'vitest';
import { startMock } from '../../testing/mock-server.js';
import { scheduledScenarios, schedules } from '../../testing/scenarios/schedules.js';
import { visit } from '../../testing/scenarios/valid-requests.js';

const server = await startMock({ scenarios: scheduledScenarios() });
const categories = { method: 'GET', path: '/categories', success: 200 };
const rows = Object.entries(schedules);

/** Of two clients that follow each other one chooses by header, the other by its key. */
const clients = Array.from({ length: 200 }, (_, index) => {
  const sandbox = `client-${index}`;
  const [name, { statuses }] = rows[(index >> 1) % rows.length]!;
  const byKey = { Authorization: `Bearer dk_test_${sandbox}~${name}` };
  return { sandbox, statuses, headers: index % 2 === 0 ? { 'X-Mock-Scenario': name } : byKey };
});

it('two hundred clients at once each step through their own scenario', async () => {
  const seen = await Promise.all(
    clients.map(async ({ sandbox, statuses, headers }) => {
      const met: number[] = [];
      while (met.length < statuses.length)
        met.push((await visit(server, categories, sandbox, headers)).status);
      return [sandbox, ...met];
    }),
  );
  expect(seen).toEqual(clients.map(({ sandbox, statuses }) => [sandbox, ...statuses]));
});
