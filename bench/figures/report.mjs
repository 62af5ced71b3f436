/** Makes the documentation's part of bench/results/mock.json: a marked part of a page, and a picture. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chart } from './chart.mjs';
import { readResults } from './results.mjs';
import { tables } from './tables.mjs';

const pages = ['docs/performance.md', 'README.md'].map((path) => new URL(`../../${path}`, import.meta.url));
const picture = new URL('../../docs/mock-numbers.svg', import.meta.url);
const part = /(<!-- made: mock-numbers -->\n)[\s\S]*?(<!-- \/made -->)/;

export const madeTables = () => tables(readResults());

export const isPictureCurrent = () => readFileSync(picture, 'utf8') === chart(readResults());

export function writePicture() {
  writeFileSync(picture, chart(readResults()));
}

/** Writes the picture, and the tables into the first page that has their marks. */
export function writeReport() {
  writePicture();
  const page = pages.find((url) => existsSync(url) && part.test(readFileSync(url, 'utf8')));
  if (!page) throw new Error('No page has the part <!-- made: mock-numbers -->.');
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(part, (_, begin, end) => begin + madeTables() + end),
  );
}
