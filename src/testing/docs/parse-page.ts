/**
 * Cuts a page into what stays and what is executed. A `console` block holds commands (`$ …`) with what they print, an `sh`
 * or `ts` block a script that must succeed, and a marked part (`<!-- made: NAME -->` … `<!-- /made -->`) what a function
 * returns. Any other block needs `<!-- not run: REASON -->` on the line before it.
 */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'console'; readonly commands: readonly Command[] }
  | { readonly kind: 'script'; readonly language: 'sh' | 'ts'; readonly text: string }
  /** A block that is not executed; without a reason it is a mistake. */
  | {
      readonly kind: 'unrun';
      readonly language: string;
      readonly text: string;
      readonly reason: string | undefined;
    }
  | { readonly kind: 'made'; readonly name: string; readonly inline: boolean; readonly content: string };

export interface Command {
  readonly command: string;
  /** Its output; a last line `...` stands for more. */
  readonly output: readonly string[];
}

const pattern =
  /<!-- made: ([\w./+-]+) -->(\n?)([\s\S]*?)<!-- \/made -->|(?:^<!-- not run: (.*) -->\n)?^```([\w-]*)\n([\s\S]*?)^```$/gm;

export function parsePage(page: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of page.matchAll(pattern)) {
    parts.push({ kind: 'text', text: page.slice(end, match.index) });
    const [whole, name, newline, content = '', reason, language = '', text = ''] = match;
    parts.push(
      name === undefined
        ? parseBlock(language, text, reason)
        : { kind: 'made', name, inline: newline === '', content },
    );
    end = match.index + whole.length;
  }
  parts.push({ kind: 'text', text: page.slice(end) });
  return parts;
}

function parseBlock(language: string, text: string, reason: string | undefined): Part {
  if (reason !== undefined) return { kind: 'unrun', language, text, reason };
  if (language === 'console') return { kind: 'console', commands: parseCommands(text) };
  if (language === 'sh' || language === 'ts') return { kind: 'script', language, text };
  return { kind: 'unrun', language, text, reason };
}

export function writePage(parts: readonly Part[]): string {
  return parts.map(writePart).join('');
}

function writePart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'made':
      return `<!-- made: ${part.name} -->${part.inline ? '' : '\n'}${part.content}<!-- /made -->`;
    case 'script':
      return fence(part.language, part.text);
    case 'unrun':
      return (
        (part.reason === undefined ? '' : `<!-- not run: ${part.reason} -->\n`) +
        fence(part.language, part.text)
      );
    case 'console': {
      const lines = part.commands.flatMap(({ command, output }) => [`$ ${command}`, ...output]);
      return fence('console', `${lines.join('\n')}\n`);
    }
  }
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\`\`\``;
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

/**
 * Returns a command's output as the page shows it: a last line `...` keeps as many lines as stood before it, and a line that
 * differs only in a time measured in seconds stays as it is.
 *
 * @param isWritten true where the page is written: then a time stays as it is only where it is about that of this run
 */
export function shownOutput(
  shown: readonly string[],
  printed: readonly string[],
  isWritten: boolean,
): string[] {
  const cut = shown.at(-1) === '...' ? cutTo(printed, Math.max(1, shown.length - 1)) : [...printed];
  return cut.map((line, index) => {
    const before = shown[index];
    const isSame = before !== undefined && withoutSeconds(before) === withoutSeconds(line);
    return isSame && !(isWritten && isOutdated(before, line)) ? before : line;
  });
}

function cutTo(lines: readonly string[], count: number): string[] {
  return lines.length > count ? [...lines.slice(0, count), '...'] : [...lines];
}

/** A duration, or a time still to wait for: `Retry after 60 seconds` is 59 where the requests before took one. */
const seconds = /\b(\d+(?:\.\d+)?) s(?:econds?)?\b/g;

function withoutSeconds(line: string): string {
  return line.replace(seconds, 'N s');
}

/** A run is not always equally quick. */
function isOutdated(before: string, now: string): boolean {
  const [old, recent] = [secondsIn(before), secondsIn(now)];
  return old.some(
    (one, index) => Math.abs(one - (recent[index] ?? 0)) > Math.max(0.5, (recent[index] ?? 0) / 2),
  );
}

function secondsIn(line: string): number[] {
  return Array.from(line.matchAll(seconds), ([, one]) => Number(one));
}
