import { refusalOf } from '../answer.js';
import type { HandlerError } from '../../mock/service-definition.js';
import { StoredDocumentError } from '../../mock/service-definition.js';
import { lastName, singular } from '../resources/paths.js';
import type { Resource } from '../resources/resource.js';

/** A request of which nothing can be remembered; the message is half a sentence. */
export class NotRememberedError extends TypeError {}

export function refused(what: string): string {
  return `the schema of an item doesn't accept ${what}`;
}

/** The reason why a request is answered without a memory; an item may be longer than the store takes. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof StoredDocumentError) return 'an item of more than 65,536 characters is not remembered';
  if (cause instanceof NotRememberedError) return cause.message;
  throw cause;
}

export function notFound(resource: Resource | undefined, id: string | undefined): HandlerError {
  const things = lastName(resource?.path ?? '');
  const message = resource?.isSingle
    ? `There is no ${things}`
    : `There is no ${singular(things)} ${JSON.stringify(id)}`;
  return refusalOf(404, message);
}

export function taken(resource: Resource, id: string): HandlerError {
  return refusalOf(409, `There is a ${singular(lastName(resource.path))} ${JSON.stringify(id)} already`);
}
