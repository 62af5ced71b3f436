import { code, markdownTable } from './markdown-table.js';
import { runDrydock } from './run-drydock.js';

/** The lines of `drydock verify --list`: id, level, section, title. */
function listedRules(): string[][] {
  return runDrydock('verify', '--list')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
}

export function ruleTable(): string {
  const rows = listedRules().map(([id = '', ...rest]) => [code(id), ...rest]);
  return markdownTable(['rule', 'level', 'specification', 'what it says'], rows);
}

export function ruleCount(): string {
  return String(listedRules().length);
}

/** How many rules have each level, such as "64 MUST, 4 SHOULD and 3 ASSUMED". */
export function ruleLevels(): string {
  const levels = listedRules().map(([, level = '']) => level);
  const counts = [...new Set(levels)].map((name) => ({
    name,
    count: levels.filter((level) => level === name).length,
  }));
  const texts = counts.toSorted((a, b) => b.count - a.count).map(({ name, count }) => `${count} ${name}`);
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`;
}
