/** The pages that Drydock makes share the tokens of the dashboard. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';

const read = (...path: string[]): string => readFileSync(packageFile('src', ...path), 'utf8');

const declared = (style: string): Set<string> =>
  new Set([...style.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name));

it.each([
  ['the HTML report', ['reports', 'html-frame.html']],
  ['the page to try', ['fetch', 'try-it', 'try-it.css']],
])('%s names no colour, no typeface and no size of its own, and uses tokens that exist', (_page, path) => {
  const style = read(...path);
  const tokens = declared(read('dashboard', 'styles', 'tokens.css'));
  const used = [...style.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
  expect(used.filter((name) => !tokens.has(name))).toEqual([]);
  expect([...declared(style)]).toEqual([]);
  expect(style).not.toMatch(/#[\da-f]{3,8};|rgb|font-family: (?!var)|font-size: (?!var|11px|1rem)/);
});

it('the page to try has every style that the dashboard gives to its classes', () => {
  const page = read('fetch', 'try-it', 'try-it.html');
  const classes = [...page.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '));
  const styles = readdirSync(packageFile('src', 'dashboard', 'styles')).filter((name) =>
    name.endsWith('.css'),
  );
  const ruleOfOne = new RegExp(String.raw`(?:^|:is\(|, )\.(?:${classes.join('|')})(?:,|\)| \{)`, 'm');
  const needed = styles.filter((name) => ruleOfOne.test(read('dashboard', 'styles', name)));
  const imported = read('fetch', 'try-it', 'try-it.css');
  expect(needed.length).toBeGreaterThan(0);
  expect(needed.filter((name) => !imported.includes(`styles/${name}`))).toEqual([]);
});
