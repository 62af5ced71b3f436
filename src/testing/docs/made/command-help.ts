import { fenced, type MadeParts } from './markdown-table.js';
import { callCommand } from '../../../cli/testing/call-command.js';

/** The commands whose help stands on a page. */
const commands = [
  ...['mock', 'verify', 'drift', 'diff', 'proxy', 'scenarios', 'spec', 'compile', 'types', 'coverage'],
  ...['mcp', 'use', 'reset', 'requests', 'webhook', 'completion'],
];

async function helpOf(...words: readonly string[]): Promise<string> {
  return fenced('text', await runDrydock(...words, '--help'));
}

/** The commands that the overview lists, such as `mock`. */
export async function commandNames(): Promise<string[]> {
  const overview = await runDrydock('--help');
  return [...new Set([...overview.matchAll(/^ {2}drydock (\w+)/gm)].map(([, name = '']) => name))];
}

/** Runs a command and returns its standard output. @throws Error with what it says when it fails */
export async function runDrydock(...args: readonly string[]): Promise<string> {
  const { exitCode, out, err } = await callCommand(args);
  if (exitCode !== 0) throw new Error(err);
  return `${out}\n`;
}

/** The help of commands, and what it lists. */
export const helpParts: MadeParts = {
  'drydock-help': () => helpOf(),
  /** The formats of `verify --report`, as its help lists them. */
  async 'report-formats'() {
    const help = await runDrydock('verify', '--help');
    const [, formats] = /^ *--report R\[=F\] +([\w, ]+?)(?: \(|$)/m.exec(help) ?? [];
    if (formats === undefined) throw new Error('The help of verify does not list the formats of --report.');
    return formats
      .split(', ')
      .map((format) => `\`${format}\``)
      .join(', ');
  },
  ...Object.fromEntries(commands.map((name) => [`${name}-help`, () => helpOf(name)])),
};
