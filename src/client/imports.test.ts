import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Modules that a module of this folder imports when it is loaded, by its source; types are left out. */
function importsOf(module: string): string[] {
  const text = readFileSync(new URL(module, import.meta.url), 'utf8');
  return [...text.matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, bare]) => from ?? bare!,
  );
}

describe('the client', () => {
  it('loads its own modules, one that masks passwords, and no package before a mock is started or events are read', () => {
    const modules = new Set(['index.ts']);
    const others = new Set<string>();
    for (const module of modules)
      for (const name of importsOf(module)) {
        const imported = name.startsWith('.') ? posix.join(posix.dirname(module), name) : name;
        if (name.startsWith('.') && !imported.startsWith('..')) modules.add(imported.replace(/\.js$/, '.ts'));
        else others.add(imported);
      }
    expect([...others]).toEqual(['../contract/printing/without-passwords.js']);
    expect(importsOf('../contract/printing/without-passwords.ts')).toEqual([]);
    expect(modules).toContain('sandbox.ts');
    expect(modules).toContain('read-events.ts');
  });
});
