/**
 * `drydock verify` against targets that want to exhaust it. Needs a build. HOSTILE_SECONDS=20 attacks for longer and prints
 * the figures.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { httpServer, rawServer } from '../src/conformance/testing/small-server.js';
import type { SmallServer } from '../src/conformance/testing/small-server.js';
import { temporaryFile } from '../src/testing/temporary-folder.js';
import { hostileTargets } from './testing/hostile-targets.js';
import { runVerify } from './testing/verify-process.js';
import type { FinishedVerify } from './testing/verify-process.js';

const maxSeconds = Number(process.env.HOSTILE_SECONDS ?? 1);
const flags = ['--key', 'a-key-of-the-partner', '--max-time', String(maxSeconds)];
/** Of a busy machine, for the process to start and to end. */
const slackSeconds = 10;

interface Report {
  readonly summary: {
    readonly exitCode: number;
    readonly seconds: number;
    readonly notices: readonly string[];
  };
  readonly rules: readonly { readonly verdict: string }[];
}

async function attack(server: SmallServer, ...more: readonly string[]): Promise<FinishedVerify> {
  try {
    return await runVerify(server.url, ...flags, '--report', 'json', ...more);
  } finally {
    await server.close();
  }
}

const kinds = Object.entries(hostileTargets);
const slowToJudge = 'a response that takes long to judge';
const finished = new Map<string, FinishedVerify>();

beforeAll(
  async () => {
    // All at once: the processes are what takes the time.
    const attacks = kinds.map(async ([kind, turns]) => {
      let number = 0;
      const server = await rawServer((socket) => turns[number % turns.length]?.(socket, ++number));
      finished.set(kind, await attack(server));
    });
    await Promise.all([...attacks, attackJudging().then((run) => finished.set(slowToJudge, run))]);
  },
  60_000 + maxSeconds * 2000,
);

describe('drydock verify, against a target that sends', () => {
  it.each([...Object.keys(hostileTargets), slowToJudge])(
    '%s, reports in time and in less than 250 MiB',
    (kind) => {
      const run = finished.get(kind);
      const report = JSON.parse(run?.out ?? '') as Report;
      expect([1, 3]).toContain(run?.exitCode);
      expect(report.summary.exitCode).toBe(run?.exitCode);
      expect(report.summary.seconds).toBeLessThan(maxSeconds + 5);
      expect(run?.seconds).toBeLessThan(maxSeconds + slackSeconds);
      expect(run?.peakMiB).toBeLessThan(250);
      if (process.env.HOSTILE_SECONDS !== undefined)
        process.stderr.write(`${kind}: ${run?.peakMiB.toFixed(0)} MiB, ${report.summary.seconds} s\n`);
    },
  );

  it(`${slowToJudge}, reports what was judged before`, () => {
    const run = finished.get(slowToJudge);
    const { summary, rules } = JSON.parse(run?.out ?? '') as Report;
    expect(run?.exitCode).toBe(1);
    expect(summary.notices.join()).toMatch(
      /^The run was ended while the response to .*GET \/b\/.* was judged: its \d+ s were over\.$/,
    );
    expect(rules.map(({ verdict }) => verdict)).toEqual(expect.arrayContaining(['PASS', 'FAIL', 'ERROR']));
  });
});

/** Each schema of a chain asks for the next one twice; the response that breaks a rule comes first. */
async function attackJudging(): Promise<FinishedVerify> {
  const operation = (schema: object) => ({
    get: { responses: { '200': { description: 'd', content: { 'application/json': { schema } } } } },
  });
  const link = (level: number) => ({ $ref: `#/components/schemas/Level${level}` });
  const levels = Array.from({ length: 36 }, (_, level) => [
    `Level${level}`,
    level === 35 ? { type: 'array' } : { allOf: [link(level + 1), link(level + 1)] },
  ]);
  const document = {
    ...{ openapi: '3.1.0', info: { title: 't', version: '1' } },
    paths: { '/a': operation({ type: 'array' }), '/b': operation(link(0)) },
    components: { schemas: Object.fromEntries(levels) as object },
  };
  const server = await httpServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url === '/b') setTimeout(() => response.end('[]'), 300);
    else response.end('{}');
  });
  return attack(server, '--spec', temporaryFile('levels.json', JSON.stringify(document)));
}
