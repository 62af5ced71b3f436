import { existsSync } from 'node:fs';
import { didYouMean } from '../../contract/nearest-names.js';
import {
  configNames,
  configSchema,
  configOptions,
  isMap,
  type ConfigOption,
} from '../../options/config/config-options.js';
import { mockFlags } from '../../options/mock-options.js';
import { verifyFlags } from '../../options/verify-options.js';
import type { Command } from '../command.js';
import { readFlags, UsageError, type FoundTexts, type GivenFlags } from '../flags.js';
import { claimsOf, variablesIn } from './config-claims.js';
import type { ConfigFile } from './config-file.js';
import { resolve } from 'node:path';
import { formOf, wrongValue } from '../../options/check-options.js';
import type { Option, OptionTable } from '../../options/option.js';

/**
 * The flags of a command that reads the configuration file: the command line wins, then the environment, then the file.
 *
 * @throws UsageError
 */
export async function readConfigured(
  command: Command,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<GivenFlags> {
  const { flags } = command;
  const readWith = (values?: ReadonlyMap<string, FoundTexts>) =>
    readFlags(flags, args, env, command.maxPositionals, values);
  // Once without the file: it is the flags that name it.
  const alone = readWith();
  const file = configFile(alone.text('config'));
  if (file === undefined) return alone;
  // It brings a YAML parser, which a start without a file does not wait for.
  const { ConfigFile } = await import('./config-file.js');
  const config = ConfigFile.read(file);
  checkParts(config);
  const source = { config, env };
  const [name] = alone.positionals;
  const askedBy = (...claims: string[][]) => ({ file, claims: [...new Set(claims.flat())] });
  if (command.config === 'mock') {
    const given = readWith(configValues(source, ['mock'], mockFlags));
    return given.asking(askedBy(claimsOf(config, ['mock'], flags)));
  }
  const ofAll = configValues(source, ['verify'], verifyFlags);
  const target = name === undefined ? undefined : targetNamed(config, name);
  if (target === undefined) return readWith(ofAll).asking(askedBy(claimsOf(config, ['verify'], flags, name)));
  const path = ['targets', target];
  const given = readWith(new Map([...ofAll, ...configValues(source, path, verifyFlags, ['url'])]));
  const url = urlOf(config, path);
  const asked = askedBy(claimsOf(config, ['verify'], flags, url), claimsOf(config, path, flags, url));
  return given.asking(asked, [url]);
}

/** @param given by a flag or a variable */
function configFile(given: string | undefined): string | undefined {
  return given ?? configNames.find((known) => existsSync(known));
}

/** The variables that the configuration file names; none of one that can't be read, which is told by the commands that use it. */
export async function namedVariables(given: string | undefined): Promise<string[]> {
  const file = configFile(given);
  if (file === undefined) return [];
  const { ConfigFile } = await import('./config-file.js');
  try {
    return variablesIn(ConfigFile.read(file).value([]));
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}

/** @throws UsageError */
function checkParts(config: ConfigFile): void {
  const parts = Object.keys(configSchema().properties as object);
  for (const [name] of config.entries([]))
    if (!parts.includes(name)) throw unknownName(config, [name], parts);
}

/** Any text but an address is the name of a target. @throws UsageError for an unknown one */
function targetNamed(config: ConfigFile, name: string): string | undefined {
  const names = config.entries(['targets']).map(([known]) => known);
  if (names.includes(name)) return name;
  if (/[:/.]/.test(name) || names.length === 0) return undefined;
  const hint = didYouMean(name, names, `It has ${names.join(', ')}.`);
  throw new UsageError(`${config.file} has no target ${JSON.stringify(name)}. ${hint}`);
}

/** @throws UsageError */
function urlOf(config: ConfigFile, path: readonly string[]): string {
  const url = config.value([...path, 'url']);
  if (typeof url === 'string') return url;
  throw new UsageError(`${config.place(path)} needs a url, the base address of the target.`);
}

type Path = readonly string[];

/** The file, and the environment that its values may name. */
interface ValueSource {
  readonly config: ConfigFile;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Reads the part of the file at a path.
 *
 * @param apart names of the part that are no options, such as the url of a target
 * @returns values by flag; variables that they name are read only where a flag takes them
 * @throws UsageError with line and column for a name or value that is wrong
 */
function configValues(
  source: ValueSource,
  path: Path,
  table: OptionTable,
  apart: readonly string[] = [],
): Map<string, FoundTexts> {
  const options = configOptions(table);
  const values = new Map<string, FoundTexts>();
  for (const [name, value] of source.config.entries(path)) {
    if (apart.includes(name)) continue;
    if ([...options.keys()].some((known) => known.startsWith(`${name}.`)))
      for (const [inner, innerValue] of source.config.entries([...path, name]))
        read(source, [...path, name, inner], `${name}.${inner}`, innerValue, options, values);
    else read(source, [...path, name], name, value, options, values);
  }
  return values;
}

function read(
  source: ValueSource,
  path: Path,
  name: string,
  value: unknown,
  options: ReadonlyMap<string, ConfigOption>,
  values: Map<string, FoundTexts>,
): void {
  const known = options.get(name);
  if (!known) throw unknownName(source.config, path, [...options.keys()]);
  if (value === null || value === undefined) return;
  const place = source.config.place(path);
  const { flag, option } = known;
  const texts = isMap(name) ? pairsOf(source, path, name) : listOf(source, place, option, value);
  values.set(flag, {
    place,
    read: () => texts.map((text) => located(source.config, option, text())),
  });
}

/** A text that may stand in a variable, which is read when the text is needed. */
type LazyText = () => string;

function listOf(source: ValueSource, place: string, option: Option, value: unknown): LazyText[] {
  const list = [value].flat();
  if (!option.many && list.length !== 1)
    throw new UsageError(`${place} must be ${formOf(option).must}, got a list.`);
  return list.map((one) => {
    const variable = option.secret ? variableOf(one) : undefined;
    if (variable !== undefined) return () => variableText(source, place, variable);
    if (typeof one === 'object' || formOf(option).accept(one) === undefined)
      throw new UsageError(wrongValue(place, option, one));
    return () => (typeof one === 'string' ? one : JSON.stringify(one));
  });
}

/** Headers and credentials by name. */
function pairsOf(source: ValueSource, path: Path, name: string): LazyText[] {
  const between = name === 'headers' ? ': ' : '=';
  return source.config.entries(path).map(([key, value]) => {
    const place = source.config.place([...path, key]);
    const variable = variableOf(value);
    if (variable !== undefined) return () => key + between + variableText(source, place, variable);
    if (typeof value === 'string' && value !== '') return () => key + between + value;
    throw new UsageError(`${place} must be a text, or {env: NAME} of a variable that holds it.`);
  });
}

/** The name in `{env: NAME}`. */
function variableOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'env') return undefined;
  const { env } = value as { env: unknown };
  return typeof env === 'string' ? env : undefined;
}

/** @throws UsageError where the variable is not set */
function variableText({ env }: ValueSource, place: string, variable: string): string {
  const text = env[variable] ?? '';
  if (text !== '') return text;
  throw new UsageError(`${place} names the variable ${variable}, which is not set.`);
}

/** Paths in the file are relative to it. */
function located({ folder }: ConfigFile, { isPath }: Option, text: string): string {
  if (!isPath || folder === '.' || text === '-' || /^https?:/.test(text)) return text;
  const [, prefix = '', path = text] = /^([^=]*=)(.*)$/s.exec(text) ?? [];
  if (isPath === 'after =' && prefix === '') return text;
  return prefix + resolve(folder, path);
}

/** @throws UsageError */
function unknownName(config: ConfigFile, path: Path, known: readonly string[]): UsageError {
  const name = path.at(-1)?.replaceAll('-', '') ?? '';
  const hint = didYouMean(name, known, `There are ${known.join(', ')}.`);
  return new UsageError(`${config.place(path)} is not known. ${hint}`);
}
