/** The service is a plug-in: the rooms around it say nothing of its operations, paths and couriers, in code or in comments. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadContract } from '../contract/load-contract.js';
import { packageFile } from '../contract/package-root.js';
import { tariffFolder } from '../shipping/rates/tariff-book/precompiled-tariffs.js';
import { shippingDocument } from '../shipping/shipping-service.js';

const rooms = ['mock', 'server', 'control', 'state', 'scenarios', 'journal', 'foreign', 'conformance'];

/** File and word → why it may stand there. */
const exceptions: Readonly<Record<string, string>> = {};

/** Every file that ships, with its path inside the package. */
function filesOf(folder: string): string[] {
  return readdirSync(packageFile('src', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(packageFile(), join(entry.parentPath, entry.name)))
    .filter((file) => !/\.test\.tsx?$|\/(testing|precompiled)\//.test(file));
}

const { operations } = await loadContract(shippingDocument);
const couriers = readdirSync(tariffFolder)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => {
    const { courier, slug } = parse(readFileSync(join(tariffFolder, name), 'utf8')) as Record<string, string>;
    return [basename(name, '.yaml'), courier ?? '', slug ?? ''];
  });
/** A path up to its first parameter, as code would write it. */
const paths = operations.map(({ path }) => path.replace(/\/\{.*/, ''));
const words = [...new Set(['shipping', ...operations.map(({ id }) => id), ...paths, ...couriers])];

/** The words that a text has, whole: `/orders` is not in `/orders-by-day`. */
function wordsIn(text: string): string[] {
  return words.filter((word) => {
    const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return (word === 'shipping' ? /shipping/i : new RegExp(`${escaped}(?![A-Za-z0-9_-])`, 'i')).test(text);
  });
}

it('the words are those of the service', () => {
  expect(words).toEqual(expect.arrayContaining(['shipping', 'getShippingRates', '/create-order', '/orders']));
  expect(couriers.length).toBeGreaterThan(20);
  expect(wordsIn("if (id === 'createOrder') return '/orders/7'; // Union Post")).toHaveLength(3);
});

describe.each(rooms)('src/%s', (room) => {
  it('names nothing of the service', () => {
    const files = filesOf(room);
    expect(files.length).toBeGreaterThan(0);
    const named = files.flatMap((file) =>
      wordsIn(readFileSync(packageFile(file), 'utf8')).map((word) => `${file}: ${word}`),
    );
    expect(named.filter((one) => !(one in exceptions))).toEqual([]);
  });
});

it('every exception is needed', () => {
  const named = new Set(
    rooms
      .flatMap(filesOf)
      .flatMap((file) => wordsIn(readFileSync(packageFile(file), 'utf8')).map((word) => `${file}: ${word}`)),
  );
  expect(Object.keys(exceptions).filter((one) => !named.has(one))).toEqual([]);
});
