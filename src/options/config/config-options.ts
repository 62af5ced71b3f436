/** The contents of a configuration file: the options of the mock, those of every run of the suite, and named targets. */
import { formOf } from '../check-options.js';
import { address } from '../forms/forms.js';
import { mockFlags } from '../mock-options.js';
import { optionName, helpOf, type Option, type OptionTable } from '../option.js';
import { verifyFlags } from '../verify-options.js';

/** The names of the file where it is looked for in the working directory, in this order. */
export const configNames = ['drydock.config.yaml', 'drydock.config.yml', 'drydock.config.json'] as const;

/** The base address of a target. */
export const targetUrl: Option = {
  value: 'URL',
  help: 'the base address of the target',
  form: address('https://staging.example.com/api/v1/developer'),
};

/** An option of the file, and the flag that it stands for. */
export interface ConfigOption {
  readonly flag: string;
  readonly option: Option;
}

/** The options of a part of the file by their names there, such as `limits.maxConnections`. */
export function configOptions(table: OptionTable): ReadonlyMap<string, ConfigOption> {
  return new Map(
    Object.entries(table)
      .filter(([, { elsewhere }]) => elsewhere !== 'none')
      .map(([flag, option]) => [optionName(flag, option), { flag, option }]),
  );
}

/** Headers and credentials are maps in the file. */
export function isMap(name: string): boolean {
  return name === 'headers' || name === 'auth';
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of the file, by which editors complete and check it. */
export function configSchema(): JsonSchema {
  const verify = propertiesOf(verifyFlags);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of Drydock',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'Where this schema is.' },
      mock: { ...objectOf(propertiesOf(mockFlags)), description: 'The options of drydock mock.' },
      verify: { ...objectOf(verify), description: 'Options of drydock verify for every target.' },
      targets: {
        type: 'object',
        description: 'Servers to check by name: drydock verify staging.',
        additionalProperties: {
          ...objectOf({ url: describe('url', targetUrl), ...verify }),
          required: ['url'],
        },
      },
    },
  };
}

function propertiesOf(table: OptionTable): Record<string, JsonSchema> {
  const properties: Record<string, JsonSchema> = {};
  const groups: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, { option }] of configOptions(table)) {
    const [group = '', inner] = name.split('.');
    if (inner === undefined) properties[name] = describe(name, option);
    else (groups[group] ??= {})[inner] = describe(inner, option);
  }
  for (const [group, inner] of Object.entries(groups)) properties[group] = objectOf(inner);
  return properties;
}

function objectOf(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', additionalProperties: false, properties };
}

function describe(name: string, option: Option): JsonSchema {
  const description = helpOf(option);
  const { schema } = formOf(option);
  const value = option.secret ? { anyOf: [schema, variable] } : schema;
  if (isMap(name)) return { description, type: 'object', additionalProperties: value };
  if (option.many) return { description, anyOf: [value, { type: 'array', items: value }] };
  return { description, ...value };
}

/** A value that the file does not hold. */
const variable: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['env'],
  properties: {
    env: { type: 'string', description: 'The variable of the environment that holds the value.' },
  },
};
