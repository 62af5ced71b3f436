import { fenced } from './markdown-table.js';
import { callCommand } from '../../../cli/testing/call-command.js';

export async function overviewHelp(): Promise<string> {
  return fenced('text', await runDrydock('--help'));
}

export async function commandHelp(command: string): Promise<string> {
  return fenced('text', await runDrydock(command, '--help'));
}

/** The commands that the overview lists, such as `mock`. */
export async function commandNames(): Promise<string[]> {
  const overview = await runDrydock('--help');
  return [...new Set([...overview.matchAll(/^ {2}drydock (\w+)/gm)].map(([, name = '']) => name))];
}

/** The formats of `verify --report`, as its help lists them. */
export async function reportFormats(): Promise<string> {
  const help = await runDrydock('verify', '--help');
  const [, formats] = /^ *--report R\[=F\] +([\w, ]+?)(?: \(|$)/m.exec(help) ?? [];
  if (formats === undefined) throw new Error('The help of verify does not list the formats of --report.');
  return formats
    .split(', ')
    .map((format) => `\`${format}\``)
    .join(', ');
}

/** Runs a command and returns its standard output. @throws Error with what it says when it fails */
export async function runDrydock(...args: readonly string[]): Promise<string> {
  const { exitCode, out, err } = await callCommand(args);
  if (exitCode !== 0) throw new Error(err);
  return `${out}\n`;
}
