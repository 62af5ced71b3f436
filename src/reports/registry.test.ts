import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verify } from '../cli/commands/verify.js';
import { diffReportNames } from '../diff/reports/registry.js';
import { packageFile } from '../contract/package-root.js';
import { reportNames } from './registry.js';

/** README and the pages of docs/. */
const pages = ['README.md', ...readdirSync(packageFile('docs')).map((name) => `docs/${name}`)]
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(packageFile(...file.split('/')), 'utf8') }));

/** The lists of names that match in the pages, each with its page. */
function listsMatching(pattern: RegExp): { file: string; names: string[] }[] {
  return pages.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map((match) => ({ file, names: (match[1] ?? '').match(/\w+/g) ?? [] })),
  );
}

/** The text report is the default, which a list may leave out. */
const others = reportNames.filter((name) => name !== 'text');

describe('the registry of reports', () => {
  it('has every module of src/reports that exports createReport', () => {
    const modules = readdirSync(packageFile('src', 'reports'))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'registry.ts')
      .filter((name) =>
        /^export function createReport\(/m.test(readFileSync(packageFile('src', 'reports', name), 'utf8')),
      );
    expect(modules.map((name) => name.replace('.ts', '')).sort()).toEqual([...reportNames].sort());
  });

  it('gives the names in the help of verify', () => {
    expect(verify.flags.report?.help).toBe(reportNames.join(', '));
  });

  it('has the names of the help that README or docs/ print', () => {
    const lists = listsMatching(/^ +--report R\[=F\] +(.+?) \(text\)$/gm);
    expect(lists.length).toBeGreaterThan(0);
    const known = [[...reportNames], [...diffReportNames]];
    for (const { file, names } of lists)
      expect([file, known]).toEqual([file, expect.arrayContaining([names])]);
  });

  it('has the names that README or docs/ list in their text', () => {
    const name = `\`(?:--report )?(?:${reportNames.join('|')})\``;
    const lists = listsMatching(new RegExp(`(${name}(?:(?:, | or | and )${name}){2,})`, 'g'));
    expect(lists.length).toBeGreaterThan(0);
    for (const { file, names } of lists)
      expect({ file, missing: others.filter((one) => !names.includes(one)) }).toEqual({ file, missing: [] });
  });
});
