/** Runs the built package: only there do modules and files differ. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';
import { rateRequest } from '../../testing/rate-requests.js';

/** The rate engine is the only caller of this function, so what throws in it throws inside the engine. */
const failingRequest = `
  const mock = await createServer({ port: 0, log: (line) => console.log(line) });
  Math.asin = () => {
    throw new Error('the sphere broke');
  };
  const headers = { Authorization: 'Bearer dk_test_trace', 'Content-Type': 'application/json' };
  const body = ${JSON.stringify(JSON.stringify(rateRequest()))};
  await fetch(mock.url + '/get-shipping-rates', { method: 'POST', headers, body });
  await mock.close();`;

it.each([
  ['module', `import { createServer } from 'drydock-kit'; ${failingRequest}`],
  ['commonjs', `const { createServer } = require('drydock-kit'); (async () => { ${failingRequest} })();`],
])('a failure inside the package that a %s uses is logged with the module and its line', (type, script) => {
  const args = [`--input-type=${type}`, '--eval', script];
  const output = execFileSync(process.execPath, args, { cwd: packageFile(), encoding: 'utf8' });
  expect(output).toContain('Failed to answer POST');
  const [, line] = /\/src\/shipping\/rates\/geography\/zones\.ts:(\d+):\d+/.exec(output) ?? [];
  const source = readFileSync(packageFile('src/shipping/rates/geography/zones.ts'), 'utf8').split('\n');
  expect(source[Number(line) - 1]).toContain('Math.asin(');
  expect(output).not.toContain('/chunks/');
});
