/** README's part of measured numbers and its picture, both made of bench/results/mock.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { chart } from './chart.mjs';
import { readResults } from './results.mjs';
import { tables } from './tables.mjs';

const readme = new URL('../../README.md', import.meta.url);
const picture = new URL('../../docs/mock-numbers.svg', import.meta.url);

export const madeTables = () => tables(readResults());

export const isPictureCurrent = () => readFileSync(picture, 'utf8') === chart(readResults());

export function writePicture() {
  writeFileSync(picture, chart(readResults()));
}

export function writeReport() {
  writePicture();
  const part = /(<!-- made: mock-numbers -->\n)[\s\S]*?(<!-- \/made -->)/;
  const text = readFileSync(readme, 'utf8');
  writeFileSync(
    readme,
    text.replace(part, (_, begin, end) => begin + madeTables() + end),
  );
}
