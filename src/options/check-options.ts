import { didYouMean, nearest } from '../contract/nearest-names.js';
import { OptionError } from '../contract/option-error.js';
import { withoutPasswords } from '../contract/printing/without-passwords.js';
import { onOff, text } from './forms/forms.js';
import { flagsOf, isOption, optionName, type NamedOptions, type Option, type OptionTable } from './option.js';
import type { ReadOptions } from './option-types.js';

/** Options that only a program can give, by name, such as `log` or `timers.now`, with their `typeof`. */
export type CodeOptions = Readonly<Record<string, 'function' | 'object' | 'number' | 'string'>>;

/**
 * Checks the options that a program gives, as flags are checked: unknown names and values of a wrong form are refused.
 *
 * @returns the options with texts such as `5/60s` read, without those that are undefined
 * @throws OptionError, one sentence
 */
export function checkOptions<T extends object>(table: OptionTable, given: T, inCode: CodeOptions = {}): T {
  return checkedGroup(namedOptions(table), given, '', inCode) as T;
}

/**
 * Checks the options that a program gives, and puts the defaults of the table in the place of those that are missing.
 *
 * @throws OptionError, one sentence
 */
export function readOptions<Rows extends NamedOptions, Given extends object>(
  rows: Rows,
  given: Given,
  inCode: CodeOptions = {},
): ReadOptions<Rows> & Omit<Given, keyof Rows> {
  const checked = checkOptions(flagsOf(rows), given, inCode);
  return withDefaults(rows, checked) as ReadOptions<Rows> & Omit<Given, keyof Rows>;
}

function withDefaults(rows: NamedOptions, given: object): object {
  const values: Record<string, unknown> = { ...given };
  for (const [name, row] of Object.entries(rows)) {
    if (!isOption(row)) values[name] = withDefaults(row, values[name] ?? {});
    else if (row.elsewhere === undefined)
      values[name] ??= row.default ?? (row.value === undefined ? false : undefined);
  }
  return values;
}

/** The rows of a table by the names that programs use, without those that they can't give. */
export function namedOptions(table: OptionTable): ReadonlyMap<string, Option> {
  return new Map(
    Object.entries(table)
      .filter(([, { elsewhere }]) => elsewhere === undefined)
      .map(([flag, option]) => [optionName(flag, option), option]),
  );
}

function checkedGroup(
  options: ReadonlyMap<string, Option>,
  given: object,
  group: string,
  inCode: CodeOptions,
): object {
  const known = [...options.keys(), ...Object.keys(inCode)].filter((name) => name.startsWith(group));
  const groups = new Set(group === '' ? known.flatMap((name) => /^(\w+)\./.exec(name)?.[1] ?? []) : []);
  const checked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const name = group + key;
    if (value === undefined && (known.includes(name) || groups.has(key))) continue;
    if (groups.has(key)) {
      checked[key] = checkedGroup(options, objectFor(name, value), `${name}.`, inCode);
      continue;
    }
    const option = options.get(name);
    if (option) checked[key] = checkedValue(name, option, value);
    else if (inCode[name] !== undefined) checked[key] = codeValue(name, inCode[name], value);
    else throw unknownOption(name, [...known, ...groups]);
  }
  return checked;
}

/** The value as its form reads it. @throws OptionError */
function checkedValue(name: string, option: Option, value: unknown): unknown {
  if (!option.many) return oneValue(name, option, value);
  return [value].flat().map((one) => oneValue(name, option, one));
}

function oneValue(name: string, option: Option, value: unknown): unknown {
  const form = formOf(option);
  const accepted = form.accept(value);
  if (accepted !== undefined) return accepted;
  throw new OptionError(wrongValue(`The option ${name}`, option, value));
}

/** The form of a row that names none: any text, or on and off for a switch. */
export function formOf({ form, value }: Option) {
  return form ?? (value === undefined ? onOff : text);
}

/** @param subject the option as the reader gave it, such as `--port` */
export function wrongValue(subject: string, option: Option, value: unknown): string {
  const { must, choices = [] } = formOf(option);
  if (option.secret) return `${subject} must be ${must}.`;
  const [near] = typeof value === 'string' ? nearest(value, choices, 1) : [];
  const end = near === undefined ? '.' : `; did you mean ${near}?`;
  return `${subject} must be ${must}, got ${shown(value)}${end}`;
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint' || typeof value === 'symbol') return value.toString();
  try {
    const json = withoutPasswords(JSON.stringify(value));
    return json.length > 200 ? `${json.slice(0, 197)}...` : json;
  } catch {
    // An object that contains itself.
    return 'an object';
  }
}

function objectFor(name: string, value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new OptionError(`The option ${name} must be an object, got ${shown(value)}.`);
}

function codeValue(name: string, type: CodeOptions[string], value: unknown): unknown {
  if (typeof value === type && value !== null) return value;
  throw new OptionError(
    `The option ${name} must be ${type === 'object' ? 'an' : 'a'} ${type}, got ${shown(value)}.`,
  );
}

function unknownOption(name: string, known: readonly string[]): OptionError {
  const hint = didYouMean(name.replaceAll('-', ''), known, `There are ${known.join(', ')}.`);
  return new OptionError(`Unknown option ${name}. ${hint}`);
}
