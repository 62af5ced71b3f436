/**
 * Runs the suite against many servers: each with one fault, which must be found, or one lawful difference, which must
 * not be. All of it in one process, a few servers at a time.
 */
import { loadShippingContract } from '../src/shipping/shipping-service.js';
import type { Failure, SummaryEvent } from '../src/conformance/events.js';
import { loadRules } from '../src/conformance/rules/load-rules.js';
import { verify } from '../src/conformance/run/verify.js';
import { DEFAULT_KEYS } from './keys.js';
import { startReferenceServer } from './reference-server.js';
import type { Variation } from './variation.js';

/** What the suite said about one server. */
export interface MatrixRow {
  readonly id: string;
  readonly topic: string;
  readonly title: string;
  readonly section: string;
  readonly exitCode: number;
  /** Rules that fail, without those that warn. */
  readonly rules: readonly string[];
  /** Rules that warn; on the correct server as well as here, they tell nothing. */
  readonly warned: readonly string[];
  readonly failures: readonly Failure[];
  readonly requests: number;
  readonly seconds: number;
}

export interface MatrixOptions {
  /** Servers at a time. */
  readonly atOnce?: number;
  readonly seed?: number;
  readonly onRow?: (row: MatrixRow) => void;
}

/** Judges one server for each variation; `undefined` is the correct server itself. */
export async function runMatrix(
  variations: readonly (Variation | undefined)[],
  { atOnce = 3, seed = 1, onRow }: MatrixOptions = {},
): Promise<MatrixRow[]> {
  const [contract, rules] = await Promise.all([loadShippingContract(), loadRules()]);
  const rows = new Map<number, MatrixRow>();
  const queue = [...variations.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, variation] = next;
      const row = await judge(variation, { contract, rules, seed });
      rows.set(index, row);
      onRow?.(row);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}

/** Orders are assumptions: they are tried only by who asks for them. */
function levelFor(variation: Variation | undefined): 'MUST' | 'SHOULD' {
  return variation?.topic === 'orders' ? 'SHOULD' : 'MUST';
}

/** The correct server under the eyes that orders are judged with. */
export const correctForOrders: Variation = {
  id: 'reference-for-orders',
  topic: 'orders',
  title: 'the correct server, orders tried',
  section: '',
  apply: (stages) => stages,
  settings: {},
  witness: [],
};

/**
 * Whether the suite tells a fault from the correct server: by a rule that fails, or warns, here and not there.
 *
 * @param correct the rows of the correct server, with and without orders
 */
export function tellingRules(row: MatrixRow, correct: readonly MatrixRow[]): string[] {
  const same = correct.filter(({ topic }) => (topic === 'orders') === (row.topic === 'orders'));
  const known = new Set(same.flatMap(({ rules, warned }) => [...rules, ...warned]));
  return [...row.rules, ...row.warned].filter((id) => !known.has(id));
}

type Suite = Pick<Parameters<typeof verify>[0], 'contract' | 'rules' | 'seed'>;

async function judge(variation: Variation | undefined, suite: Suite): Promise<MatrixRow> {
  const server = await startReferenceServer({ variation });
  const failures: Failure[] = [];
  const warned = new Set<string>();
  let summary: SummaryEvent | undefined;
  try {
    const keys = { ...DEFAULT_KEYS, ...variation?.settings.keys };
    const options = {
      ...suite,
      url: server.url,
      key: keys.valid,
      expiredKey: keys.expired,
      limitedKey: keys.limited,
      timeoutMs: 8000,
      maxTimeSeconds: 60,
      level: levelFor(variation),
    };
    for await (const event of verify(options)) {
      if (event.type === 'failure') {
        if (event.failure.verdict === 'FAIL') failures.push(event.failure);
        else warned.add(event.failure.rule.id);
      }
      if (event.type === 'summary') summary = event;
    }
  } finally {
    await server.close();
  }
  const {
    id = 'reference',
    topic = 'reference',
    title = 'the correct server',
    section = '',
  } = variation ?? {};
  return {
    ...{ id, topic, title, section, failures },
    exitCode: summary?.exitCode ?? 3,
    rules: [...new Set(failures.map(({ rule }) => rule.id))],
    warned: [...warned],
    requests: summary?.requests ?? 0,
    seconds: summary?.seconds ?? 0,
  };
}
