/** A stranger's configuration file sends nothing and writes nothing outside its folder before a person has allowed it. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { runCommand } from '../run-command.js';
import { runCli } from '../testing/run-cli.js';

const secrets = { AWS_SECRET: 'hunter2', DRYDOCK_TRUST_CONFIG: '1' };

interface Asked {
  readonly exitCode: number;
  readonly err: string;
  readonly questions: number;
}

/** Runs a command beside a configuration. @param answer of the person at the terminal; undefined where none is there */
async function run(
  args: readonly string[],
  { home = temporaryFolder(), answer }: { home?: string; answer?: string },
): Promise<Asked> {
  let [err, questions] = ['', 0];
  const ask = (): Promise<string> => {
    questions += 1;
    return Promise.resolve(answer ?? '');
  };
  const exitCode = await runCommand(args, {
    out: () => undefined,
    write: () => undefined,
    progress: () => undefined,
    err: (line) => (err += `${line}\n`),
    ...{ isTerminal: false, color: false, stopped: new Promise(() => undefined) },
    ...{ env: { ...secrets, XDG_CONFIG_HOME: home }, ask: answer === undefined ? undefined : ask },
  });
  return { exitCode, err, questions };
}

function configOf(text: string): { file: string; folder: string } {
  const folder = join(temporaryFolder(), 'project');
  mkdirSync(folder);
  const file = join(folder, 'drydock.config.yaml');
  writeFileSync(file, text);
  return { file, folder };
}

const away = `targets:
  demo:
    url: https://me:hunter2@away.invalid/api
    key: { env: AWS_SECRET }
    headers: { X-More: { env: HOME_TOKEN } }
    keyFile: ../../id_rsa
    reports: [text, json=../report.json]
`;
const environment = { HOME_TOKEN: 'x', AWS_SECRET: 'x' };

describe('a configuration file', () => {
  it('that sends away is refused where nobody can be asked, and every claim is named', async () => {
    const { file, folder } = configOf(away);
    const env = { ...environment, DRYDOCK_TRUST_CONFIG: '1', XDG_CONFIG_HOME: temporaryFolder() };
    const { exitCode, err } = await runCli(['verify', 'demo', '--config', file], env);
    expect(exitCode).toBe(2);
    for (const claim of [
      'send requests to https://***@away.invalid/api',
      'send the variable AWS_SECRET',
      'send the variable HOME_TOKEN',
      `send what is in ${join(folder, '..', '..', 'id_rsa')}`,
      `write to ${join(folder, '..', 'report.json')}`,
      '--trust-config',
    ])
      expect(err).toContain(claim);
    expect(existsSync(join(folder, '..', 'report.json'))).toBe(false);
  });

  it('is asked about once, and again when it asks for something else', async () => {
    const home = temporaryFolder();
    const { file } = configOf(
      'targets:\n  demo: { url: "https://away.invalid", key: { env: AWS_SECRET } }\n',
    );
    const list = ['verify', 'demo', '--list', '--config', file];
    expect(await run(list, { home, answer: 'n' })).toMatchObject({ exitCode: 2, questions: 1 });
    expect(await run(list, { home })).toMatchObject({ exitCode: 2, questions: 0 });
    expect(await run(list, { home, answer: 'y' })).toMatchObject({ exitCode: 0, questions: 1 });
    expect(await run(list, { home, answer: 'n' })).toMatchObject({ exitCode: 0, questions: 0 });
    writeFileSync(file, readFileSync(file, 'utf8').replace('away', 'elsewhere'));
    expect(await run(list, { home })).toMatchObject({ exitCode: 2 });
    expect(await run([...list, '--trust-config'], { home })).toMatchObject({ exitCode: 0 });
    writeFileSync(join(home, 'drydock', 'trusted-configs'), `* ${file}\n`);
    expect(await run(list, { home })).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['above the folder', '../out.log'],
    ['through a link in it', 'link/out.log'],
    ['through a dangling link', 'dangling.log'],
  ])('that writes %s is refused before it does', async (_, path) => {
    const { file, folder } = configOf(`mock:\n  port: 0\n  accessLog: ${path}\n`);
    const outside = temporaryFolder();
    symlinkSync(outside, join(folder, 'link'));
    symlinkSync(join(outside, 'dangling'), join(folder, 'dangling.log'));
    const { exitCode, err } = await run(['mock', '--config', file], {});
    expect([exitCode, err]).toEqual([2, expect.stringContaining('would write to ')]);
    for (const written of [
      join(folder, '..', 'out.log'),
      join(outside, 'out.log'),
      join(outside, 'dangling'),
    ])
      expect(existsSync(written)).toBe(false);
  });

  it.each([
    ['mock', 'mock: { redis: "redis://away.invalid:6379" }', 'send to redis://away.invalid'],
    ['mock', 'mock: { spec: "/a=https://away.invalid/api.yaml" }', 'fetch https://away.invalid/api.yaml'],
    ['mock', 'mock: { scenarios: [..], watch: true }', 'write to '],
    ['mock', 'mock: { allowVerify: [away.invalid] }', 'send to away.invalid'],
  ])('for %s is refused with %s', async (command, text, claim) => {
    const { file } = configOf(`${text}\n`);
    const { exitCode, err } = await run([command, '--config', file], {});
    expect([exitCode, err]).toEqual([2, expect.stringContaining(claim)]);
  });

  it('that stays on this machine and in its folder is asked about nothing', async () => {
    const { file } = configOf(
      'mock: { accessLog: out.log }\nverify: { reports: [json=r.json] }\ntargets:\n  demo: { url: "http://127.0.0.1:1", key: { env: AWS_SECRET } }\n',
    );
    expect(await run(['verify', 'demo', '--list', '--config', file], {})).toMatchObject({ exitCode: 0 });
  });

  it('that names handlers is refused before any of their code is executed', async () => {
    const { file, folder } = configOf('mock: { handlers: code, port: 0 }\n');
    const code = join(folder, 'code');
    mkdirSync(code);
    const mark = join(folder, 'executed');
    writeFileSync(
      join(code, 'listCategories.mjs'),
      `import fs from 'node:fs';\nfs.writeFileSync(${JSON.stringify(mark)}, '');\n`,
    );
    const { exitCode, err } = await run(['mock', '--config', file], {});
    expect({ exitCode, isExecuted: existsSync(mark) }).toEqual({ exitCode: 2, isExecuted: false });
    expect(err).toContain(`execute the code in ${code}`);
  });
});
