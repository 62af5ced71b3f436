import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Canary } from './canary.js';
import type { MockProcess } from './mock-process.js';

export interface SoakOptions {
  /** Started with `--watch` and `--scenarios` of the folder. */
  readonly mock: MockProcess;
  /** A copy of the scenarios, whose files may be changed. */
  readonly folder: string;
  /** Asked after every step: when the mock counts as warm, and when the work ends. */
  readonly isWarm: (done: Progress) => boolean;
  readonly isOver: (done: Progress) => boolean;
}

interface Progress {
  readonly requests: number;
  readonly reloads: number;
}

const scenarios = [
  'flaky',
  'rate-limited',
  'status-404',
  'empty-categories',
  'connection-reset',
  'truncated',
  'normal',
];

/** Load with scenarios, sandboxes that come and go, reloads and a reader of events, as over days of use. */
export async function soak({ mock, folder, isWarm, isOver }: SoakOptions) {
  const work = new Work(mock, folder);
  await work.runUntil(isWarm);
  const before = await holding(mock);
  const canary = new Canary(mock.origin, 50);
  await work.runUntil(isOver);
  const canaryReport = await canary.stop();
  const after = await holding(mock);
  const { requests, reloads } = work;
  return { requests, reloads, before, after, canary: canaryReport };
}

class Work {
  requests = 0;
  reloads = 0;

  constructor(
    private readonly mock: MockProcess,
    private readonly folder: string,
  ) {}

  async runUntil(isOver: (done: Progress) => boolean): Promise<void> {
    const over = (): boolean => isOver(this);
    const reader = new AbortController();
    const reading = this.readEvents(reader.signal);
    const clients = Array.from({ length: 4 }, (_, client) => this.load(client, over));
    await Promise.all([...clients, this.change(over)]);
    reader.abort();
    await reading;
  }

  private async load(client: number, over: () => boolean): Promise<void> {
    const { origin } = this.mock;
    for (let turn = 0; !over(); turn += 1) {
      const key = `Bearer dk_test_soak-${client}-${turn % 200}`;
      const headers = { Authorization: key, 'X-Mock-Scenario': scenarios[turn % scenarios.length] ?? '' };
      const path = turn % 3 === 0 ? 'orders/1' : 'categories';
      await fetch(`${origin}/${path}`, { headers }).then(
        (response) => response.arrayBuffer().catch(() => undefined),
        () => undefined,
      );
      this.requests += 1;
    }
  }

  /** Sandboxes get a scenario and are reset; a scenario file is written anew, so that all is reloaded. */
  private async change(over: () => boolean): Promise<void> {
    const file = join(this.folder, 'slow.yaml');
    const text = readFileSync(file, 'utf8');
    for (let turn = 0; !over(); turn += 1) {
      const sandbox = `sandboxes/soak-${turn % 4}-${turn % 200}`;
      await this.mock.control('PUT', `${sandbox}/scenario`, { scenario: 'flaky' });
      await (await this.mock.control('GET', `${sandbox}/requests`)).arrayBuffer();
      await this.mock.control('POST', `${sandbox}/reset`);
      const reloads = this.mock.count(/^Reloaded/);
      writeFileSync(file, `${text}\n# ${turn}\n`);
      while (this.mock.count(/^Reloaded/) === reloads) await delay(20);
      this.reloads += 1;
      await delay(200);
    }
    writeFileSync(file, text);
  }

  private async readEvents(signal: AbortSignal): Promise<void> {
    try {
      const { origin, controlToken } = this.mock;
      const headers = { Authorization: `Bearer ${controlToken}` };
      const { body } = await fetch(`${origin}/__drydock/events`, { headers, signal });
      for await (const _ of body as unknown as AsyncIterable<Uint8Array>);
    } catch {
      // The abort ends it.
    }
  }
}

/** The holdings of the process with every sandbox reset, in bytes and pieces. */
async function holding(mock: MockProcess) {
  await mock.control('POST', 'reset');
  // By the response to a later request, broken connections are gone.
  await (await mock.control('GET', 'metrics')).arrayBuffer();
  const heap = await mock.heap();
  return { heap, resident: mock.memory('VmRSS') ?? NaN, descriptors: mock.descriptors() ?? NaN };
}
