/**
 * Starts the reference server as a process, to measure any tool against it:
 * `node dist/kill-matrix/serve.js [--fault ID | --variant ID] [--port N]`. `--list` prints every fault and every variant.
 */
import { parseArgs } from 'node:util';
import { DEFAULT_KEYS } from './reference-server/keys.js';
import { startReferenceServer } from './reference-server/reference-server.js';
import { loadFaults, loadVariants } from './variations/load-variations.js';
import type { Variation } from './variations/variation.js';

const { values } = parseArgs({
  options: {
    fault: { type: 'string' },
    variant: { type: 'string' },
    port: { type: 'string', default: '0' },
    list: { type: 'boolean', default: false },
  },
});
const [faults, variants] = [await loadFaults(), await loadVariants()];

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
    ...faults.map((fault) => ['fault', fault] as const),
    ...variants.map((variant) => ['variant', variant] as const),
  ];
  for (const [kind, { topic, id, title }] of lines) console.log([kind, topic, id, title].join('\t'));
} else {
  const variation = chosen('fault', faults, values.fault) ?? chosen('variant', variants, values.variant);
  // Other tools are given the document without its assumptions, so this server must not refuse by them.
  const server = await startReferenceServer({ variation, assumedValues: false, port: Number(values.port) });
  const { valid, expired, limited } = variation?.settings.keys ?? DEFAULT_KEYS;
  console.log(`${server.url}\nvalid key ${valid}\nexpired key ${expired}\nlimited key ${limited}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}
