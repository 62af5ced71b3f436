import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as yaml from 'yaml';
import { parseSource } from './parse-source.js';
import { userCache } from './user-cache.js';

let folder: string;
const before = process.env.DRYDOCK_CACHE;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'drydock-cache-')), 'drydock');
  process.env.DRYDOCK_CACHE = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env.DRYDOCK_CACHE;
  else process.env.DRYDOCK_CACHE = before;
});

/** YAML large enough to be kept. */
const large = (extra = ''): string =>
  `${Array.from({ length: 2000 }, (_, index) => `key${index}: value`).join('\n')}\n${extra}`;
const entries = (): string[] => readdirSync(folder, { encoding: 'utf8' });
const entry = (): string => join(folder, entries()[0] ?? '');

/** A parser that can only fail: what is read without it comes from the cache. */
const broken = {
  ...yaml,
  parseDocument: () => {
    throw new Error('parsed again');
  },
} as unknown as typeof yaml;

describe('YAML that an earlier start has parsed', () => {
  it('is read from the cache, with the lines that were looked up before', () => {
    const first = parseSource(yaml, large());
    expect(first.linesOf(['/key7', '/key9'])).toEqual([8, 10]);
    const second = parseSource(broken, large());
    expect(second.value).toEqual(first.value);
    expect(second.linesOf(['/key7', '/key9'])).toEqual([8, 10]);
    expect(() => second.linesOf(['/key8'])).toThrow('parsed again');
  });

  it('is parsed again when a character has changed, or when it holds what JSON can not', () => {
    parseSource(yaml, large());
    expect(() => parseSource(broken, large('more: 1'))).toThrow('parsed again');
    expect(parseSource(yaml, large('most: .inf')).value).toMatchObject({ most: Infinity });
    expect(() => parseSource(broken, large('most: .inf'))).toThrow('parsed again');
  });

  it.each([
    ['cut off', () => truncateSync(entry(), 10)],
    ['no JSON object', () => writeFileSync(entry(), '7')],
    ['nested too deeply', () => writeFileSync(entry(), `{"a":${'['.repeat(300)}${']'.repeat(300)}}`)],
  ])('is parsed again when its entry is %s', (_, spoil) => {
    const { value } = parseSource(yaml, large());
    spoil();
    expect(parseSource(yaml, large()).value).toEqual(value);
  });

  it('is parsed every time with DRYDOCK_CACHE=off', () => {
    process.env.DRYDOCK_CACHE = 'off';
    parseSource(yaml, large());
    expect(() => parseSource(broken, large())).toThrow('parsed again');
  });
});

describe('the folder', () => {
  it('and its entries belong to the user alone', () => {
    userCache.write('{}', 'kind', 'source');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(entry()).mode & 0o777).toBe(0o600);
    expect(userCache.read('kind', 'source')).toEqual({});
  });

  it('is not used while others can write to it, nor is an entry that is a link', () => {
    userCache.write('{}', 'kind', 'source');
    chmodSync(folder, 0o770);
    expect(userCache.read('kind', 'source')).toBeUndefined();
    chmodSync(folder, 0o700);
    const elsewhere = join(folder, '..', 'elsewhere.json');
    writeFileSync(elsewhere, '{"a":1}');
    const linked = entry();
    rmSync(linked);
    symlinkSync(elsewhere, linked);
    expect(userCache.read('kind', 'source')).toBeUndefined();
  });

  it('holds 100 MiB at most: the oldest entries are deleted', () => {
    for (const [index, source] of ['a', 'b', 'c'].entries()) {
      userCache.write('{}', 'kind', source);
      const newest =
        entries()
          .map((name) => join(folder, name))
          .find((path) => statSync(path).size === 2) ?? '';
      truncateSync(newest, 45 * 1024 * 1024);
      utimesSync(newest, index, index);
    }
    userCache.write('{}', 'kind', 'd');
    expect(entries()).toHaveLength(3);
    expect(userCache.read('kind', 'd')).toEqual({});
  });
});
