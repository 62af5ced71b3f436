/** Starts the reference server as a process, to measure any tool against it. */
import type { FlagTable } from '../src/cli/flags.js';
import { port } from '../src/options/forms/forms.js';
import { endWith, readCommandLine } from './command-line.js';
import { DEFAULT_KEYS } from './reference-server/keys.js';
import { startReferenceServer } from './reference-server/reference-server.js';
import { loadFaults, loadVariants } from './variations/load-variations.js';
import type { Variation } from './variations/variation.js';

const usage = `node dist/kill-matrix/serve.js [flags]

Serves the correct service, or one with a fault or a lawful difference, until it is stopped. The first lines are its URL and its keys.`;

const flags: FlagTable = {
  fault: { value: 'ID', help: 'the fault that it has' },
  variant: { value: 'ID', help: 'the lawful difference that it has' },
  port: { value: 'N', help: 'where it listens; 0 takes a free port', default: '0', form: port },
  list: { help: 'prints every fault and every variant instead' },
};

const given = readCommandLine(usage, flags, 0);
const [faults, variants] = [await loadFaults(), await loadVariants()];

/** Finds what was asked for by its id, and ends with exit 2 when there is no such id. */
function chosen(kind: 'fault' | 'variant', variations: readonly Variation[]): Variation | undefined {
  const id = given.text(kind);
  const found = variations.find((variation) => variation.id === id);
  if (id === undefined || found) return found;
  return endWith(`No ${kind} is called ${JSON.stringify(id)}; --list prints them all.`);
}

if (given.has('list')) {
  const lines = [
    ...faults.map((fault) => ['fault', fault] as const),
    ...variants.map((variant) => ['variant', variant] as const),
  ];
  for (const [kind, { topic, id, title }] of lines) console.log([kind, topic, id, title].join('\t'));
} else {
  const variation = chosen('fault', faults) ?? chosen('variant', variants);
  // Other tools are given the document without its assumptions, so this server must not refuse by them.
  const server = await startReferenceServer({
    variation,
    assumedValues: false,
    port: given.number('port') ?? 0,
  });
  const { valid, expired, limited } = variation?.settings.keys ?? DEFAULT_KEYS;
  console.log(`${server.url}\nvalid key ${valid}\nexpired key ${expired}\nlimited key ${limited}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}
