import { code, markdownTable, type MadeParts } from './markdown-table.js';
import { runDrydock } from './command-help.js';

/** The lines of `drydock verify --list`: id, level, section, title. */
async function listedRules(): Promise<string[][]> {
  const listed = await runDrydock('verify', '--list');
  return listed
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(' (+ a valid control)', '').split(/ {2,}/));
}

/** The rules of the suite. */
export const ruleParts: MadeParts = {
  async 'rule-table'() {
    const rows = (await listedRules()).map(([id = '', ...rest]) => [code(id), ...rest]);
    return markdownTable(['rule', 'level', 'specification', 'what it says'], rows);
  },
  'rule-count': async () => String((await listedRules()).length),
  /** Counts the rules of each level, such as "64 MUST, 4 SHOULD and 3 ASSUMED". */
  async 'rule-levels'() {
    const levels = (await listedRules()).map(([, level = '']) => level);
    const counts = [...new Set(levels)].map((name) => ({
      name,
      count: levels.filter((level) => level === name).length,
    }));
    const texts = counts.toSorted((a, b) => b.count - a.count).map(({ name, count }) => `${count} ${name}`);
    return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`;
  },
};
