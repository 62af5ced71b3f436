/** The options of a configuration file as the values of flags. */
import { resolve } from 'node:path';
import { nearest } from '../../contract/nearest-names.js';
import { formOf, wrongValue } from '../../options/check-options.js';
import { configOptions, isMap, type ConfigOption } from '../../options/config/config-options.js';
import type { Option, OptionTable } from '../../options/option.js';
import { UsageError, type FileValue } from '../flags.js';
import type { ConfigFile } from './config-file.js';

type Path = readonly string[];

/** The file, and the environment that its values may name. */
export interface ValueSource {
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
export function configValues(
  source: ValueSource,
  path: Path,
  table: OptionTable,
  apart: readonly string[] = [],
): Map<string, FileValue> {
  const options = configOptions(table);
  const values = new Map<string, FileValue>();
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
  values: Map<string, FileValue>,
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
export function unknownName(config: ConfigFile, path: Path, known: readonly string[]): UsageError {
  const name = path.at(-1) ?? '';
  const [near] = nearest(name.replaceAll('-', ''), known, 1);
  const hint = near === undefined ? `There are ${known.join(', ')}.` : `Did you mean ${near}?`;
  return new UsageError(`${config.place(path)} is not known. ${hint}`);
}
