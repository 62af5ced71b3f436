/**
 * Measures what a trick takes off the processor time of a request, after `npm run build`: `node bench/tricks.mjs`, two minutes for a trick.
 *
 *   --without NAMES   what DRYDOCK_PLAIN_HTTP turns off in one of the two mocks: one trick, several between commas, or 1 for all;
 *                     default: each trick alone, one after the other
 *   --against DIST    compares with another build of the mock instead, such as that of another worktree
 *   --send KINDS      GET, POST or both (the default), between commas
 *   --rounds N        default 40
 *   --count N         requests in a round, default 8000
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureTricks, trickNames, withoutTricks } from './mock/tricks.mjs';
import { drydock } from './servers/drydock.mjs';

const { values } = parseArgs({
  options: {
    without: { type: 'string' },
    against: { type: 'string' },
    send: { type: 'string', default: 'GET,POST' },
    rounds: { type: 'string', default: '40' },
    count: { type: 'string', default: '8000' },
  },
});
await measureTricks({
  variants: await variants(),
  kinds: values.send.split(','),
  rounds: Number(values.rounds),
  count: Number(values.count),
  say: console.log,
});

async function variants() {
  const { against, without } = values;
  if (against) return { [against]: drydock({ program: join(resolve(against), 'src/cli/main.js') }) };
  const names = without ? [without] : await trickNames();
  return Object.fromEntries(names.map((name) => [name === '1' ? 'all' : name, withoutTricks(name)]));
}
