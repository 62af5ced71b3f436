import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageFile } from '../../contract/package-root.js';
import { cutLike, parseReadme, writeReadme } from './blocks.js';
import type { Part } from './blocks.js';
import { madeParts } from './made-parts.js';
import { openReadmeShell } from './run-commands.js';
import type { ReadmeShell } from './run-commands.js';

const file = packageFile('README.md');
const readme = readFileSync(file, 'utf8');
/** With UPDATE_README=1 what was made is written instead of compared. */
const update = process.env.UPDATE_README !== undefined;

describe('README', () => {
  let shell: ReadmeShell;
  const parts = parseReadme(readme);
  const now = [...parts];

  beforeAll(async () => {
    shell = await openReadmeShell();
  });

  afterAll(async () => {
    await shell.close();
    if (update) writeFileSync(file, writeReadme(now));
  });

  it('is put together again as it was', () => {
    expect(writeReadme(parts)).toBe(readme);
    expect(parts.filter(({ kind }) => kind === 'console').length).toBeGreaterThan(3);
  });

  const made = parts.flatMap((part, index) =>
    part.kind === 'text' ? [] : [{ title: titleOf(part), part, index }],
  );
  it.each(made)(
    '$title',
    async ({ part, index }) => {
      const anew = await makeAnew(part, shell);
      now[index] = anew;
      if (!update) expect(anew).toEqual(part);
    },
    60_000,
  );
});

async function makeAnew(part: Part, shell: ReadmeShell): Promise<Part> {
  if (part.kind === 'text') return part;
  if (part.kind === 'made') {
    const make = madeParts[part.name];
    if (!make) throw new Error(`README has a part ${part.name} that nothing makes`);
    return { ...part, content: await make() };
  }
  const commands = [];
  for (const { command, output } of part.commands) {
    commands.push({ command, output: cutLike(output, await shell.run(command)) });
  }
  return { ...part, commands };
}

function titleOf(part: Part): string {
  if (part.kind === 'made') return `makes ${part.name}`;
  return part.kind === 'console' ? `runs ${part.commands.map(({ command }) => command).join(' ; ')}` : 'text';
}
