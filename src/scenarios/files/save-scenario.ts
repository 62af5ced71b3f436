import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemFailure } from '../../contract/system-failure.js';
import * as yaml from 'yaml';
import { isObject, jsonEqual } from '../../contract/schema/json-equal.js';
import type { ScenarioDefinition } from '../schema/scenario-file.js';

/** The file can't be written; the message is a sentence. */
export class ScenarioNotSavedError extends Error {
  override readonly name = 'ScenarioNotSavedError';
}

type ScenarioPlace = Awaited<ReturnType<typeof scenarioPlace>>;

/**
 * Finds the file of a scenario. Only a regular file right in the folder is one, so that no link leads out of it.
 *
 * @param folder where it really is, without links: one that has taken the place of a folder since is refused
 * @param name checked: of a-z, 0-9 and hyphens alone
 * @returns its path, and the text that it has now; undefined if there is no file
 * @throws ScenarioNotSavedError where something else has its name, or the folder can't be read
 */
export async function scenarioPlace(folder: string, name: string) {
  const root = await realpath(folder).catch((cause: unknown) => {
    throw new ScenarioNotSavedError(`The folder ${folder} can't be found.`, { cause });
  });
  if (root !== resolve(folder))
    throw new ScenarioNotSavedError(`${folder} is a link now or lies behind one, which is not followed.`);
  const [other, usual] = [join(root, `${name}.yml`), join(root, `${name}.yaml`)];
  const path = (await kindOf(other)) === 'nothing' ? usual : other;
  const kind = await kindOf(path);
  if (kind === 'other')
    throw new ScenarioNotSavedError(
      `${path} is a link or a folder and no file; remove it or take another name.`,
    );
  return { path, text: kind === 'file' ? await textOf(path) : undefined };
}

/** Reads a file; a link that has taken its place since is not followed. */
async function textOf(path: string): Promise<string> {
  const follow = (constants.O_NOFOLLOW as number | undefined) ?? 0;
  const file = await open(path, constants.O_RDONLY | follow).catch((cause: unknown) => {
    throw new ScenarioNotSavedError(`The file ${path} can't be read: ${systemFailure(cause, 'file')}.`, {
      cause,
    });
  });
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Writes a file in one step: who reads it meanwhile sees the old text or the new one, and a link that took its place is replaced.
 *
 * @throws ScenarioNotSavedError
 */
export async function writeScenario({ path }: ScenarioPlace, text: string): Promise<void> {
  // The loader and the watcher leave out what begins with a dot.
  const draft = join(path, '..', `.${randomBytes(8).toString('hex')}.tmp`);
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new ScenarioNotSavedError(`The file ${path} can't be written: ${systemFailure(cause, 'file')}.`, {
      cause,
    });
  }
}

async function kindOf(path: string): Promise<'nothing' | 'file' | 'other'> {
  try {
    return (await lstat(path)).isFile() ? 'file' : 'other';
  } catch {
    return 'nothing';
  }
}

export function newFileText(definition: ScenarioDefinition): string {
  return yaml.stringify(definition, { lineWidth: 120 });
}

/**
 * A scenario file's text with another content. What stays keeps its comments, its order and its form; a text that is no YAML is
 * replaced whole.
 */
export function mergeDefinition(text: string, definition: ScenarioDefinition): string {
  const document = yaml.parseDocument(text);
  if (document.errors.length > 0 || !yaml.isMap(document.contents)) return newFileText(definition);
  merge(document, document.contents, definition);
  return document.toString({ lineWidth: 120 });
}

function merge(document: yaml.Document, node: unknown, value: unknown): unknown {
  if (jsonEqual(plain(document, node), value)) return node;
  if (yaml.isMap(node) && isObject(value)) return mergeMap(document, node, value);
  if (yaml.isSeq(node) && Array.isArray(value)) {
    node.items = value.map((item: unknown, index) => merge(document, node.items[index], item));
    return node;
  }
  if (yaml.isScalar(node) && typeof value !== 'object') {
    node.value = value;
    return node;
  }
  return document.createNode(value);
}

function mergeMap(document: yaml.Document, map: yaml.YAMLMap, value: Readonly<Record<string, unknown>>) {
  map.items = map.items.filter(({ key }) => Object.hasOwn(value, String(plain(document, key))));
  for (const [name, field] of Object.entries(value)) {
    const pair = map.items.find(({ key }) => plain(document, key) === name);
    if (pair) pair.value = merge(document, pair.value, field);
    else map.items.push(document.createPair(name, field));
  }
  return map;
}

function plain(document: yaml.Document, node: unknown): unknown {
  return yaml.isNode(node) ? (node.toJS(document, { maxAliasCount: 100 }) as unknown) : node;
}
