import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeFile } from '../../contract/package-root.js';
import type { LoadedRule, Rule } from './rule.js';

/** The folder of the rules that ship with the package. */
const rulesFolder = codeFile('contract-tests');

const requiredFields = ['title', 'level', 'section', 'sentence', 'expected', 'appliesTo'];

/**
 * Loads every rule of a folder. Each module `<topic>/<rule>` has one as its default export, and its path is its id: a new
 * rule is a new file, and there is no list to keep.
 *
 * @throws Error naming the file whose default export is not a rule
 */
export async function loadRules(folder: string = rulesFolder): Promise<LoadedRule[]> {
  const files = readdirSync(folder, { withFileTypes: true })
    // testing/ holds what only the tests of the rules need.
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .flatMap((topic) => ruleFiles(join(folder, topic.name)).map((file) => ({ topic: topic.name, file })));
  const rules: LoadedRule[] = [];
  // One after another: overlapping imports fail in Jest's module loader.
  for (const { topic, file } of files) rules.push(await loadRule(topic, file));
  return rules;
}

function ruleFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.[jt]s$/.test(name) && !/\.(test|d)\.[jt]s$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

async function loadRule(topic: string, file: string): Promise<LoadedRule> {
  const { default: definition } = (await import(pathToFileURL(file).href)) as { default?: unknown };
  const fields = typeof definition === 'object' && definition !== null ? definition : {};
  const missing = requiredFields.filter((name) => !(name in fields));
  if (missing.length > 0)
    throw new Error(`${file}: the default export must be a rule; it lacks ${missing.join(', ')}.`);
  return { ...(definition as Rule), id: `${topic}/${basename(file, extname(file))}`, topic };
}
