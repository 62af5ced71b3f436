import { describe, expect, it } from 'vitest';
import { commandNames } from './made/command-help.js';
import { readPages } from './pages.js';

const pages = readPages();
const cliPage = pages.find(({ name }) => name === 'docs/cli.md');

describe('README', () => {
  const { text } = pages[0]!;

  it('has at most 200 lines', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
  });

  it('names the two commands as CI runs them', () => {
    expect(text).toContain('npm ci && npm start');
    expect(text).toContain('npm ci && npm test');
  });
});

it('docs/cli.md has the help text of every command', async () => {
  const names = await commandNames();
  expect(names).toContain('verify');
  expect(names.filter((name) => !cliPage?.text.includes(`<!-- made: ${name}-help -->`))).toEqual([]);
});

describe('documentation', () => {
  // The name drydock belongs to another package in the npm registry.
  it.each(pages)('of $name never runs npx with the name of another package', ({ text }) => {
    expect(text.match(/npx (?:--\S+ )*drydock(?!-kit)/g)).toBeNull();
  });

  it.each(pages)('of $name starts with a title and a paragraph', ({ text }) => {
    expect(text).toMatch(/^# \S[^\n]*\n\n[A-Z`*][^\n]+/);
  });
});
