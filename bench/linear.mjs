/**
 * Input that is made to take long: `npm run build && node bench/linear.mjs`. It prints how the time grows with the size of the input,
 * 1 for linear and 2 for quadratic; exit 1 where that is above 1.6. Everything stays in this process.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { exponent } from './figures/spread.mjs';

const most = 1.6;
const root = fileURLToPath(new URL('..', import.meta.url));
const code = `
  export { LinearPattern } from './src/contract/patterns/linear-pattern.js';
  export { default as firstDuplicate } from './src/contract/validation/first-duplicate.js';
  export { PathTemplate } from './src/mock/routing/path-template.js';
  export { Redactor } from './src/secrets/redactor.js';
  export { loadContract } from './src/contract/load-contract.js';
  export { requestBodyValidator } from './src/contract/contract.js';`;
const outfile = fileURLToPath(new URL('../node_modules/.cache/drydock-linear.mjs', import.meta.url));
await build({
  ...{ stdin: { contents: code, resolveDir: root, loader: 'ts' }, outfile, logLevel: 'error' },
  ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external' },
});
const { LinearPattern, firstDuplicate, PathTemplate, Redactor, loadContract, requestBodyValidator } =
  await import(outfile);
const contract = await loadContract(fileURLToPath(new URL('../openapi.yaml', import.meta.url)));
const operation = contract.operations.find(({ id }) => id === 'getShippingRates');
const validate = requestBodyValidator(contract, operation);
const redactor = new Redactor(['4f9a8b7c-secret-of-a-client']);
const template = new PathTemplate(`/${'{a}-'.repeat(30)}x`);

/** The work on n characters or values. */
const subjects = {
  'a pattern of nested repetitions': (n) => new LinearPattern('^(a|aa)*$').search(`${'a'.repeat(n)}!`),
  'a pattern with many ways': (n) => new LinearPattern('(.*b){20}').search('a'.repeat(n)),
  'different items': (n) => firstDuplicate(Array.from({ length: n }, (_, id) => ({ id }))),
  'a path template with 30 parameters': (n) => template.match(['', '-'.repeat(50 * n)]),
  'text that could be base64': (n) => redactor.text('QUFB'.repeat(n / 4)),
  'text that could be escapes': (n) => redactor.text('\\u0041'.repeat(n / 6)),
  'wrong elements behind a $ref': (n) =>
    contract.validators.problems(validate, { box_dimension: Array.from({ length: n }, () => 1) }, 'body'),
};

for (const [name, act] of Object.entries(subjects)) {
  act(10_000);
  const points = [50_000, 100_000, 200_000, 400_000].map((n) => ({ n, cost: quickest(() => act(n)) }));
  const grows = exponent(points);
  const shown = points.map(({ n, cost }) => `${n}: ${cost.toFixed(1)} ms`).join(', ');
  console.log(`${name}: ${shown}; exponent ${grows}${grows > most ? ': TOO STEEP' : ''}`);
  if (grows > most) process.exitCode = 1;
}

function quickest(act) {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    act();
    return performance.now() - start;
  });
  return Math.min(...times);
}
