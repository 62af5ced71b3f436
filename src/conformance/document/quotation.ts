import { fromPointer, toPointer, valueAt } from '../../contract/json-pointer.js';
import type { OpenApiDocument } from '../../contract/openapi.js';
import { responseFor, type Operation } from '../../contract/operations.js';

/** The parts of an operation that say what a failure may rest on. */
export type QuotedPart = 'security' | 'requestBody' | 'responses';

/** Characters of a quotation; more of a schema is unreadable on a line. */
const longest = 200;

/**
 * The pointer at which the document describes a part of an operation.
 *
 * @param status of the response in question
 */
export function pointerOfPart(
  document: OpenApiDocument,
  operation: Operation,
  part: QuotedPart | undefined,
  status: number | undefined,
): string {
  const own = (name: string): string => `${operation.pointer}${toPointer([name])}`;
  const has = (pointer: string): boolean => valueAt(document, pointer) !== undefined;
  if (part === 'security') return has(own('security')) ? own('security') : '/security';
  if (part === 'requestBody') return operation.requestBody?.pointer ?? operation.pointer;
  if (part !== 'responses') return operation.pointer;
  const response = status === undefined ? undefined : responseFor(operation, status);
  return response?.pointer ?? own('responses');
}

/** The text at a pointer of the document, on one line: `"minimum": 1`. A large value is truncated. */
export function quote(document: OpenApiDocument, pointer: string): string {
  const name = fromPointer(pointer).at(-1);
  const text = beginning(valueAt(document, pointer));
  const whole = name === undefined ? text : `${JSON.stringify(name)}: ${text}`;
  return whole.length > longest ? `${whole.slice(0, longest)}…` : whole;
}

/** A value as JSON, as far as a quotation shows it: a document may have megabytes below one pointer. */
function beginning(value: unknown, left = longest, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, left));
  if (typeof value !== 'object' || value === null) return value === undefined ? '' : JSON.stringify(value);
  const isArray = Array.isArray(value);
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  if (depth > 8) return `${open}…${close}`;
  let text = open;
  for (const [name, child] of Object.entries(value)) {
    if (text.length > left) return `${text}…`;
    const key = isArray ? '' : `${JSON.stringify(name)}: `;
    text += `${text === open ? '' : ', '}${key}${beginning(child, left - text.length, depth + 1)}`;
  }
  return text + close;
}
