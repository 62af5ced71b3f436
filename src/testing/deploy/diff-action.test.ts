/** The script of the GitHub Action for comparisons, run as a runner would. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { packageFile } from '../../contract/package-root.js';
import { requestOf } from '../../diff/testing/known-changes.js';
import { temporaryFolder } from '../temporary-folder.js';

const action = packageFile('.github', 'actions', 'diff');
const folder = temporaryFolder();
const evil = '\n::set-output name=a::b ##[error]e | <script>';

function write(name: string, content: object): string {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return name;
}

const old = write('old.json', requestOf({ type: 'object', properties: { unit: { enum: ['kg', evil] } } }));
const now = write('new.json', requestOf({ type: 'object', properties: { unit: { enum: ['kg'] } } }));
const met = join(folder, 'met.ndjson');
const sent = (unit: string) =>
  JSON.stringify({
    ...{ method: 'POST', url: 'https://api.example/things', status: 200 },
    requestHeaders: { 'content-type': 'application/json' },
    requestBody: { unit },
  });

interface Ran {
  readonly exitCode: number;
  readonly lines: string[];
  readonly summary: string;
  readonly outputs: string;
}

function runAction(inputs: Record<string, string>): Promise<Ran> {
  const [outputs, summary] = [join(temporaryFolder(), 'outputs'), join(temporaryFolder(), 'summary')];
  const env = {
    PATH: process.env.PATH,
    GITHUB_OUTPUT: outputs,
    GITHUB_STEP_SUMMARY: summary,
    DRYDOCK_COMMAND: JSON.stringify([process.execPath, packageFile('dist', 'src', 'cli', 'main.js')]),
    ...inputs,
  };
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(action, 'run.mjs')],
      { cwd: folder, env },
      (_error, stdout) => {
        const lines = stdout.split('\n').filter((line) => line !== '');
        resolve({ exitCode: child.exitCode ?? -1, lines, summary: read(summary), outputs: read(outputs) });
      },
    );
  });
}

const commands = ({ lines }: Ran) => lines.filter((line) => line.startsWith('::'));

describe('the GitHub Action for comparisons', () => {
  it('annotates the line of NEW that breaks clients, and writes the summary', async () => {
    const ran = await runAction({ INPUT_OLD: old, INPUT_NEW: now });
    expect(ran.exitCode).toBe(1);
    expect(commands(ran)).toEqual([
      expect.stringMatching(
        /^::error file=new\.json,line=1,title=enum-values-removed::POST \/things: request body \/unit no longer takes /,
      ),
    ]);
    expect(ran.summary).toContain('### BREAKS: 1 breaking change.');
    expect(ran.outputs).toBe('report=drydock-diff.json\nexit-code=1\n');
  });

  it('warns of changes that no recorded client has met', async () => {
    writeFileSync(met, `${sent('kg')}\n`);
    const ran = await runAction({ INPUT_OLD: old, INPUT_NEW: now, INPUT_MET: met });
    expect([ran.exitCode, commands(ran)]).toEqual([0, [expect.stringMatching(/^::warning file=new\.json/)]]);
  });

  it('lets no document and no recording command the runner', async () => {
    writeFileSync(met, `${sent(evil)}\n`);
    const ran = await runAction({ INPUT_OLD: old, INPUT_NEW: now, INPUT_MET: met });
    expect(ran.exitCode).toBe(1);
    expect(commands(ran)).toHaveLength(1);
    expect(ran.lines.join('\n')).not.toContain('##[');
    expect(ran.summary).not.toContain('<script>');
  });

  it('says that there is no report where the command could not run', async () => {
    const ran = await runAction({ INPUT_OLD: old, INPUT_NEW: 'missing.json' });
    expect([ran.exitCode, commands(ran)]).toEqual([
      2,
      ['::error title=drydock diff::It left no report (exit code 2).'],
    ]);
  });

  it('has every input that its script reads', () => {
    const { inputs } = parse(readFileSync(join(action, 'action.yml'), 'utf8')) as {
      inputs: Record<string, object>;
    };
    const script = readFileSync(join(action, 'run.mjs'), 'utf8');
    const read = [...script.matchAll(/INPUT_(\w+)|fileOf\('(\w+)'\)/g)].map(
      ([, one, other]) => one ?? other ?? '',
    );
    const names = read.map((name) => name.toLowerCase().replaceAll('_', '-'));
    expect([...new Set(names)].filter((name) => name !== '').sort()).toEqual(Object.keys(inputs).sort());
  });
});
