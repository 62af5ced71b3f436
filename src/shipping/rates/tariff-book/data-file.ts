/**
 * Reads a YAML data file and checks it against its JSON Schema. Every problem becomes one sentence that starts with the
 * file and the line for whoever edits the data; all problems of a file are collected, not only the first.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as yaml from 'yaml';
import { fromPointer } from '../../../contract/json-pointer.js';
import { yamlOffset } from '../../../contract/document/yaml-offset.js';
import { ownSchema } from '../../../contract/validation/own-schema.js';
import { problemsOf } from '../../../contract/validation/problem-text.js';
import type { ValidateFunction } from '../../../contract/validation/validate-function.js';

/** The place of a value in a data file: keys and indexes from the root. */
export type DataPath = readonly (string | number)[];

export interface DataFile<Content> {
  readonly content: Content;
  /** "folder/file.yaml:14: " for the value at `path`, or for the nearest value above it that exists. */
  readonly at: (path: DataPath) => string;
}

/**
 * Reads a file. Returns undefined where something is wrong, and pushes one sentence to `problems` for each problem.
 *
 * @param schema a JSON Schema file (draft 2020-12), whose author vouches that it describes `Content`
 */
export function readDataFile<Content>(
  file: string | URL,
  schema: URL,
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
  const accepts = validatorOf(schema);
  if (accepts(content)) return { content: content as Content, at };
  for (const { pointer, text } of problemsOf(accepts.errors ?? [], 'the file'))
    problems.push(at(fromPointer(pointer)) + sentence(text));
  return undefined;
}

const validators = new Map<string, ReturnType<typeof ownSchema>>();

/** Compiles a schema once: every courier has a file of the same. */
function validatorOf(schema: URL): ValidateFunction {
  let validator = validators.get(schema.href);
  if (!validator) {
    validator = ownSchema(JSON.parse(readFileSync(schema, 'utf8')) as object);
    validators.set(schema.href, validator);
  }
  return validator();
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
