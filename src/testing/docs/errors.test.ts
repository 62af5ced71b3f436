/** The errors that the documentation names exist, are exported, and are thrown. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';
import { createServer, type ServerOptions } from '../../index.js';
import { temporaryFile } from '../temporary-folder.js';
import { exportedErrors } from './made/error-table.js';
import { dirname } from 'node:path';

const broken = dirname(temporaryFile('broken.yaml', 'nothing: good\n'));

/** Options with which a start throws each of the errors that the package exports. */
const causes: Readonly<Record<string, ServerOptions>> = {
  OptionError: { seed: -1 },
  DocumentError: { spec: '/no/such/document.yaml' },
  ScenarioError: { scenarios: broken },
  DataFileError: { tariffs: broken },
  StoreUnavailableError: { redis: 'redis://127.0.0.1:1/0' },
};

describe('createServer', () => {
  it('has a cause for every exported error', () => {
    const names = exportedErrors().map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(causes).toSorted());
  });

  it.each(Object.entries(causes))('throws %s, which the package exports', async (name, options) => {
    const thrown: unknown = await createServer({ port: 0, ...options }).catch((error: unknown) => error);
    const type = exportedErrors().find((exported) => exported.name === name)?.type;
    expect(type).toBeDefined();
    expect(thrown).toBeInstanceOf(type);
    expect((thrown as Error).message).toMatch(/\S/);
  });
});

it('every error in a @throws comment exists', () => {
  const sources = readdirSync(packageFile('src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(packageFile('src', file), 'utf8'));
  const named = sources.flatMap((source) =>
    [...source.matchAll(/@throws (.*)$/gm)].flatMap(
      ([, text = '']) => text.match(/\b[A-Z]\w*Error\b/g) ?? [],
    ),
  );
  const declared = sources.flatMap((source) =>
    [...source.matchAll(/\bclass (\w+)/g)].map(([, name = '']) => name),
  );
  const known = new Set([...declared, 'Error', 'RangeError', 'TypeError', 'SyntaxError']);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
