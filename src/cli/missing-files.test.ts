/** Files and names that are not there, and files with mistakes: sentences that say where they stand, and exit 2. */
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CliProcess } from '../testing/cli-process.js';
import { temporaryFile } from '../testing/temporary-folder.js';
import { callCommand } from './testing/call-command.js';

describe('a file that is missing is exit 2, in one sentence', () => {
  it.each([
    ['mock --port 0 --spec none.yaml', /the document none\.yaml: there is no such file\.$/],
    [
      'mock --port 0 --spec openapi.yaml --overlay none.yaml',
      /the overlay none\.yaml: there is no such file\.$/,
    ],
    ['mock --port 0 --scenarios none', /^--scenarios none can't be read: there is no such folder\.$/],
    [
      'mock --port 0 --scenarios package.json',
      /^--scenarios package\.json can't be read: it is not a folder\.$/,
    ],
    ['mock --port 0 --tariffs none', /^--tariffs none can't be read: there is no such folder\.$/],
    [
      'mock --port 0 --config none.json',
      /^The configuration none\.json can't be read: there is no such file\.$/,
    ],
    ['mock --port 0 --access-log none/log', /none\/log can't be opened: there is no such file or folder\.$/],
    ['mock --port 0 --cert none.pem --key-file none.pem', /none\.pem: there is no such file\.$/],
    ['scenarios check none', /^The folder none can't be read: there is no such folder\.$/],
    ['scenarios --scenarios none', /^--scenarios none can't be read: there is no such folder\.$/],
    ['spec check none.yaml', /none\.yaml: there is no such file\.$/],
    ['compile none.yaml', /none\.yaml: there is no such file\.$/],
    ['proxy http://127.0.0.1:9 --port 0 --ca none.pem', /none\.pem: there is no such file\.$/],
    [
      'proxy http://127.0.0.1:9 --port 0 --client-cert none.pem --client-key none.pem',
      /none\.pem: there is no such file\.$/,
    ],
    ['compile openapi.yaml --output none/x.mjs', /^--output can't be written to none\/x\.mjs: /],
    ['drift none.har', /^none\.har can't be read: there is no such file\.$/],
    ['diff none.yaml openapi.yaml', /none\.yaml: there is no such file\.$/],
    [
      'diff openapi.yaml openapi.yaml --met none.har',
      /^--met can't read none\.har: there is no such file or folder\.$/,
    ],
  ])('%s', async (line, sentence) => {
    const { exitCode, err } = await callCommand(line.split(' '));
    expect([exitCode, err]).toEqual([2, expect.stringMatching(sentence)]);
    expect(err.split('\n')).toHaveLength(1);
  });

  it.each([
    ['--spec none.yaml', 'document'],
    ['--spec openapi.yaml --overlay none.yaml', 'overlay'],
  ])('verify URL %s, whose run is in a thread', async (flags, kind) => {
    const { exitCode, err } = await new CliProcess(['verify', 'http://127.0.0.1:9', ...flags.split(' ')])
      .finished;
    expect([exitCode, err]).toEqual([2, [`Failed to read the ${kind} none.yaml: there is no such file.`]]);
  });

  it('verify URL with a key that can be sent in no header, which a variable gives', async () => {
    const { exitCode, err } = await new CliProcess(['verify', 'http://127.0.0.1:9'], { DRYDOCK_KEY: 'a\nb' })
      .finished;
    expect([exitCode, err]).toEqual([
      2,
      [expect.stringMatching(/^The value of DRYDOCK_KEY must be visible /)],
    ]);
  });
});

describe('a document that is a folder or no OpenAPI document is exit 2, which no verdict has', () => {
  const recording = temporaryFile('empty.har', '{"log":{"entries":[]}}');
  const commands = ['mock --port 0 --spec', 'proxy http://127.0.0.1:9 --port 0 --spec', 'scenarios --spec'];
  const others = ['spec check', 'compile', 'types', `drift ${recording} --spec`, 'diff openapi.yaml'];
  it.each([...commands, ...others])('%s', async (line) => {
    for (const document of ['src', 'package.json']) {
      const { exitCode, err } = await callCommand([...line.split(' '), document]);
      expect([exitCode, err]).toEqual([
        2,
        expect.stringMatching(/ it (?:is a folder|has no "openapi" field)\.$/),
      ]);
      expect(err.split('\n')).toHaveLength(1);
    }
  });

  it('verify URL --spec, whose run is in a thread', async () => {
    const { exitCode, err } = await new CliProcess(['verify', 'http://127.0.0.1:9', '--spec', 'src'])
      .finished;
    expect([exitCode, err]).toEqual([2, ['Failed to read the document src: it is a folder.']]);
  });
});

describe('a file with a mistake is exit 2, with a sentence for each mistake', () => {
  const folder = dirname(temporaryFile('late.yaml', 'title: Late\nadvice: Wait.\ndelay: soon\n'));
  const config = temporaryFile('drydock.config.yaml', 'mock: { prot: 4020 }\n');
  const list = temporaryFile('known.yaml', 'x: [\n');
  const tariff = dirname(temporaryFile('slow.yaml', 'nothing: good\n'));
  const proxy = 'proxy http://127.0.0.1:9 --port 0';
  it.each([
    [`mock --port 0 --scenarios ${folder}`, /late\.yaml:3: delay must be a duration/],
    [`${proxy} --scenarios ${folder}`, /late\.yaml:3: delay must be a duration/],
    [`types --scenarios ${folder}`, /late\.yaml:3: delay must be a duration/],
    [`scenarios --scenarios ${folder}`, /late\.yaml:3: delay must be a duration/],
    [`mock --port 0 --tariffs ${tariff}`, /slow\.yaml:1: /],
    [`${proxy} --tariffs ${tariff}`, /slow\.yaml:1: /],
    [`mock --port 0 --config ${config}`, /drydock\.config\.yaml:1:9: mock\.prot is not known/],
    [
      `diff openapi.yaml openapi.yaml --expected-changes ${list}`,
      /^\S+known\.yaml:2: not valid YAML or JSON: /,
    ],
    [`scenarios --config ${config}`, /drydock\.config\.yaml:1:9: mock\.prot is not known/],
  ])('%s', async (line, sentence) => {
    const { exitCode, err } = await callCommand(line.split(' '));
    expect([exitCode, err]).toEqual([2, expect.stringMatching(sentence)]);
    expect(err).not.toMatch(/^\s*(?:at |$)/m);
  });

  it('but 1 where the check of the files is what was asked for', async () => {
    expect((await callCommand(['scenarios', 'check', folder])).exitCode).toBe(1);
  });
});

it.each([
  ['help nope', /^Unknown command "nope"\. Commands: mock, /],
  ['help verfy', /^Unknown command "verfy"\. Did you mean verify\?$/],
  [
    'mcp --target nope',
    /^--target must be a URL, or the name of a target in the configuration, got "nope"\.$/,
  ],
  [
    'mcp --target http://me:secret@',
    /^--target must be a URL, or the name of a target in the configuration, got "http:\/\/\S*@"\.$/,
  ],
  ['mcp --target http://host/?a=1', /^--target must be a URL, .*, got "http:\/\/host\/\?a=1"\.$/],
  ['mcp --http nope', /^--http must be a whole number from 0 to 65535, got "nope"\.$/],
  ['mcp --http 0 --http-token short', /^The control token must have 8 to 512 visible ASCII characters/],
  ['mcp --url nope', /^--url must be an http or https address such as .*, got "nope"\.$/],
  ['mcp --config none.yaml', /^The configuration none\.yaml can't be read: there is no such file\.$/],
])('%s is refused at once', async (line, sentence) => {
  const { exitCode, err } = await callCommand(line.split(' '));
  expect([exitCode, err]).toEqual([2, expect.stringMatching(sentence)]);
});

describe('an option is named as the user gave it', () => {
  const none = { DRYDOCK_SCENARIOS: 'none' };
  it.each<[string, NodeJS.ProcessEnv, RegExp]>([
    ['mock --port 0', none, /^DRYDOCK_SCENARIOS none can't be read: there is no such folder\.$/],
    ['scenarios', none, /^DRYDOCK_SCENARIOS none can't be read: /],
    ['mock --port 0', { DRYDOCK_TARIFFS: 'none' }, /^DRYDOCK_TARIFFS none can't be read: /],
    ['mock --port 0', { DRYDOCK_WORKERS: '2' }, /^DRYDOCK_WORKERS needs --redis: /],
    ['verify http://127.0.0.1:9', { DRYDOCK_REPORT: 'nope' }, /^DRYDOCK_REPORT must be one of text, /],
    ['verify http://127.0.0.1:9', { DRYDOCK_REPORT: 'json=' }, /^DRYDOCK_REPORT json= lacks the file/],
    ['verify http://127.0.0.1:9', { DRYDOCK_KEY_FILE: 'none' }, /^DRYDOCK_KEY_FILE can't be used: /],
    ['proxy http://127.0.0.1:9 --port 0', { DRYDOCK_HAR: 'none/x.har' }, /^DRYDOCK_HAR can't be written to /],
  ])('%s with %j', async (line, env, sentence) => {
    const { exitCode, err } = await callCommand(line.split(' '), env);
    expect([exitCode, err]).toEqual([2, expect.stringMatching(sentence)]);
    expect(err.split('\n')).toHaveLength(1);
  });

  it.each([
    ['mock: { port: 0, tariffs: none }\n', ['mock'], /^\S+:1:18: mock\.tariffs \S*none can't be read: /],
    [
      'targets: { own: { url: "http://127.0.0.1:9", reports: [json, html] } }\n',
      ['verify', 'own'],
      /^Only one report can go to standard output; give each other one a file, such as html=FILE\.$/,
    ],
    [
      'verify: { keyFile: none }\n',
      ['verify', 'http://127.0.0.1:9'],
      /^\S+:1:11: verify\.keyFile can't be used: /,
    ],
  ])('in the configuration file %j', async (text, args, sentence) => {
    const file = temporaryFile('drydock.config.yaml', text);
    const { exitCode, err } = await callCommand([...args, '--config', file, '--trust-config']);
    expect([exitCode, err]).toEqual([2, expect.stringMatching(sentence)]);
  });
});
