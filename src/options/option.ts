/**
 * The options of Drydock: one table of each command has the name, form, unit, default and meaning of every option. Flags and
 * their twins in the environment, the options of `createServer`, `drydock.start` and `verify`, the configuration file, its JSON
 * Schema, help and shell completion all come from these tables.
 */
import type { Form } from './forms/form.js';

/** One option, as a row of a table under the name of its flag. */
export interface Option {
  /** The placeholder of the value in the help, such as `N`; none for a switch. */
  readonly value?: string;
  readonly help: string;
  /** What a value must be; any text unless given. */
  readonly form?: Form;
  /** May be given several times: a list in a program and in the configuration file. */
  readonly many?: boolean;
  /** Shown in the help. */
  readonly default?: string;
  /** Its variable in the environment, where that is not the flag's. */
  readonly env?: string;
  /** Not read from the environment. */
  readonly noEnv?: boolean;
  /** Its name in a program and in the configuration file, where that is not the flag's in camel case: `keys`, `limits.maxConnections`. */
  readonly name?: string;
  /** Its value is never repeated in an error. */
  readonly secret?: boolean;
  /** Names a file or folder, in some options after `=` alone: in the configuration file, relative to that file. */
  readonly isPath?: boolean | 'after =';
  /** Where it can be given besides the command line: `file` in the configuration file alone, `none` nowhere. Both by default. */
  readonly elsewhere?: 'file' | 'none';
}

/** Options by the names of their flags. */
export type OptionTable = Readonly<Record<string, Option>>;

/** `public-url` → `publicUrl`, or the name that the row gives. */
export function optionName(flag: string, { name }: Option): string {
  return name ?? flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `public-url` → `DRYDOCK_PUBLIC_URL`. */
export function envName(flag: string, { env }: Pick<Option, 'env'> = {}): string {
  return env ?? `DRYDOCK_${flag.toUpperCase().replaceAll('-', '_')}`;
}
