/** The part of docs/performance.md with measured numbers, and its picture, both made of bench/results/mock.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { chart } from './chart.mjs';
import { readResults } from './results.mjs';
import { tables } from './tables.mjs';

const page = new URL('../../docs/performance.md', import.meta.url);
const picture = new URL('../../docs/mock-numbers.svg', import.meta.url);

export const madeTables = () => tables(readResults());

export const isPictureCurrent = () => readFileSync(picture, 'utf8') === chart(readResults());

export function writePicture() {
  writeFileSync(picture, chart(readResults()));
}

export function writeReport() {
  writePicture();
  const part = /(<!-- made: mock-numbers -->\n)[\s\S]*?(<!-- \/made -->)/;
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(part, (_, begin, end) => begin + madeTables() + end),
  );
}
