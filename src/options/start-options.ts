import { sep } from 'node:path';
import { mockOptions } from './mock-options.js';
import { isOption, type NamedOptions } from './option.js';

/** Options by their names in a program, as JSON can say them. */
export type StartOptions = Readonly<Record<string, unknown>>;

/**
 * The options with which `drydock.start()`, called in the folder of this process, makes a mock that answers as one of these options
 * does: those on which answers depend, without secrets. Undefined where code of a program answers, which no text can repeat.
 *
 * @param given the options of a mock as a program gives them
 */
export function startOptionsOf(given: object): StartOptions | undefined {
  const values = Object.entries(given).filter(([name, value]) => value !== undefined && reproduced.has(name));
  if (values.some(([, value]) => isCode(value))) return undefined;
  return Object.fromEntries(values.map(([name, value]) => [name, written(name, value)]));
}

const reproduced = new Map(
  Object.entries<NamedOptions[string]>(mockOptions).filter(
    ([, row]) => isOption(row) && row.reproduces === true,
  ),
);

function isCode(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => typeof one === 'function')
  );
}

/** One value of a list alone, and paths below this folder relative to it. */
function written(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const all = value.map((one) => written(name, one));
    return all.length === 1 ? all[0] : all;
  }
  const isPath = typeof value === 'string' && isPathOption(name);
  return isPath ? value.replace(`${process.cwd()}${sep}`, '') : value;
}

function isPathOption(name: string): boolean {
  const row = reproduced.get(name);
  return row !== undefined && isOption(row) && row.isPath !== undefined;
}
