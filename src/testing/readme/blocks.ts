/**
 * The parts of README that are made by running something. A `console` block holds commands (`$ …`) with what they print;
 * a marked part (`<!-- made: NAME -->` … `<!-- /made -->`) holds what a function returns. Both are made anew by the test.
 */

/** README cut into what stays and what is made. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'console'; readonly commands: readonly Command[] }
  | { readonly kind: 'made'; readonly name: string; readonly content: string };

export interface Command {
  readonly command: string;
  /** What it prints; a last line `...` stands for more. */
  readonly output: readonly string[];
}

const pattern = /^```console\n([\s\S]*?)^```$|^<!-- made: ([\w-]+) -->\n([\s\S]*?)^<!-- \/made -->$/gm;

export function parseReadme(readme: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of readme.matchAll(pattern)) {
    parts.push({ kind: 'text', text: readme.slice(end, match.index) });
    const [whole, commands, name = '', content = ''] = match;
    parts.push(
      commands === undefined
        ? { kind: 'made', name, content }
        : { kind: 'console', commands: parseCommands(commands) },
    );
    end = match.index + whole.length;
  }
  parts.push({ kind: 'text', text: readme.slice(end) });
  return parts;
}

export function writeReadme(parts: readonly Part[]): string {
  return parts.map(writePart).join('');
}

function writePart(part: Part): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'made') return `<!-- made: ${part.name} -->\n${part.content}<!-- /made -->`;
  const lines = part.commands.flatMap(({ command, output }) => [`$ ${command}`, ...output]);
  return `\`\`\`console\n${lines.join('\n')}\n\`\`\``;
}

/** Commands may go on over lines: after a backslash at the end, and until a quoted text ends. */
function parseCommands(text: string): Command[] {
  const commands: { command: string; output: string[] }[] = [];
  let continued = false;
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const current = commands.at(-1);
    if (continued && current) current.command += `\n${line}`;
    else if (line.startsWith('$ ')) commands.push({ command: line.slice(2), output: [] });
    else current?.output.push(line);
    const goesOn = (command: string): boolean =>
      command.endsWith('\\') || command.split("'").length % 2 === 0;
    continued = (continued || line.startsWith('$ ')) && goesOn(commands.at(-1)?.command ?? '');
  }
  return commands;
}

/** What a command printed, cut as README cuts it: a last line `...` keeps as many lines as stood before it. */
export function cutLike(expected: readonly string[], printed: readonly string[]): string[] {
  if (expected.at(-1) !== '...') return [...printed];
  const kept = printed.slice(0, Math.max(1, expected.length - 1));
  return kept.length < printed.length ? [...kept, '...'] : kept;
}
