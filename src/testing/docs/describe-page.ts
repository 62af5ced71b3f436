/** Executes pages of the documentation. With UPDATE_DOCS=1 what comes out is written into the pages instead of compared. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocsShell, type DocsShell } from './docs-shell.js';
import { makePart } from './made-parts.js';
import type { Page } from './pages.js';
import { itUnless, whyMissing } from '../unless.js';
import { parsePage, shownOutput, writePage, type Part } from './parse-page.js';

const update = process.env.UPDATE_DOCS !== undefined;
/** Parts by name; several pages may show the same one. */
const made = new Map<string, string>();
/** Output of runs of the suite, by the command: they take long, and print the same on every page. */
const verified = new Map<string, string[]>();

/** Declares the tests of a page: each of its blocks is executed, and shows what it gives. */
export function describePage({ name, file, text }: Page): void {
  describe(name, () => {
    let shell: DocsShell | undefined;
    const parts = parsePage(text);
    const current = [...parts];

    beforeAll(async () => {
      if (parts.some(({ kind }) => kind === 'console' || kind === 'script')) shell = await openDocsShell();
    });

    afterAll(async () => {
      await shell?.close();
      if (update) writeFileSync(file, writePage(current));
    });

    it('is written back as it was read', () => {
      expect(writePage(parts)).toBe(text);
    });

    it('executes every block, or gives a reason why not', () => {
      const unexplained = parts.filter((part) => part.kind === 'unrun' && !part.reason);
      expect(unexplained).toEqual([]);
    });

    const executed = parts.flatMap((part, index) =>
      part.kind === 'text' || part.kind === 'unrun' ? [] : [{ title: titleOf(part), part, index }],
    );
    if (executed.length === 0) return;
    for (const { title, part, index } of executed)
      itUnless(whyNotHere(part), title, async () => {
        const result = await execute(part, shell);
        current[index] = result;
        if (!update) expect(result).toEqual(part);
      });
  });
}

const whyNoCurl = whyMissing('curl');

/** The reason why a block can't run on this machine. */
function whyNotHere(part: Part): string | undefined {
  const usesCurl = part.kind === 'console' && part.commands.some(({ command }) => /\bcurl\b/.test(command));
  return usesCurl ? whyNoCurl : undefined;
}

async function execute(part: Part, shell: DocsShell | undefined): Promise<Part> {
  if (part.kind === 'made') return make(part);
  if (!shell) return part;
  if (part.kind === 'script') {
    const printed = await shell.runScript(part.language, part.text);
    expect(printed).toBe(loggedText(part.text) ?? printed);
  }
  if (part.kind !== 'console') return part;
  const commands = [];
  for (const { command, output } of part.commands) {
    commands.push({ command, output: shownOutput(output, await run(command, shell), update) });
  }
  return { ...part, commands };
}

async function run(command: string, shell: DocsShell): Promise<string[]> {
  const [, suite, pipe] = /^(npx drydock-kit verify [^|;&>]+?)(?: \| ([^|;&>]+))?$/.exec(command) ?? [];
  if (suite === undefined) return shell.run(command);
  const printed = verified.get(suite) ?? (await shell.run(suite));
  verified.set(suite, printed);
  return pipe === undefined ? printed : shell.run(pipe, printed);
}

async function make(part: Extract<Part, { kind: 'made' }>): Promise<Part> {
  const content = made.get(part.name) ?? (await makePart(part.name));
  made.set(part.name, content);
  return { ...part, content: part.inline ? content.trimEnd() : content };
}

/** Returns what a script logs, as the comments behind its `console.log` say; undefined when it logs nothing. */
function loggedText(script: string): string | undefined {
  const logged = [...script.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(
    ([, text]) => `${text ?? ''}\n`,
  );
  return logged.length === 0 ? undefined : logged.join('');
}

function titleOf(part: Part): string {
  if (part.kind === 'made') return `makes ${part.name}`;
  if (part.kind === 'script') return `runs the ${part.language} block that starts: ${firstLine(part.text)}`;
  if (part.kind === 'console') return `runs ${part.commands.map(({ command }) => command).join(' ; ')}`;
  return part.kind;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
