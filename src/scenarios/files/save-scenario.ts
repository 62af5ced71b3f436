import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemFailure } from '../../contract/system-failure.js';

/** The file can't be written; the message is a sentence. */
export class ScenarioNotSavedError extends Error {
  override readonly name = 'ScenarioNotSavedError';
}

/** A scenario's file in a folder that may be written. */
export interface ScenarioPlace {
  readonly path: string;
  /** The current content of the file; undefined if there is none. */
  readonly text: string | undefined;
}

/**
 * Finds the file of a scenario. Only a regular file right in the folder is one, so that no link leads out of it.
 *
 * @param folder where it really is, without links: one that has taken the place of a folder since is refused
 * @param name checked: of a-z, 0-9 and hyphens alone
 * @throws ScenarioNotSavedError where something else has its name, or the folder can't be read
 */
export async function scenarioPlace(folder: string, name: string): Promise<ScenarioPlace> {
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
