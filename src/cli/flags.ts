/**
 * The flags of a command: one table has each flag's name, form and meaning, and from it come parsing, the environment
 * variable (DRYDOCK_PUBLIC_URL for `--public-url`), the help text and the errors. Unknown flags are refused.
 */
import { parseArgs } from 'node:util';
import { nearest } from '../contract/nearest-names.js';
import { formOf, wrongValue } from '../options/check-options.js';
import { envName, helpOf, optionName, type Option, type OptionTable } from '../options/option.js';

export type FlagTable = OptionTable;

/** A command line that can't be used: one sentence that says what is wrong and how to fix it. Exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A configuration file, and what it asks for: phrases behind "would", such as `send the variable DEMO_KEY`. */
export interface ConfigRequest {
  readonly file: string;
  readonly claims: readonly string[];
}

/** The given flags as texts, from the command line or else from the environment. */
export class GivenFlags {
  constructor(
    readonly values: ReadonlyMap<string, readonly string[]>,
    readonly positionals: readonly string[],
    /** Origins of values that no flag gave, by flag: `DRYDOCK_PORT`, or a place in the configuration file. */
    readonly places: ReadonlyMap<string, string> = new Map(),
    /** The requests of the configuration file that was read. */
    readonly asked?: ConfigRequest,
  ) {}

  /** A sentence about flags that names each as the user gave it. */
  named(sentence: string): string {
    if (this.places.size === 0) return sentence;
    return sentence.replace(
      /(?<![\w-])--([a-z][a-z\d-]*)/g,
      (flag, name: string) => this.places.get(name) ?? flag,
    );
  }

  /** The same, with what the configuration file asks for. */
  asking(asked: ConfigRequest, positionals = this.positionals): GivenFlags {
    return new GivenFlags(this.values, positionals, this.places, asked);
  }

  text(name: string): string | undefined {
    return this.values.get(name)?.at(-1);
  }

  texts(name: string): readonly string[] {
    return this.values.get(name) ?? [];
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  /** The number of a flag whose form is one. */
  number(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : Number(text);
  }
}

/** The texts of a flag, and where they stand. */
export interface FoundTexts {
  /** Those of the configuration file may stand in variables, which are read when they are needed. */
  readonly read: () => readonly string[];
  /** Such as `--port`, `DRYDOCK_PORT` or `drydock.config.yaml:3:9: mock.port`. */
  readonly place: string;
}

/**
 * Reads the flags of a command: from the command line, else from the environment, else from the configuration file.
 *
 * @throws UsageError for an unknown flag, a missing or wrong value, or more positionals than `maxPositionals`
 */
export function readFlags(
  table: FlagTable,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  maxPositionals: number,
  file: ReadonlyMap<string, FoundTexts> = new Map(),
): GivenFlags {
  const { values, positionals } = parse(table, args);
  const places = new Map<string, string>();
  for (const [name, flag] of Object.entries(table)) {
    const given = values.get(name);
    const found = given
      ? { read: () => given, place: `--${name}` }
      : (inEnvironment(name, flag, env) ?? file.get(name));
    if (found === undefined) continue;
    const { place } = found;
    const texts = found.read();
    const wrong = flag.rest ? undefined : texts.find((text) => formOf(flag).read(text) === undefined);
    if (wrong !== undefined) throw new UsageError(wrongValue(place, flag, wrong));
    if (flag.value === undefined && texts[0] !== 'true') continue;
    values.set(name, [...texts]);
    if (!given) places.set(name, place);
  }
  const extra = positionals[maxPositionals];
  if (extra !== undefined)
    throw new UsageError(`Unexpected argument ${JSON.stringify(extra)}. --help says what it takes.`);
  return new GivenFlags(values, positionals, places);
}

function inEnvironment(name: string, flag: Option, env: NodeJS.ProcessEnv): FoundTexts | undefined {
  const place = envName(name, flag);
  const text = flag.noEnv ? undefined : env[place];
  if (text === undefined || text === '') return undefined;
  if (flag.value !== undefined) return { read: () => (flag.many ? text.split(',') : [text]), place };
  const value = text.replace(/^(?:1|true|yes|on)$/i, 'true').replace(/^(?:0|false|no|off)$/i, 'false');
  return { read: () => [value], place };
}

/** The values of the given flags by the names of their options, such as `limits.maxConnections` for --max-connections. */
export function valuesOf(table: FlagTable, given: GivenFlags): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(table)) {
    if (!given.has(name)) continue;
    const { read } = formOf(flag);
    const value = flag.many ? given.texts(name).map(read) : read(given.text(name) ?? '');
    const [group = '', inner] = optionName(name, flag).split('.');
    options[group] = inner === undefined ? value : { ...(options[group] as object), [inner]: value };
  }
  return options;
}

/** The same, of the options that a program takes too. */
export function programOptions(table: FlagTable, given: GivenFlags): Record<string, unknown> {
  const rows = Object.entries(table).filter(([, { elsewhere }]) => elsewhere === undefined);
  return valuesOf(Object.fromEntries(rows), given);
}

function parse(table: FlagTable, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { value, many }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: many ?? false },
    ]),
  );
  const [rest, at] = placeOfRest(table, args);
  const { tokens } = parseArgs({
    args: args.slice(0, at),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
    if (!flag || !token.rawName.startsWith('--')) throw unknownFlag(table, token.rawName);
    if (flag.value !== undefined && (!token.value || (!token.inlineValue && token.value.startsWith('--')))) {
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${flag.value}.`);
    }
    if (flag.value === undefined && token.value !== undefined) {
      throw new UsageError(`${token.rawName} takes no value, got ${JSON.stringify(token.value)}.`);
    }
    values.set(token.name, [...(flag.many ? (values.get(token.name) ?? []) : []), token.value ?? 'true']);
  }
  if (rest !== undefined) {
    const words = args.slice(at + 1);
    if (words.length === 0)
      throw new UsageError(`--${rest} needs a value: --${rest} ${table[rest]?.value ?? ''}.`);
    values.set(rest, words);
  }
  return { values, positionals };
}

/** The flag that takes all words behind it, and its place; the end of the line where it is not given. */
function placeOfRest(table: FlagTable, args: readonly string[]): [string | undefined, number] {
  const [name] = Object.entries(table).find(([, flag]) => flag.rest) ?? [];
  const at = name === undefined ? -1 : args.indexOf(`--${name}`);
  return at === -1 ? [undefined, args.length] : [name, at];
}

/** The words of a command line that are its own: what a command behind one of its flags gets is not. */
export function ownWords(table: FlagTable, args: readonly string[]): readonly string[] {
  return args.slice(0, placeOfRest(table, args)[1]);
}

function unknownFlag(table: FlagTable, given: string): UsageError {
  const [near] = nearest(given.replace(/^-+/, ''), Object.keys(table), 1);
  const hint = near === undefined ? '--help lists those there are.' : `Did you mean --${near}?`;
  return new UsageError(`Unknown flag ${given}. ${hint}`);
}

/** The flags as lines of a help text. */
export function describeFlags(table: FlagTable): string {
  const rows = Object.entries(table).map(([name, flag]) => {
    const label = flag.value === undefined ? `--${name}` : `--${name} ${flag.value}`;
    return [label, helpOf(flag)] as const;
  });
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, help]) => `  ${label.padEnd(width)}  ${help}`).join('\n');
}
