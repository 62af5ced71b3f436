/**
 * Prints README's part of measured numbers, made of bench/results/mock.json; fails when docs/mock-numbers.svg was not made of
 * the same. With `--write` it writes both, with `--write-picture` the picture first.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { chart } from './mock/chart.mjs';
import { readResults } from './mock/results.mjs';
import { tables } from './mock/tables.mjs';

const readme = new URL('../README.md', import.meta.url);
const picture = new URL('../docs/mock-numbers.svg', import.meta.url);
const results = readResults();
const text = tables(results);
if (process.argv.includes('--write-picture')) writeFileSync(picture, chart(results));

if (process.argv.includes('--write')) {
  const part = /(<!-- made: mock-numbers -->\n)[\s\S]*?(<!-- \/made -->)/;
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(part, (_, begin, end) => begin + text + end),
  );
  writeFileSync(picture, chart(results));
} else if (readFileSync(picture, 'utf8') === chart(results)) {
  process.stdout.write(text);
} else {
  console.error(
    'docs/mock-numbers.svg is not made of bench/results/mock.json: run node bench/mock-report.mjs --write.',
  );
  process.exitCode = 1;
}
