import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shippingDocument, shippingService } from '../../shipping/shipping-service.js';
import { toPointer } from '../json-pointer.js';
import { loadContract } from '../load-contract.js';
import { lineIn, lineTreeOf } from './precompiled-lines.js';

describe('the precompiled lines of a document', () => {
  const pathsIn = (value: unknown, path: readonly string[] = []): string[][] => [
    [...path],
    ...(typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))
      : []),
  ];

  it('are those of its source, for every value, and of the nearest parent where there is none', async () => {
    const { document, lineOf } = await loadContract(shippingDocument, { strict: true });
    const tree = lineTreeOf(document, lineOf);
    const pointers = pathsIn(document).map(toPointer);
    expect(pointers.length).toBeGreaterThan(1000);
    const asked = [...pointers, '/paths/~1nowhere/get', '/info/version/0', '/info/title/constructor'];
    expect(asked.filter((pointer) => lineIn(tree, pointer) !== lineOf(pointer))).toEqual([]);
    const lines = readFileSync(shippingDocument, 'utf8').split('\n');
    expect(lines[lineIn(tree, '/paths/~1categories') - 1]).toMatch(/^ {2}\/categories:/);
  });

  it('are used by a contract, which parses the source where there is no such file', async () => {
    const file = shippingService().precompiled;
    if (!file) throw new Error('The shipping service names no precompiled files.');
    const missing = { ...file, lines: new URL('lines-of-nothing.json', file.document) };
    const [withLines, without] = [file, missing].map((precompiled) =>
      loadContract(shippingDocument, { strict: true, precompiled }),
    );
    const pointer = '/components/schemas/Box/properties/weight';
    expect((await withLines)?.lineOf(pointer)).toBe((await without)?.lineOf(pointer));
    expect((await without)?.lineOf(pointer)).toBeGreaterThan(100);
  });
});
