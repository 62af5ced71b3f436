/** Paths of contents: what neither JSON nor a form nor XML says, such as a picture, which a PUT sends and a GET returns. */
import type { Contract } from '../../contract/contract.js';
import { isJsonMediaType, isXmlMediaType, type Operation } from '../../contract/operations.js';
import { chooseResponse } from '../choose-response.js';
import type { Action } from './resource.js';
import { correctionOf } from './corrections.js';
import { pathKey } from './paths.js';

const actions: ReadonlyMap<string, Action> = new Map([
  ['get', 'read'],
  ['put', 'replace'],
  ['delete', 'remove'],
]);

/**
 * The meaning of operations for the contents of their paths; undefined for one that has none, or is to have no memory.
 *
 * @throws OptionError for an `x-drydock-resource` that can't be followed
 */
export function contentActions(contract: Contract): (operation: Operation) => Action | undefined {
  const operations = contract.operations.filter((one) => correctionOf(contract, one)?.action !== 'none');
  const pathsOf = (wanted: string, typesOf: (operation: Operation) => readonly string[]) =>
    operations
      .filter(({ method }) => method === wanted)
      .filter((one) => typesOf(one).some(isContent))
      .map(({ path }) => pathKey(path));
  const written = new Set(pathsOf('put', ({ requestBody }) => Object.keys(requestBody?.value.content ?? {})));
  const read = new Set(pathsOf('get', (one) => Object.keys(contentOf(one))));
  return (operation) => {
    const key = pathKey(operation.path);
    const has = written.has(key) && read.has(key) && operations.includes(operation);
    return has ? actions.get(operation.method) : undefined;
  };
}

/** Returns whether a media type is that of a content. */
export function isContent(mediaType: string): boolean {
  const isRead = isJsonMediaType(mediaType) || isXmlMediaType(mediaType) || /form/i.test(mediaType);
  return mediaType !== '' && !isRead;
}

/** The documented media types of the success. */
export function contentOf(operation: Operation) {
  return chooseResponse(operation)?.response.value.content ?? {};
}
