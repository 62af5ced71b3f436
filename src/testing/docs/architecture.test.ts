import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../contract/package-root.js';
import { rooms } from './house/rooms.js';
import { requestFiles } from './request-files.js';

const page = readFileSync(packageFile('docs', 'architecture.md'), 'utf8');

describe('docs/architecture.md', () => {
  it('describes every room of the picture', () => {
    expect(rooms.map(({ path }) => path).filter((path) => !page.includes(`| \`${path}/\` |`))).toEqual([]);
  });

  it('names only files that run during a request as its stops', () => {
    const [, section = ''] = /\n## How a request travels\n(.*?)\n## /s.exec(page) ?? [];
    const stops = [...section.matchAll(/^\| `(.*?)` \|/gm)].map(([, file = '']) => file);
    const run = requestFiles();
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.filter((file) => !run.includes(file))).toEqual([]);
  });

  it('lists the terms of its glossary in alphabetical order', () => {
    const [, glossary = ''] = /\n## Glossary\n(.*)$/s.exec(page) ?? [];
    const terms = [...glossary.matchAll(/^\| ([a-z][\w -]*) \|/gm)].map(([, term = '']) => term);
    const listed = terms.filter((term) => term !== 'term');
    expect(listed.length).toBeGreaterThan(10);
    expect(listed).toEqual(listed.toSorted());
  });
});
