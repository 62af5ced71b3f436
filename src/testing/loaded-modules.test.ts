/** Lists what a start of the built package loads: each file and each package that is loaded by mistake costs every start its time. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../contract/package-root.js';
import { temporaryFile } from './temporary-folder.js';

const listLoaded = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    writeSync(1, url + '\\\\n');
    return next(url, context);
  }\`));`;

const startAndAsk = `
const { drydock } = await import('drydock-kit/client');
const mock = await drydock.start();
const sandbox = mock.sandbox();
const { status } = await fetch(sandbox.url + '/categories', { headers: sandbox.headers() });
if (status !== 200) throw new Error('GET /categories got ' + status);`;

function run(script: string, type: 'module' | 'commonjs' = 'module'): string[] {
  const args = [`--input-type=${type}`, '--eval', script];
  const output = execFileSync(process.execPath, args, { cwd: packageFile(), encoding: 'utf8' });
  return output.trim().split('\n');
}

const ownOf = (urls: readonly string[]): string[] => urls.filter((url) => url.includes('/dist/src/'));

describe('a start and a first request', () => {
  const loaded = run(`${listLoaded}${startAndAsk} await mock.close();`);

  it('load two of the packages that this one names', () => {
    const manifest = readFileSync(packageFile('package.json'), 'utf8');
    const { dependencies, optionalDependencies } = JSON.parse(manifest) as Record<string, object>;
    const named = Object.keys({ ...dependencies, ...optionalDependencies });
    const packages = loaded.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
    // Newer versions of Node also report what Express requires.
    expect(named.filter((name) => packages.includes(name))).toEqual(['express', 'lru-cache']);
  });

  it('load at most 20 files of ours, among them shared ones', () => {
    const chunks = ownOf(loaded).filter((url) => url.includes('/dist/src/chunks/'));
    expect(chunks.length).toBeGreaterThan(2);
    expect(ownOf(loaded).length).toBeLessThanOrEqual(20);
  });
});

it('a start with a document of its own loads at most 25 files of ours', () => {
  const content = { 'application/json': { schema: { type: 'string' } } };
  const get = { responses: { 200: { description: 'An address', content } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Mail', version: '1' },
    paths: { '/address': { get } },
  };
  const file = temporaryFile('mail.json', JSON.stringify(document));
  const loaded = run(`${listLoaded}
    const { createServer } = await import('drydock-kit');
    const mock = await createServer({ port: 0, spec: ${JSON.stringify(file)} });
    await mock.close();`);
  expect(ownOf(loaded).join()).toContain('/chunks/server-document.js');
  expect(ownOf(loaded).length).toBeLessThanOrEqual(25);
});

it('the first scenario that a test chooses loads at most 12 files more', () => {
  const loaded = run(`${listLoaded}${startAndAsk}
    console.log('started');
    await sandbox.scenario('flaky');
    await mock.close();`);
  const own = ownOf(loaded.slice(loaded.indexOf('started')));
  expect(own.length).toBeGreaterThan(0);
  expect(own.length).toBeLessThanOrEqual(12);
});

it.each([['verify', '--list'], ['scenarios'], ['diff', 'openapi.yaml', 'openapi.yaml']])(
  'drydock %s starts no server, and loads none',
  (...args) => {
    const loaded = run(`${listLoaded}
    process.argv.push('drydock', ...${JSON.stringify(args)});
    await import(${JSON.stringify(packageFile('dist', 'src', 'cli', 'main.js'))});`);
    expect(ownOf(loaded).join()).toContain('/chunks/contract.js');
    expect(loaded.filter((line) => /\/chunks\/server\.js$|\/node_modules\/express\//.test(line))).toEqual([]);
  },
);

describe.each([
  ['module', (name: string) => `await import('${name}')`],
  ['commonjs', (name: string) => `require('${name}')`],
] as const)('in a %s, the exports of the package', (type, load) => {
  it('share their classes, and so does what they throw', () => {
    const loads = ['drydock-kit', 'drydock-kit/client', 'drydock-kit/fetch'].map(load).join(', ');
    const [result] = run(
      `(async () => {
        const [main, client, browser] = [${loads}];
        const failed = await client.drydock.start({ prot: 1 }).catch((error) => error);
        console.log(JSON.stringify([
          main.OptionError === browser.OptionError,
          client.DrydockError === browser.DrydockError,
          failed instanceof main.OptionError,
        ]));
      })()`,
      type,
    );
    expect(JSON.parse(result ?? '')).toEqual([true, true, true]);
  });
});
