/**
 * Reads a YAML data file and checks it against its JSON Schema. Every problem becomes one sentence that starts with the
 * file and the line for whoever edits the data; all problems of a file are collected, not only the first.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import * as yaml from 'yaml';
import { fromPointer } from '../../../contract/json-pointer.js';
import { yamlOffset } from '../../../contract/document/yaml-offset.js';

/** The place of a value in a data file: keys and indexes from the root. */
export type DataPath = readonly (string | number)[];

export interface DataFile<Content> {
  readonly content: Content;
  /** "folder/file.yaml:14: " for the value at `path`, or for the nearest value above it that exists. */
  readonly at: (path: DataPath) => string;
}

// A test checks our schemas against the meta-schema; compiling that would take half of the time to load.
const ajv = new Ajv2020({ allErrors: true, verbose: true, validateSchema: false });

/** Compiles a JSON Schema file (draft 2020-12), once; the schema's author vouches that it describes `Content`. */
export function dataSchema<Content>(file: URL): ValidateFunction<Content> {
  const compiled = ajv.getSchema<Content>(file.href);
  if (compiled) return compiled;
  return ajv.compile<Content>({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), $id: file.href });
}

/**
 * Reads `file`. Returns undefined where something is wrong, and pushes one sentence to `problems` for each problem.
 */
export function readDataFile<Content>(
  file: string | URL,
  schema: ValidateFunction<Content>,
  problems: string[],
): DataFile<Content> | undefined {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const name = `${basename(dirname(path))}/${basename(path)}`;
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(readFileSync(path, 'utf8'), {
    lineCounter: lines,
    prettyErrors: false,
  });
  const atOffset = (offset: number): string => `${name}:${lines.linePos(offset).line}: `;
  for (const error of document.errors) problems.push(atOffset(error.pos[0]) + sentence(error.message));
  if (document.errors.length > 0) return undefined;

  const content: unknown = document.toJS();
  const at = (path: DataPath): string => atOffset(yamlOffset(yaml, document, path));
  if (schema(content)) return { content, at };
  for (const error of schema.errors ?? []) {
    if (error.keyword === 'if') continue;
    problems.push(at(pathOf(error)) + describe(error));
  }
  return undefined;
}

/** The path of an unknown key is that of the key itself, of any other error that of the value. */
function pathOf(error: ErrorObject): DataPath {
  const path = fromPointer(error.instancePath);
  const key: unknown = error.params.additionalProperty ?? error.params.propertyName;
  return typeof key === 'string' ? [...path, key] : path;
}

function describe(error: ErrorObject): string {
  const where = readablePath(error.instancePath);
  const got = JSON.stringify(error.data);
  const params = error.params as Record<string, string | number | readonly string[]>;
  switch (error.keyword) {
    case 'additionalProperties':
      return `${where} has an unknown key '${String(params.additionalProperty)}'.`;
    case 'required':
      return `${where} lacks the key '${String(params.missingProperty)}'.`;
    case 'type':
      return `${where} must be of type ${String(params.type)}, got ${got}.`;
    case 'enum':
      return `${where} must be one of ${(params.allowedValues as readonly string[]).join(', ')}, got ${got}.`;
    case 'pattern':
      return `${where} must match ${String(params.pattern)}, got ${got}.`;
    case 'minItems':
    case 'maxItems':
      return `${where} ${error.message ?? ''}.`;
    default:
      return `${where} ${error.message ?? error.keyword}, got ${got}.`;
  }
}

/** "/services/0/limits" as people write it: services[0].limits. */
function readablePath(pointer: string): string {
  const path = fromPointer(pointer)
    .map((part) => (/^[0-9]+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');
  return path === '' ? 'the file' : path.replace(/^\./, '');
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
