import { fenced } from './markdown-table.js';
import { runDrydock } from './run-drydock.js';

export function overviewHelp(): string {
  return fenced('text', runDrydock('--help'));
}

export function commandHelp(command: string): string {
  return fenced('text', runDrydock(command, '--help'));
}

/** The commands that the overview lists, such as `mock`. */
export function commandNames(): string[] {
  return [
    ...new Set([...runDrydock('--help').matchAll(/^ {2}drydock (\w+)/gm)].map(([, name = '']) => name)),
  ];
}

/** The formats of `verify --report`, as its help lists them. */
export function reportFormats(): string {
  const [, formats] = /^ *--report R\[=F\] +([\w, ]+?)(?: \(|$)/m.exec(runDrydock('verify', '--help')) ?? [];
  if (formats === undefined) throw new Error('The help of verify does not list the formats of --report.');
  return formats
    .split(', ')
    .map((format) => `\`${format}\``)
    .join(', ');
}
