/** Links of the documentation lead somewhere, and every page can be reached. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';
import { proseOf, readPages, type Page } from './pages.js';

const pages = readPages();

/** Lists the page's links inside this repository. */
function linksOf(page: Page): string[] {
  const prose = proseOf(page).replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, markdown, html]) => markdown ?? html ?? '',
  );
  return links.filter((link) => !/^https?:/.test(link));
}

/** Says why a link leads nowhere; undefined if it leads somewhere. */
function brokenReason(page: Page, link: string): string | undefined {
  const [path = '', anchor] = link.split('#', 2);
  const file = path === '' ? page.file : join(dirname(page.file), path);
  if (!existsSync(file)) return `${link}: there is no ${relative(packageFile(), file)}`;
  if (anchor === undefined) return undefined;
  if (!headingAnchors(readFileSync(file, 'utf8')).has(anchor)) return `${link}: there is no such heading`;
  return undefined;
}

describe('documentation links', () => {
  it.each(pages)('of $name lead to files and headings that exist', (page) => {
    expect(
      linksOf(page)
        .map((link) => brokenReason(page, link))
        .filter(Boolean),
    ).toEqual([]);
  });

  it('of a page to a missing file or heading are found', () => {
    const [readme] = pages;
    expect(brokenReason(readme!, 'docs/none.md')).toContain('there is no docs/none.md');
    expect(brokenReason(readme!, '#no-such-heading')).toContain('no such heading');
    expect(brokenReason(readme!, 'docs/cli.md')).toBeUndefined();
  });

  it('lead from README to every page', () => {
    const [readme, ...others] = pages;
    const linked = linksOf(readme!).map((link) => link.split('#', 1)[0]);
    expect(others.map(({ name }) => name).filter((name) => !linked.includes(name))).toEqual([]);
  });

  it.each(pages.slice(1))('lead from $name to README and to a neighbour', (page) => {
    const linked = linksOf(page);
    expect(linked).toContain('../README.md');
    expect(linked.filter((link) => /^[a-z-]+\.md/.test(link))).not.toEqual([]);
  });
});

/** The anchors that GitHub gives to the headings of a page; a heading that comes again gets a number. */
function headingAnchors(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const withoutBlocks = markdown.replace(/^```[\s\S]*?^```$/gm, '');
  for (const [, heading = ''] of withoutBlocks.matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading);
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
