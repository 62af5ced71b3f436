/**
 * Starts the reference server as a process, to measure any tool against it:
 * `node dist/contract-tests/kill-matrix/serve.js --fault ID --port N`. `--list` prints every fault and lawful difference.
 */
import { parseArgs } from 'node:util';
import { FAULTS } from './faults.js';
import { DEFAULT_KEYS } from './keys.js';
import { LAWFUL } from './variants.js';
import { startReferenceServer } from './reference-server.js';
import type { Variation } from './variation.js';

const { values } = parseArgs({
  options: {
    fault: { type: 'string' },
    lawful: { type: 'string' },
    port: { type: 'string', default: '0' },
    list: { type: 'boolean', default: false },
  },
});

/** Finds what was asked for by its id, and ends with exit 2 when there is no such id. */
function chosen(
  kind: string,
  variations: readonly Variation[],
  id: string | undefined,
): Variation | undefined {
  const found = variations.find((variation) => variation.id === id);
  if (id === undefined || found) return found;
  console.error(`No ${kind} is called '${id}'; --list prints them all.`);
  process.exit(2);
}

if (values.list) {
  const lines = [
    ...FAULTS.map((fault) => ['fault', fault] as const),
    ...LAWFUL.map((each) => ['lawful', each] as const),
  ];
  for (const [kind, { topic, id, title }] of lines) console.log([kind, topic, id, title].join('\t'));
} else {
  const variation =
    chosen('fault', FAULTS, values.fault) ?? chosen('lawful difference', LAWFUL, values.lawful);
  const server = await startReferenceServer({ variation, port: Number(values.port) });
  const { valid, expired, limited } = variation?.settings.keys ?? DEFAULT_KEYS;
  console.log(`${server.url}\nvalid key ${valid}\nexpired key ${expired}\nlimited key ${limited}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}
