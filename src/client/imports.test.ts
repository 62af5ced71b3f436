import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** What a module of this folder imports when it is loaded, types left out, as the text says. */
function importsOf(module: string): string[] {
  const text = readFileSync(new URL(module, import.meta.url), 'utf8');
  return [...text.matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, bare]) => from ?? bare!,
  );
}

describe('the client', () => {
  it('loads nothing but its own modules before a mock is started', () => {
    const known = new Set(['./index.ts']);
    for (const module of known)
      for (const imported of importsOf(module)) known.add(imported.replace(/\.js$/, '.ts'));
    expect([...known].filter((module) => !/^\.\/[a-z-]+\.ts$/.test(module))).toEqual([]);
    expect(known).toContain('./sandbox.ts');
    expect(known).toContain('./read-events.ts');
  });
});
