import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Canary } from './canary.js';
import type { CanaryReport } from './canary.js';
import type { MockProcess } from './mock-process.js';

export interface SoakOptions {
  /** Started with `--watch` and `--scenarios` of the folder. */
  readonly mock: MockProcess;
  /** A copy of the scenarios, whose files may be changed. */
  readonly folder: string;
  readonly seconds: number;
}

/** The holdings of a process at a moment, in bytes and pieces. */
export interface Holding {
  readonly heap: number;
  readonly resident: number;
  readonly descriptors: number;
}

export interface SoakReport {
  readonly requests: number;
  readonly reloads: number;
  /** Once things have run for a fifth of the time, and at the end, each with every sandbox reset. */
  readonly before: Holding;
  readonly after: Holding;
  readonly canary: CanaryReport;
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
export async function soak({ mock, folder, seconds }: SoakOptions): Promise<SoakReport> {
  const work = new Work(mock, folder);
  await work.runFor(seconds / 5);
  const before = await holding(mock);
  const canary = new Canary(mock.origin, 50);
  await work.runFor((seconds * 4) / 5);
  const canaryReport = await canary.stop();
  const after = await holding(mock);
  return { requests: work.requests, reloads: work.reloads, before, after, canary: canaryReport };
}

class Work {
  requests = 0;
  reloads = 0;

  constructor(
    private readonly mock: MockProcess,
    private readonly folder: string,
  ) {}

  async runFor(seconds: number): Promise<void> {
    const end = performance.now() + seconds * 1000;
    const reader = new AbortController();
    const reading = this.readEvents(reader.signal);
    const clients = Array.from({ length: 4 }, (_, client) => this.load(client, end));
    await Promise.all([...clients, this.change(end)]);
    reader.abort();
    await reading;
  }

  private async load(client: number, end: number): Promise<void> {
    const { origin } = this.mock;
    for (let turn = 0; performance.now() < end; turn += 1) {
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
  private async change(end: number): Promise<void> {
    const file = join(this.folder, 'slow.yaml');
    const text = readFileSync(file, 'utf8');
    for (let turn = 0; performance.now() < end; turn += 1) {
      const sandbox = `sandboxes/soak-${turn % 4}-${turn % 200}`;
      await this.mock.control('PUT', `${sandbox}/scenario`, { scenario: 'flaky' });
      await (await this.mock.control('GET', `${sandbox}/requests`)).arrayBuffer();
      await this.mock.control('POST', `${sandbox}/reset`);
      writeFileSync(file, `${text}\n# ${turn}\n`);
      this.reloads += 1;
      await new Promise((resolve) => setTimeout(resolve, 200));
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

async function holding(mock: MockProcess): Promise<Holding> {
  await mock.control('POST', 'reset');
  // By the response to a later request, broken connections are gone.
  await (await mock.control('GET', 'metrics')).arrayBuffer();
  const heap = await mock.heap();
  return { heap, resident: mock.resident() ?? NaN, descriptors: mock.descriptors() ?? NaN };
}
