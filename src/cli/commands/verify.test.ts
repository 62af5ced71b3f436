import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpServer, type SmallServer } from '../../conformance/testing/small-server.js';
import { failure, keys, smallService } from '../../conformance/testing/small-service.js';
import { CliProcess } from '../../testing/cli-process.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFile, temporaryFolder } from '../../testing/temporary-folder.js';
import { callCommand } from '../testing/call-command.js';

let server: SmallServer;
let requests = 0;
/** Called at each request. */
let onRequest: () => void = () => undefined;

beforeAll(async () => {
  // It never responds to anything but the first requests.
  server = await httpServer((request, response) => {
    requests += 1;
    if (requests <= 4) response.writeHead(request.url?.includes('no-such') ? 404 : 500).end('{}');
    onRequest();
    request.resume();
  });
});
beforeEach(() => {
  requests = 0;
});
afterAll(() => server.close());

async function verify(...args: readonly string[]): Promise<{ exitCode: number | null; err: string[] }> {
  const { exitCode, err } = await new CliProcess(['verify', server.url, '--key', 'k', ...args]).finished;
  return { exitCode, err };
}

/** Refusals before the run begins, tested without a process. */
const refused = (...args: readonly string[]) => callCommand(['verify', server.url, '--key', 'k', ...args]);

describe('drydock verify --output', () => {
  it.each([
    ['in a folder that does not exist', (folder: string) => join(folder, 'none', 'report.txt'), /no such/],
    ['that is a folder', (folder: string) => folder, /folder/],
  ])('refuses a file %s, and sends nothing', async (_, fileIn, reason) => {
    const file = fileIn(temporaryFolder());
    const { exitCode, err } = await refused('--output', file);
    expect([exitCode, err.split('\n').length, requests]).toEqual([2, 1, 0]);
    expect(err).toContain(`--output can't be written to ${file}: `);
    expect(err).toMatch(reason);
  });

  it('leaves files as they were when the command line turns out to be wrong', async () => {
    const [old, fresh] = [temporaryFile('report.txt', 'of yesterday'), join(temporaryFolder(), 'report.txt')];
    for (const file of [old, fresh])
      expect(await verify('--output', file, '--only', 'nothing')).toMatchObject({ exitCode: 2 });
    expect([readFileSync(old, 'utf8'), existsSync(fresh)]).toEqual(['of yesterday', false]);
  });
});

