/** Bounds in the query of a list that a mock remembers. */
import { expect, it } from 'vitest';
import { httpRequest } from '../../../testing/http-request.js';
import { startMock } from '../../../testing/mock-server.js';
import { temporaryFile } from '../../../testing/temporary-folder.js';
import { roomsFile } from '../../testing/rooms-document.js';

interface Room {
  readonly name: string;
  readonly price: number;
}

const room = (name: string, price: number, day: string) => ({
  ...{ id: name, name, price, created_at: `2026-01-${day}T12:00:00Z` },
});
const seedData = temporaryFile(
  'rooms-seeds.json',
  JSON.stringify({
    '/rooms': [
      { ...room('nook', 10, '01'), capacity: 1 },
      { ...room('den', 20, '02'), capacity: 4 },
      { ...room('hall', 30, '03'), capacity: 90 },
      room('yard', 5, '04'),
    ],
  }),
);
const { origin } = await startMock({ spec: roomsFile(), stateful: true, seedData });

it.each([
  ['min_capacity=4', ['den', 'hall']],
  ['max_price=20', ['nook', 'den', 'yard']],
  ['priceLt=20', ['nook', 'yard']],
  ['min_capacity=2&max_price=20', ['den']],
  ['created_after=2026-01-02T12:00:01Z', ['hall', 'yard']],
  ['created_after=2026-01-02T14:00:00%2B02:00', ['den', 'hall', 'yard']],
  ['until=2026-01-02', ['nook', 'den']],
  ['min_capacity=2&limit=1&page=2', ['hall']],
  ['min_capacity=1000', []],
])('GET /rooms?%s lists what is within it', async (query, names) => {
  const { text } = await httpRequest(`${origin}/v1/rooms?${query}`, { method: 'GET', headers: {} });
  expect((JSON.parse(text) as Room[]).map(({ name }) => name)).toEqual(names);
});
