/** The GitHub Actions that serve while commands run, as a runner would run them, and the form of all of them. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startMock } from '../mock-server.js';
import { temporaryFolder } from '../temporary-folder.js';
import { actionFile, actions, runAction } from './run-action.js';

const ask = 'curl -s "$DRYDOCK_URL/categories" -H "Authorization: Bearer dk_test_action"';

describe('the GitHub Action of the mock', () => {
  const runMock = (inputs: Record<string, string>) => runAction('mock', inputs, temporaryFolder());

  it('serves while the commands run, with the given flags', async () => {
    const ran = await runMock({
      INPUT_RUN: `code=$(${ask} -o body.json -w '%{http_code}')\necho "it said $code"`,
      INPUT_SCENARIO: 'server-error',
      INPUT_PORT: '0',
      INPUT_FLAGS: '--seed 7\n\n  --quiet\n',
    });
    expect([ran.exitCode, ran.commands, ran.outputs]).toEqual([0, [], 'exit-code=0\n']);
    expect(ran.lines).toContain('it said 500');
  });

  it('ends with the exit code of the first command that fails', async () => {
    const ran = await runMock({ INPUT_RUN: 'false | cat\necho never', INPUT_PORT: '0' });
    expect([ran.exitCode, ran.outputs]).toEqual([1, 'exit-code=1\n']);
    expect(ran.lines).not.toContain('never');
    expect((await runMock({ INPUT_RUN: 'exit 7', INPUT_PORT: '0' })).exitCode).toBe(7);
  });

  it.each([
    ['run is empty', { INPUT_RUN: ' ' }, 'run must have the commands that need it.'],
    [
      'flags have a command',
      { INPUT_RUN: 'true', INPUT_FLAGS: '--until true' },
      'flags must not have --until',
    ],
  ])('says why when %s', async (_, inputs, reason) => {
    const ran = await runMock(inputs);
    expect([ran.exitCode, ran.commands]).toEqual([
      2,
      [expect.stringContaining(`::error title=drydock mock::${reason}`)],
    ]);
  });

  it('exits 2 where the mock can not serve', async () => {
    expect((await runMock({ INPUT_RUN: 'true', INPUT_SPEC: 'missing.yaml' })).exitCode).toBe(2);
  });
});

describe('the GitHub Action of the proxy', () => {
  const runProxy = (inputs: Record<string, string>) =>
    runAction('proxy', { INPUT_PORT: '0', ...inputs }, temporaryFolder());

  const evil = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ status: '\n::set-output name=a::b ##[error]e <script>' }));
  }).listen(0, '127.0.0.1');
  afterAll(() => {
    evil.close();
  });

  it('passes what conforms, and writes the requested reports', async () => {
    const { url } = await startMock();
    const ran = await runProxy({ INPUT_TARGET: url, INPUT_RUN: `${ask} -o body.json`, INPUT_JUNIT: 'j.xml' });
    expect([ran.exitCode, ran.commands]).toEqual([0, []]);
    expect(ran.outputs).toBe('report=drydock-proxy.json\njunit=j.xml\nexit-code=0\n');
    expect(ran.summary).toContain('### Contract: conforms');
    expect(readFileSync(join(ran.folder, 'body.json'), 'utf8')).toContain('"status":true');
  });

  it('annotates what a server breaks, and lets nothing of it command the runner', async () => {
    const { port } = evil.address() as AddressInfo;
    const target = `http://127.0.0.1:${port}`;
    const ran = await runProxy({ INPUT_TARGET: target, INPUT_RUN: `${ask} -o body.json` });
    expect([ran.exitCode, ran.outputs]).toEqual([1, 'report=drydock-proxy.json\nexit-code=1\n']);
    expect(ran.commands).not.toEqual([]);
    expect(ran.commands.filter((line) => !/^::(?:error|warning) title=[^:]*::/.test(line))).toEqual([]);
    expect(ran.summary).toContain('| FAIL | envelope&#47;');
    expect(ran.summary).not.toMatch(/<script|::/);
    expect(ran.lines.filter((line) => line.includes('##['))).toEqual([]);
  });

  it('says that too little passed, and keeps the exit code of commands that fail', async () => {
    const { url } = await startMock();
    const none = await runProxy({ INPUT_TARGET: url, INPUT_RUN: 'true' });
    expect([none.exitCode, none.commands]).toEqual([
      3,
      [expect.stringMatching(/^::error title=What passed could not be judged::/)],
    ]);
    const failed = await runProxy({ INPUT_TARGET: url, INPUT_RUN: `${ask} -o body.json\nexit 9` });
    expect(failed.exitCode).toBe(9);
  });
});

interface Action {
  readonly inputs: Record<string, { readonly description: string }>;
  readonly outputs: Record<string, { readonly value: string }>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly id: string;
      readonly env: Record<string, string>;
      readonly run: string;
      readonly shell: string;
      readonly 'working-directory'?: string;
    }[];
  };
}

describe.each(actions)('action.yml of %s', (name) => {
  const action = parse(readFileSync(actionFile(name, 'action.yml'), 'utf8')) as Action;
  const [step] = action.runs.steps;

  it('passes every input by the environment, and every output from the script', () => {
    expect([action.runs.using, step?.shell, step?.run]).toEqual([
      'composite',
      'bash',
      'node "$ACTION_PATH/run.mjs"',
    ]);
    const passed = [...Object.values(step?.env ?? {}), step?.['working-directory']];
    for (const input of Object.keys(action.inputs)) expect(passed).toContain(`\${{ inputs.${input} }}`);
    for (const [output, { value }] of Object.entries(action.outputs))
      expect(value).toBe(`\${{ steps.${step?.id ?? ''}.outputs.${output} }}`);
  });

  it('passes what the scripts read, and nothing else', () => {
    const scripts = [`${name}/run.mjs`, 'report.mjs', 'serve.mjs'].map((file) =>
      readFileSync(actionFile(file), 'utf8'),
    );
    const given = Object.keys(step?.env ?? {}).filter((variable) => variable !== 'ACTION_PATH');
    const files = /^INPUT_(?:REPORT|SARIF|JUNIT|HTML|MARKDOWN)$/;
    for (const variable of given)
      expect([variable, files.test(variable) || scripts.some((script) => script.includes(variable))]).toEqual(
        [variable, true],
      );
    const own = [...(scripts[0] ?? '').matchAll(/INPUT_\w+/g)].map(([variable]) => variable);
    expect(given).toEqual(expect.arrayContaining(own));
  });
});
