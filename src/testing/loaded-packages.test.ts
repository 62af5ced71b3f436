/** What a start loads. A package that is meant for later, loaded by mistake at the start, costs every start its time. */
import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { packageFile } from '../contract/package-root.js';

const script = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    const [, name] = /node_modules\\\\/((?:@[^/]+\\\\/)?[^/]+)/.exec(url) ?? [];
    if (name) writeSync(1, name + '\\\\n');
    return next(url, context);
  }\`));
const { createServer } = await import('drydock-kit');
const mock = await createServer({ port: 0 });
const response = await fetch(mock.url + '/categories', { headers: { Authorization: 'Bearer dk_test_a' } });
console.log(response.status);
await mock.close();`;

it('a start and a first request load two packages', () => {
  const args = ['--input-type=module', '--eval', script];
  const output = execFileSync(process.execPath, args, { cwd: packageFile(), encoding: 'utf8' });
  expect(new Set(output.trim().split('\n'))).toEqual(new Set(['express', 'lru-cache', '200']));
});
