import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';
import { applyPatches } from '../apply-patches.js';
import { documentedAnswer, errorAnswer } from '../forced-answer.js';
import { reasonPhrases } from '../reason-phrases.js';
import type { Content, ForcedAnswer, Patch } from '../scenario.js';
import type { AnswerFields } from '../schema/scenario-file.js';

/** The answer that the fields describe, for an operation that documents it; undefined where none can be made. */
export function answerOf(
  fields: AnswerFields,
  operation: Operation,
  patches: readonly Patch[],
  contract: Contract,
): ForcedAnswer | undefined {
  return patched(unpatched(fields, operation, contract), patches);
}

/** Tells whether the body is to come from an example of the document. */
export function takesDocumentedBody(fields: AnswerFields): boolean {
  const { body, text, base64 } = fields;
  return body === undefined && text === undefined && base64 === undefined && !hasErrorText(fields);
}

/** Tells whether the body is to be an error in the document's shape, with texts of its own. */
function hasErrorText(fields: AnswerFields): boolean {
  return fields.message !== undefined || fields.errors !== undefined;
}

function unpatched(fields: AnswerFields, operation: Operation, contract: Contract): ForcedAnswer | undefined {
  const { status, headers = {} } = fields;
  const own = ownContent(fields);
  // These never have a body (RFC 9110 6.4.1).
  const isBare = status === 204 || status === 304;
  if (own) return { status, headers, content: isBare ? undefined : own };
  const answer = hasErrorText(fields)
    ? errorAnswer(contract, operation, errorText(fields))
    : documentedAnswer(contract, operation, status, fields.example);
  return answer && { ...answer, headers: merged(answer.headers, headers) };
}

function ownContent({ body, text, base64, contentType }: AnswerFields): Content | undefined {
  if (base64 !== undefined) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return { mediaType: contentType ?? 'application/octet-stream', body: { bytes } };
  }
  if (text !== undefined) return { mediaType: contentType ?? 'text/plain', body: { text } };
  if (body === undefined) return undefined;
  return { mediaType: contentType ?? 'application/json', body: { json: body } };
}

function errorText({ status, message, errors }: AnswerFields) {
  const summary = message ?? reasonPhrases[status] ?? `Status ${status}`;
  return { status, message: summary, errors: errors ?? [summary] };
}

/** Header names are compared without case. */
function merged(documented: Readonly<Record<string, string>>, own: Record<string, string>) {
  const set = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(documented).filter(([name]) => !set.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...own };
}

function patched(answer: ForcedAnswer | undefined, patches: readonly Patch[]): ForcedAnswer | undefined {
  const content = answer?.content;
  if (patches.length === 0 || !content || !('json' in content.body)) return answer;
  return { ...answer, content: { ...content, body: { json: applyPatches(content.body.json, patches) } } };
}
