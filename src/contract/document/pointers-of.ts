import { toPointer } from '../json-pointer.js';
import { walkDocument } from './walk-document.js';

/** Maps each object of a document, data included, to the JSON pointer of the first place that holds it. */
export function pointersOf(document: object): Map<object, string> {
  const pointers = new Map<object, string>();
  walkDocument(document, ({ value, path }) => {
    if (!pointers.has(value)) pointers.set(value, toPointer(path));
    return true;
  });
  return pointers;
}
