/** The pages that Drydock makes share the tokens of the dashboard. */
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { packageFile } from '../../contract/package-root.js';

const read = (...path: string[]): string => readFileSync(packageFile('src', ...path), 'utf8');

/** The custom properties that a style declares first, with their values on one line. */
function tokensOf(style: string): Map<string, string> {
  const [root = ''] = /:root \{[^}]*\}/.exec(style) ?? [];
  const declared = [...root.matchAll(/(--[\w-]+):\s*([^;]+);/g)];
  return new Map(declared.map(([, name = '', value = '']) => [name, value.replaceAll(/\s+/g, ' ')]));
}

const tokens = tokensOf(read('dashboard', 'styles', 'tokens.css'));

it('the HTML report declares the tokens that it uses, each with the value that the dashboard has', () => {
  const frame = read('reports', 'html-frame.html');
  const own = tokensOf(frame);
  const used = new Set([...frame.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name));
  expect(new Set(own.keys())).toEqual(used);
  expect(Object.fromEntries(own)).toEqual(
    Object.fromEntries([...own.keys()].map((name) => [name, tokens.get(name)])),
  );
});

it('the page to try imports the tokens, and uses none that they lack', () => {
  const style = read('fetch', 'try-it', 'try-it.css');
  expect(style).toMatch(/^@import '..\/..\/dashboard\/styles\/tokens.css';/);
  const used = [...style.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name);
  expect(used.filter((name) => !tokens.has(name))).toEqual([]);
});
