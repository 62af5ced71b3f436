import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';
import { configSchema } from '../../options/config/config-options.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { mock } from '../commands/mock.js';
import { verify } from '../commands/verify.js';
import { explainFailure } from '../explain-failure.js';
import { programOptions } from '../flags.js';
import { runCli } from '../testing/run-cli.js';
import { readConfigured } from './read-command.js';

function fileOf(text: string, name = 'drydock.config.yaml'): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

const everything = `
mock:
  port: 4020
  quota: 5/60s
  scenarios: [mine, theirs]
  limits: { maxConnections: 7 }
  watch: true
  controlToken: { env: TOKEN }
verify:
  level: should
  budget: 9
targets:
  staging:
    url: https://staging.test/api
    key: { env: STAGING_KEY }
    budget: 50
    headers: { X-Tenant: acme, X-Trace: { env: TRACE } }
    reports: [text, junit=out.xml]
    expectedFailures: known.yaml
`;

const env = { TOKEN: 'token-of-eight', STAGING_KEY: 'k', TRACE: 't' };
const mockGiven = async (file: string, args: string[] = [], variables: NodeJS.ProcessEnv = env) =>
  programOptions(mock.flags, await readConfigured(mock, [...args, '--config', file], variables));
const verifyGiven = (file: string, args: string[], variables: NodeJS.ProcessEnv = env) =>
  readConfigured(verify, [...args, '--config', file], variables);

describe('the configuration file', () => {
  it('has the options of the mock; variables and flags go before it, and paths are relative to it', async () => {
    const file = fileOf(everything);
    const folder = join(file, '..');
    expect(await mockGiven(file)).toEqual({
      ...{ port: 4020, quota: { limit: 5, windowSeconds: 60 }, watch: true, controlToken: 'token-of-eight' },
      scenarios: [join(folder, 'mine'), join(folder, 'theirs')],
      limits: { maxConnections: 7 },
    });
    const variables = { ...env, DRYDOCK_PORT: '4030', DRYDOCK_QUOTA: 'off', DRYDOCK_WATCH: '0' };
    expect(await mockGiven(file, ['--port', '4040'], variables)).toMatchObject({ port: 4040, quota: 'off' });
    expect(await mockGiven(file, [], variables)).not.toHaveProperty('watch');
  });

  it('has named targets, whose options go before those of every target', async () => {
    const file = fileOf(everything);
    const given = await verifyGiven(file, ['staging', '--budget', '60']);
    expect(given.positionals).toEqual(['https://staging.test/api']);
    expect(Object.fromEntries(given.values)).toEqual({
      ...{ config: [file], level: ['should'], budget: ['60'], key: ['k'] },
      header: ['X-Tenant: acme', 'X-Trace: t'],
      report: ['text', `junit=${join(file, '..', 'out.xml')}`],
      'expected-failures': [join(file, '..', 'known.yaml')],
    });
    const other = await verifyGiven(file, ['https://other.test/']);
    expect([other.positionals, other.text('budget'), other.has('key')]).toEqual([
      ['https://other.test/'],
      '9',
      false,
    ]);
  });

  it('names a variable that is needed only where no flag gives the value', async () => {
    const file = fileOf('targets:\n  a:\n    url: https://a.test/\n    key: { env: ABSENT }\n');
    await expect(verifyGiven(file, ['a'], {})).rejects.toThrow(
      /:4:5: targets\.a\.key names the variable ABSENT, which is not set\.$/,
    );
    expect((await verifyGiven(file, ['a', '--key', 'x'], {})).text('key')).toBe('x');
  });

  it('may be JSON', async () => {
    const file = fileOf(JSON.stringify({ $schema: './x.json', mock: { seed: 7 } }), 'drydock.config.json');
    expect(await mockGiven(file)).toEqual({ seed: 7 });
  });

  it.each<[string, string[], string]>([
    ['mock:\n  prot: 1\n', [], '2:3: mock.prot is not known. Did you mean port?'],
    ['mock:\n  max-memory: 64MB\n', [], '2:3: mock.max-memory is not known. Did you mean maxMemory?'],
    ['mock:\n  port: "1"\n', [], '2:3: mock.port must be a whole number from 0 to 65535, got "1".'],
    ['mock:\n  port: 1\n  port: 2\n', [], '3:3: not valid YAML or JSON: Map keys must be unique.'],
    [
      'mock:\n  limits:\n    maxConnection: 1\n',
      [],
      '3:5: mock.limits.maxConnection is not known. Did you mean limits.maxConnections?',
    ],
    ['mock: [1]\n', [], '1:1: mock must be an object, got [1].'],
    ['mocks: {}\n', [], '1:1: mocks is not known. Did you mean mock?'],
    [
      'mock:\n  controlToken: secret\n',
      [],
      '2:3: mock.controlToken must be 8 to 512 visible ASCII characters without a space.',
    ],
    [
      'verify:\n  level: most\n',
      ['http://a.test'],
      '2:3: verify.level must be one of must, should, assumed, got "most"; did you mean must?',
    ],
    ['targets:\n  a:\n    url: x\n', ['b'], ' has no target "b". Did you mean a?'],
    [
      'targets:\n  a: { level: must }\n',
      ['a'],
      '2:3: targets.a needs a url, the base address of the target.',
    ],
    ['a: [\n', [], 'not valid YAML or JSON'],
  ])('%j is refused with line and column', async (text, args, sentence) => {
    const command = args.length > 0 ? verify : mock;
    const refused = await readConfigured(command, [...args, '--config', fileOf(text)], {}).catch(
      (error: unknown) => error,
    );
    const { line, exitCode } = explainFailure(refused);
    expect([exitCode, line]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it('is found in the working directory', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine', 'own.yaml'), 'title: Own\nadvice: None.\ndelay: 1ms\n');
    writeFileSync(join(folder, 'drydock.config.yaml'), 'mock:\n  scenarios: mine\n');
    expect((await runCli(['scenarios'], {}, folder)).out).toContain('  own ');
    const missing = await runCli(['scenarios', '--config', 'absent.yaml'], {}, folder);
    expect(missing).toMatchObject({
      exitCode: 2,
      err: "The configuration absent.yaml can't be read: there is no such file.",
    });
  });

  it('has the schema that drydock.config.schema.json holds for editors (UPDATE_FILES=1 writes it anew)', () => {
    const file = packageFile('drydock.config.schema.json');
    const text = `${JSON.stringify(configSchema(), null, 2)}\n`;
    if (process.env.UPDATE_FILES === '1') writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('is accepted by the schema for editors, which refuses what the command refuses', () => {
    const accepts = new Ajv2020({ strict: false }).compile(configSchema());
    const example = {
      mock: {
        port: 4020,
        quota: '5/60s',
        scenarios: 'mine',
        limits: { maxConnections: 7 },
        controlToken: { env: 'TOKEN' },
      },
      targets: { staging: { url: 'https://a.test/', headers: { 'X-Tenant': 'acme' }, reports: ['text'] } },
    };
    expect(accepts(example)).toBe(true);
    for (const wrong of [
      { mock: { prot: 1 } },
      { mock: { port: '1' } },
      { targets: { a: {} } },
      { mocks: {} },
    ])
      expect(accepts(wrong)).toBe(false);
  });
});
