/** The patches of docs/exercises, which follow the exercises of docs/contributing.md; .ci/check-recipes.mjs runs them. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';

const patches = readdirSync(packageFile('docs', 'exercises')).map((file) => file.replace('.patch', ''));
const page = readFileSync(packageFile('docs', 'contributing.md'), 'utf8');
/** The sections by their anchors. */
const sections = new Map(
  page
    .split(/^## /m)
    .map((text) => [text.slice(0, text.indexOf('\n')).toLowerCase().replaceAll(' ', '-'), text]),
);

/** The first cells of a section's table as patterns; `<name>` stands for one part of a path. */
function namedFiles(section: string): RegExp[] {
  return [...section.matchAll(/^\| (`.*?`) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
    .map(([, file = '']) => file.replace(/[.+]/g, '\\$&').replace(/<[^>]*>/g, '[^/]+'))
    .map((file) => new RegExp(`^${file}$`));
}

/** The exercises that the page lists. */
const exercises = [...(/^- The exercises:.*?^- /ms.exec(page)?.[0] ?? '').matchAll(/\(#([a-z-]+)\)/g)].map(
  ([, anchor = '']) => anchor,
);

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: packageFile(), encoding: 'utf8', stdio: 'pipe' });
}

describe('an exercise', () => {
  it('is listed by the page for each patch', () => {
    expect(exercises).toEqual(expect.arrayContaining(patches));
  });

  // A service is no change of the tree: the page's own blocks make it, and the tests of the page run them.
  it.each(exercises)('has a patch, or blocks that are executed: %s', (name) => {
    const isExecuted = /(?<!-->\n)^```ts\n/m.test(sections.get(name) ?? '');
    expect(patches.includes(name) !== isExecuted).toBe(true);
  });
});

describe('the patch of an exercise', () => {
  it.each(patches)('touches only files that its section names: %s', (name) => {
    const patch = packageFile('docs', 'exercises', `${name}.patch`);
    const touched = [...readFileSync(patch, 'utf8').matchAll(/^diff --git a\/(\S+) b\//gm)].map(
      ([, file = '']) => file,
    );
    const named = namedFiles(sections.get(name) ?? '');
    expect(touched.length).toBeGreaterThan(0);
    expect(touched.filter((file) => !named.some((pattern) => pattern.test(file)))).toEqual([]);
  });

  it.each(patches)('applies to the tree: %s', (name) => {
    git('apply', '--check', packageFile('docs', 'exercises', `${name}.patch`));
  });
});
