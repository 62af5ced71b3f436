import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireFolder } from '../contract/files/required-folder.js';
import { loadOptional } from '../contract/load-optional.js';
import type { Operation } from '../contract/operations.js';
import { isObject } from '../contract/schema/json-equal.js';
import { HandlerFailure, unknownOperation } from '../foreign/handlers/handled-answers.js';
import type { OperationHandler } from '../foreign/handlers/operation-handler.js';
import { StoreUnavailableError } from '../state/store-unavailable.js';
import { OptionError } from './options.js';

const modules = /\.[cm]?[jt]s$/;
const noHandlers = /^[._]|\.d\.[cm]?ts$|\.(test|spec)\.[cm]?[jt]s$/;

/**
 * The handlers of a folder: the default export of each module in it, by the operationId that is its name. Left out are folders, files that
 * begin with `_` or `.`, declarations and tests, so that handlers can share code. TypeScript is read by jiti, which works on every version
 * of Node and keeps the lines. Nothing but the modules of this folder, and what they import, is executed.
 *
 * @throws OptionError for a module that can't be loaded, with its line, and for one whose name is no operation
 */
export async function loadHandlers(
  folder: string,
  operations: readonly Operation[],
): Promise<ReadonlyMap<string, OperationHandler>> {
  requireFolder(folder, '--handlers');
  const root = resolve(folder);
  const names = readdirSync(root).filter((name) => modules.test(name) && !noHandlers.test(name));
  const known = new Map(operations.map(({ id }) => [fileNameOf(id), id]));
  const load = await moduleLoader(root);
  const handlers = new Map<string, OperationHandler>();
  for (const name of names.toSorted()) {
    const file = join(folder, name);
    const base = name.replace(modules, '');
    const id = known.get(base);
    if (id === undefined) throw unknownOperation(base, `The handler ${file}`, [...known.keys()]);
    if (handlers.has(id))
      throw new OptionError(`Two handlers answer ${id}: ${file} is one of them, and one must go.`);
    handlers.set(id, placed(await load(file), { root, file }));
  }
  return handlers;
}

/** An id may be no name of a file, such as `repos/get` or `GET /pets/{petId}`, which is `GET_pets_{petId}`. */
function fileNameOf(id: string): string {
  return id.replaceAll(/[\s/\\:*?"<>|]+/g, '_');
}

/** @returns a function that loads the default export of a file; the modules of the folder are read anew */
async function moduleLoader(root: string): Promise<(file: string) => Promise<OperationHandler>> {
  const { createJiti } = await loadOptional('The option handlers', 'jiti', () => import('jiti'));
  const jiti = createJiti(join(root, 'handlers.js'), { fsCache: false, interopDefault: false });
  for (const path of Object.keys(jiti.cache))
    if (path.startsWith(root + sep) && !path.includes(`${sep}node_modules${sep}`))
      // oxlint-disable-next-line typescript/no-dynamic-delete -- the cache of modules is such an object
      delete jiti.cache[path];
  return async (file) => {
    const path = resolve(file);
    const evaluated = (options: object = {}): unknown =>
      jiti.evalModule(readFileSync(path, 'utf8'), { filename: path, ...options });
    // jiti leaves imports of JavaScript to Node, which never reads a module anew.
    const loaded = await Promise.resolve()
      .then(() => evaluated())
      .catch((cause: unknown) => {
        if (!isObject(cause) || !String(cause.message).startsWith('await is only valid')) throw cause;
        // A module that awaits at its top level can only be imported.
        return evaluated({ async: true, forceTranspile: true });
      })
      .catch((cause: unknown) => {
        throw new OptionError(`Failed to load the handler ${whereOf(cause, root, file)}.`, { cause });
      });
    const exported = isObject(loaded) ? loaded.default : loaded;
    if (typeof exported === 'function') return exported as OperationHandler;
    throw new OptionError(
      `The handler ${file} must have a function as its default export, such as: export default async ({ body }) => body.`,
    );
  };
}

/** The handler, whose errors say where they come from in place of their whole trace. */
function placed(
  handler: OperationHandler,
  { root, file }: { readonly root: string; readonly file: string },
): OperationHandler {
  return async (request) => {
    try {
      const result: unknown = await handler(request);
      return result;
    } catch (cause) {
      if (cause instanceof StoreUnavailableError) throw cause;
      throw new HandlerFailure(whereOf(cause, root, file), { cause });
    }
  };
}

/**
 * File, line and message of an error that came from a folder's modules; TypeScript that was read keeps its lines and not its columns. It
 * may be an error of another realm, as under Jest.
 *
 * @param file as the user names it, which stands there where the trace names no module
 */
function whereOf(cause: unknown, root: string, file: string): string {
  const { message = cause, stack = '' } = isObject(cause) ? cause : {};
  const [text = ''] = String(message).split('\n', 1);
  const traced = String(stack).replaceAll(/file:\/\/[^\s():]+/g, (url) => fileURLToPath(url));
  const inFolder = traced.split(root + sep).slice(1);
  const [place] = inFolder.flatMap((part) => /^[^\n:]+:\d+(?=:\d)/.exec(part) ?? []);
  const shown = place === undefined ? file : join(dirname(file), place);
  return `${shown}: ${text.trim().replace(/\.$/, '')}`;
}
