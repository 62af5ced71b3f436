import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { LoadedRule, Rule } from './rule.js';

/** The folder of the rules that ship with the package, compiled or not, as this module is. */
export const rulesFolder = fileURLToPath(new URL('../../../contract-tests/', import.meta.url));

/**
 * Loads every rule of a folder: each module `<topic>/<rule>` has one as its default export, and its path is its id. There is
 * no list to keep: a new rule is a new file.
 *
 * @throws Error naming the file whose default export is no rule
 */
export async function loadRules(folder: string = rulesFolder): Promise<LoadedRule[]> {
  const files = readdirSync(folder, { withFileTypes: true })
    // What only the tests of the rules need stands in testing/.
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .flatMap((topic) => ruleFiles(join(folder, topic.name)).map((file) => ({ topic: topic.name, file })));
  const rules: LoadedRule[] = [];
  // One after another: Jest's module loader does not stand imports that overlap.
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
  const module = (await import(pathToFileURL(file).href)) as { default?: unknown };
  if (!isRule(module.default))
    throw new Error(
      `${file}: the default export must be a rule with title, level, section, sentence and expected.`,
    );
  return { ...module.default, id: `${topic}/${basename(file, extname(file))}`, topic };
}

function isRule(value: unknown): value is Rule {
  if (typeof value !== 'object' || value === null) return false;
  return ['title', 'level', 'section', 'sentence', 'expected', 'scope'].every((key) => key in value);
}
