/**
 * `drydock verify` against targets that want to exhaust it. Needs a build. HOSTILE_SECONDS=20 attacks for longer and prints
 * the figures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { httpServer, rawServer, type SmallServer } from '../src/conformance/testing/small-server.js';
import { temporaryFile } from '../src/testing/temporary-folder.js';
import { hostileTargets } from './testing/hostile-targets.js';

const maxSeconds = Number(process.env.HOSTILE_SECONDS ?? 1);
const flags = ['--key', 'a-key-of-the-partner', '--max-time', String(maxSeconds)];
interface Report {
  readonly summary: {
    readonly exitCode: number;
    readonly notices: readonly string[];
  };
  readonly rules: readonly { readonly verdict: string }[];
}

/** The end of a `drydock verify` process. */
interface FinishedVerify {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
  /** Its largest resident memory, in MiB. */
  readonly peakMiB: number;
}

/**
 * At its end the process writes its peak. The peak of its own pages: what rusage tells includes those of the process that forked it.
 */
const peakHook = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  const peak = () => {
    try {
      return /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
    } catch {
      return process.resourceUsage().maxRSS;
    }
  };
  if (isMainThread) process.on('exit', () => writeSync(2, 'peak ' + peak() + ' KiB\\n'));
`)}`;

const program = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));

/** Runs the built `drydock verify` as a process of its own. */
async function runVerify(...args: readonly string[]): Promise<FinishedVerify> {
  const child = spawn(process.execPath, ['--import', peakHook, program, 'verify', ...args], { env: {} });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [out, err, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  const [line = '', kibibytes = 'NaN'] = /^peak (\d+) KiB\n/m.exec(err) ?? [];
  return {
    ...{ exitCode, out, err: err.replace(line, '') },
    peakMiB: Number(kibibytes) / 1024,
  };
}

async function attack(server: SmallServer, ...more: readonly string[]): Promise<FinishedVerify> {
  try {
    return await runVerify(server.url, ...flags, '--report', 'json', ...more);
  } finally {
    await server.close();
  }
}

const kinds = Object.entries(hostileTargets);
const finished = new Map<string, FinishedVerify>();

beforeAll(
  async () => {
    // All at once: the processes are what takes the time.
    const attacks = kinds.map(async ([kind, turns]) => {
      let number = 0;
      const server = await rawServer((socket) => turns[number % turns.length]?.(socket, ++number));
      finished.set(kind, await attack(server));
    });
    await Promise.all(attacks);
  },
  600_000 + maxSeconds * 2000,
);

describe('drydock verify, against a target that sends', () => {
  it.each(Object.keys(hostileTargets))('%s, ends with a report and in less than 250 MiB', (kind) => {
    const run = finished.get(kind);
    const report = JSON.parse(run?.out ?? '') as Report;
    expect([1, 3]).toContain(run?.exitCode);
    expect(report.summary.exitCode).toBe(run?.exitCode);
    expect(run?.peakMiB).toBeLessThan(250);
    if (process.env.HOSTILE_SECONDS !== undefined)
      process.stderr.write(`${kind}: ${run?.peakMiB.toFixed(0)} MiB\n`);
  });

  it('a response that takes long to judge, reports what was judged before', async () => {
    const run = await attackJudging();
    const { summary, rules } = JSON.parse(run.out) as Report;
    expect(run.exitCode).toBe(1);
    expect(run.peakMiB).toBeLessThan(250);
    expect(summary.notices.join()).toMatch(
      /^The run was ended while the response to .*GET \/b\/.* was judged: (its 60 s were over|\d+ MiB of memory were not enough)\.$/,
    );
    expect(rules.map(({ verdict }) => verdict)).toEqual(expect.arrayContaining(['PASS', 'FAIL', 'ERROR']));
  });
});

/** Each schema of a chain asks for the next one twice; responses that break a rule come first. */
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
  let answered = 0;
  const held: (() => void)[] = [];
  const server = await httpServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url === '/b') held.push(() => response.end('[]'));
    else response.end('{}');
    if (request.url !== '/b') answered += 1;
    // More than are under way at once: the first ones were judged.
    if (answered > 9) for (const release of held.splice(0)) release();
  });
  const spec = temporaryFile('levels.json', JSON.stringify(document));
  try {
    return await runVerify(server.url, '--spec', spec, '--max-time', '60', '--report', 'json');
  } finally {
    await server.close();
  }
}
