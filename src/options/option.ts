/**
 * The options of Drydock: the table of each command has the name, form, unit, default and meaning of every option. Flags and
 * their environment variables, the options of `createServer`, `drydock.start`, `createFetchHandler` and `verify` with their types,
 * the configuration file, its JSON Schema, help and shell completion all come from these tables.
 */
import type { Form } from './forms/forms.js';

/** One option, as a row of a table under the name of its flag. */
export interface Option {
  /** The placeholder of the value in the help, such as `N`; none for a switch. */
  readonly value?: string;
  readonly help: string;
  /** The form of a value; any text unless given. */
  readonly form?: Form;
  /** May be given several times: a list in a program and in the configuration file. */
  readonly many?: boolean;
  /** The value where none is given. */
  readonly default?: string | number | boolean;
  /** The default for the help, where it is no single value. */
  readonly defaultText?: string;
  /** The core reads it, so a mock without a server has it too. */
  readonly core?: true;
  /** Answers depend on it, so that a test which the page offers starts its mock with it. The sandbox's scenario stands in that test. */
  readonly reproduces?: true;
  /** Its flag, where that is not its name in a program in kebab case. */
  readonly flag?: string;
  /** Its environment variable, where that does not follow from the flag. */
  readonly env?: string;
  /** Not read from the environment. */
  readonly noEnv?: boolean;
  /** Its name in a program and in the configuration file, where that is not the flag's in camel case: `keys`, `limits.maxConnections`. */
  readonly name?: string;
  /** Its value is never repeated in an error. */
  readonly secret?: boolean;
  /** Takes all words behind it. */
  readonly rest?: true;
  /** Names a file or folder, in some options after `=` alone: in the configuration file, relative to that file. */
  readonly isPath?: boolean | 'after =';
  /** Other places that take it: `file` is the configuration file alone, `none` is the command line alone. Programs take it too by default. */
  readonly elsewhere?: 'file' | 'none';
}

/** Options by the names of their flags. */
export type OptionTable = Readonly<Record<string, Option>>;

/** Options by their names in a program and in the configuration file; a group is an object there. */
export type NamedOptions = Readonly<Record<string, Option | Readonly<Record<string, Option>>>>;

/** The options by the names of their flags: `maxMemory` is `--max-memory`, `limits.writeTimeout` is `--write-timeout`. */
export function flagsOf(options: NamedOptions): OptionTable {
  const rows = Object.entries(options).flatMap(([name, entry]) =>
    isOption(entry)
      ? [[name, name, entry] as const]
      : Object.entries(entry).map(([inner, option]) => [`${name}.${inner}`, inner, option] as const),
  );
  return Object.fromEntries(
    rows.map(([name, last, option]) => [option.flag ?? kebabCase(last), { ...option, name }]),
  );
}

/** `publicUrl` → `public-url`. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The same options, which neither a program nor the configuration file takes. */
export function onlyFlags<const Rows extends NamedOptions>(rows: Rows): Rows {
  const all = Object.entries(rows).map(([name, row]) => [name, { ...row, elsewhere: 'none' }]);
  return Object.fromEntries(all) as Rows;
}

export function isOption(entry: NamedOptions[string]): entry is Option {
  return typeof entry.help === 'string';
}

/** The default for people; empty where there is none. */
export function shownDefault({ value, default: given, defaultText }: Option): string {
  return defaultText ?? String(given ?? (value === undefined ? 'false' : ''));
}

/** The help, with the default of an option that takes a value. */
export function helpOf(option: Option): string {
  const shown = option.value === undefined ? '' : shownDefault(option);
  return shown === '' ? option.help : `${option.help} (${shown})`;
}

/** `public-url` → `publicUrl`, or the name that the row gives. */
export function optionName(flag: string, { name }: Option): string {
  return name ?? flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `public-url` → `DRYDOCK_PUBLIC_URL`. */
export function envName(flag: string, { env }: Pick<Option, 'env'> = {}): string {
  return env ?? `DRYDOCK_${flag.toUpperCase().replaceAll('-', '_')}`;
}