describe('drydock verify --report', () => {
  it('writes several reports in one run', async () => {
    const folder = temporaryFolder();
    const [json, ctrf] = [join(folder, 'r.json'), join(folder, 'r=1.ctrf')];
    const reports = ['--report', `json=${json}`, '--report', 'text', '--report', `ctrf=${ctrf}`];
    const { exitCode, out } = await new CliProcess(['verify', 'http://127.0.0.1:1/', ...reports]).finished;
    expect([exitCode, out.at(-1)]).toEqual([3, expect.stringMatching(/^COULD NOT JUDGE: /)]);
    expect(readFileSync(json, 'utf8')).toContain('"format": "drydock-report"');
    expect(readFileSync(ctrf, 'utf8')).toContain('"reportFormat": "CTRF"');
  });

  it.each([
    [
      'two to standard output',
      ['json', 'html'],
      /^Only one report can go to standard output; give each other one a file, such as html=FILE\.$/,
    ],
    ['an unknown format', ['jsn=a'], /^--report must be one of text, .*, got "jsn"; did you mean json\?$/],
    ['two to one file', ['json=x/../a', 'html=a'], /^Two reports can't be written to a: /],
    ['no file after =', ['json='], /^--report json= lacks the file: /],
    [
      'a file that --output names too',
      ['json=a', '--output', 'b'],
      /^--output is for a report without a file/,
    ],
    ['a file in no folder', ['json=/none/a'], /^--report json can't be written to \/none\/a: /],
  ])('refuses %s, in one sentence, and sends nothing', async (_, reports, sentence) => {
    const args = reports.flatMap((one) => (/^(--|b$)/.test(one) ? [one] : ['--report', one]));
    const { exitCode, err } = await refused(...args);
    expect([exitCode, err.split('\n'), requests]).toEqual([2, [expect.stringMatching(sentence)], 0]);
  });

  it('leaves no file behind when another one can not be written', async () => {
    const file = join(temporaryFolder(), 'r.json');
    expect(await refused('--report', `json=${file}`, '--report', 'html=/none/r.html')).toMatchObject({
      exitCode: 2,
    });
    expect(existsSync(file)).toBe(false);
  });
});

describe('drydock verify', () => {
  it('judges the wrong refusal of a body of more than a megabyte', async () => {
    const service = await httpServer(
      smallService((response, { text }) =>
        text.length > 1024 * 1024 ? { ...failure(413, 'Too large'), text: '{}' } : response,
      ),
    );
    const only = ['--only', 'requests/large-bodies', '--only', 'envelope/*'];
    // Each word may be base64 of a key as short as this one.
    const given = ['--key', keys.valid, '--expired-key', 'gone'];
    const run = new CliProcess(['verify', service.url, ...given, ...only]);
    const { out } = await run.finished;
    await service.close();
    expect(out.join('\n')).toContain('case      requests/large-bodies/getShippingRates/text-1200k');
    expect(out.at(-1)).toMatch(/^DOES NOT CONFORM: /);
  });
});

describe('drydock verify --spec', () => {
  const documentOf = (name: string) =>
    `openapi: 3.1.0
info: {title: ${name}, version: "1"}
paths: {/${name}: {get: {responses: {"200": {description: d, content: {application/json: {schema: {type: integer}}}}}}}}
`;

  it('checks several documents on one server, from files and addresses, each with its overlays', async () => {
    const address = await httpServer((_, response) => response.end(documentOf('cats')));
    const dogs = temporaryFile('dogs.yaml', documentOf('dogs'));
    const overlay = temporaryFile(
      'overlay.yaml',
      `overlay: 1.0.0
info: {title: O, version: "1"}
actions: [{target: $..schema, update: {type: string}}]
`,
    );
    const documents = ['--spec', `/a=${address.url}/cats.yaml`, '--spec', `/b=${dogs}`];
    const changed = [...documents, '--overlay', `/b=${overlay}`];
    const target = await startMock({
      spec: [documents[1] ?? '', documents[3] ?? ''],
      overlays: [`/b=${overlay}`],
    });
    const run = (...flags: string[]) =>
      new CliProcess(['verify', target.url, '--only', 'responses/schema', '--min-judged', '0', ...flags])
        .finished;
    const [right, wrong, stray] = [
      await run(...changed),
      await run(...documents),
      await run('--overlay', overlay),
    ];
    await address.close();
    expect([right.exitCode, right.out.join('\n')]).toEqual([0, expect.stringContaining('CONFORMS')]);
    expect([wrong.exitCode, wrong.out.join('\n')]).toEqual([
      1,
      expect.stringMatching(/FAIL responses\/schema[^]*dogs[^]*body must be an integer/),
    ]);
    expect([stray.exitCode, stray.err]).toEqual([
      2,
      [expect.stringMatching(/^--overlay changes the document of --spec/)],
    ]);
  });
});

describe('drydock verify --rerun', () => {
  it('refuses a report with a case that does not exist, in one sentence, and sends nothing', async () => {
    const failures = [
      { rule: { id: 'auth/missing-key' }, verdict: 'FAIL', cases: ['auth/missing-key/nowhere/none'] },
    ];
    const report = {
      format: 'drydock-report',
      formatVersion: 1,
      seed: 1,
      level: 'MUST',
      document: 'openapi.yaml',
      failures,
    };
    const { exitCode, err } = await verify('--rerun', temporaryFile('report.json', JSON.stringify(report)));
    expect([exitCode, err.length, requests]).toEqual([2, 1, 0]);
    expect(err[0]).toMatch(
      /^--rerun can't be used: .* names the case auth\/missing-key\/nowhere\/none, which this run does not have/,
    );
  });
});

describe('drydock verify, against a server that stops responding', () => {
  it('ends when --max-time is over, and counts no open request as a failure', async () => {
    const file = join(temporaryFolder(), 'report.json');
    const { exitCode } = await verify(
      '--max-time',
      '1',
      '--timeout',
      '600000',
      '--report',
      'json',
      '--output',
      file,
    );
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      failures: { rule: { id: string } }[];
    };
    // The number of judged cases in a second, and so any failure, depends on the machine.
    expect([1, 3]).toContain(exitCode);
    expect(report.failures.map(({ rule }) => rule.id)).not.toContain('http/answers');
  });

  it('reports what was judged when it is interrupted', async () => {
    const file = join(temporaryFolder(), 'report.txt');
    const command = new CliProcess([
      'verify',
      server.url,
      '--key',
      'k',
      '--timeout',
      '600000',
      '--output',
      file,
    ]);
    await new Promise<void>((resolve) => {
      onRequest = () => {
        if (requests > 4) resolve();
      };
    });
    command.child.kill('SIGINT');
    expect((await command.finished).exitCode).toBe(1);
    expect(readFileSync(file, 'utf8')).toMatch(/^FAIL responses\/no-server-error/m);
  });
});

it('marks what goes beside a valid request of the same shape, in the plan and in the list of rules', async () => {
  const plan = await new CliProcess(['verify', server.url, '--key', 'k', '--plan', '--only', 'requests/*'])
    .finished;
  const list = await callCommand(['verify', server.url, '--list']);
  const marked = (lines: readonly string[]) => lines.filter((line) => line.endsWith(' (+ a valid control)'));
  expect(marked(plan.out).join('\n')).toContain(' requests/later-elements/');
  expect(marked(plan.out).join('\n')).not.toContain(' requests/missing-field/');
  expect(marked(list.out.split('\n')).map((line) => line.split(' ', 1)[0])).toContain(
    'requests/later-elements',
  );
  expect(requests).toBe(0);
});
