import { nearest, suggestion } from '../../contract/nearest-names.js';
import { responseFor, type Operation } from '../../contract/operations.js';
import { answersOf, mayAnswer, exampleNames, documentedAnswer, errorAnswer } from '../forced-answer.js';
import { answerProblem } from './check-answers.js';
import { refuse, refuseFraming, type ReadContext } from './read-context.js';
import type { ForcedAnswer, Patch, Content } from '../scenario.js';
import type { AnswerFields } from '../schema/scenario-file.js';
import type { Contract } from '../../contract/contract.js';
import { applyPatches } from '../apply-patches.js';
import { reasonPhrases } from '../reason-phrases.js';

/**
 * The forced answer by operation, patched. It is held against the document here, save where it comes from there; it is
 * made when first asked for, as a large document has hundreds of operations and a run needs few of them.
 *
 * @param at JSON pointer of the step in the file
 */
export function readAnswers(
  fields: AnswerFields,
  patches: readonly Patch[],
  at: string,
  context: ReadContext,
): (operationId: string) => ForcedAnswer | undefined {
  const pointer = `${at}/answer`;
  refuseClashes(fields, pointer, context);
  const operations = documenting(fields, pointer, context);
  const answerFor = answersOf(operations, (operation) =>
    patched(unpatched(fields, operation, context.contract), patches),
  );
  // Examples need no check, the document is checked itself; error texts are put into a body that it accepts.
  if (patches.length > 0 || hasOwnBody(fields)) refuseBroken(operations, answerFor, pointer, context);
  return answerFor;
}

function refuseBroken(
  operations: readonly Operation[],
  answerFor: (id: string) => ForcedAnswer | undefined,
  pointer: string,
  context: ReadContext,
): void {
  if (context.breaksContract) return;
  for (const operation of operations) {
    const answer = answerFor(operation.id);
    const problem = answer && answerProblem(context, operation, answer);
    if (problem === undefined) continue;
    refuse(context, pointer, `${problem}; if that is meant, say breaksContract: true`);
    return;
  }
}

/** The fields that answer the same question. */
function refuseClashes(fields: AnswerFields, pointer: string, context: ReadContext): void {
  const has = (name: keyof AnswerFields) => fields[name] !== undefined;
  const sources = (['example', 'body', 'text', 'base64'] as const).filter(has);
  if (has('message') || has('errors')) {
    if (sources[0]) refuse(context, pointer, `must not have both ${sources[0]} and message or errors`);
    else if (fields.status < 400)
      refuse(
        context,
        pointer,
        `must not have message or errors with ${fields.status}, which is no error; patch it`,
      );
  } else if (sources.length > 1) refuse(context, pointer, `must not have both ${sources.join(' and ')}`);
  if (has('contentType') && !has('body') && !has('text') && !has('base64'))
    refuse(context, `${pointer}/contentType`, 'means nothing without body, text or base64');
  const headers = Object.keys(fields.headers ?? {}).map((name) => ({ name }));
  refuseFraming(headers, `${pointer}/headers`, context);
}

/** The operations that document the status and the example; a file that says `all` gives up the others. */
function documenting(fields: AnswerFields, pointer: string, context: ReadContext): readonly Operation[] {
  if (context.breaksContract && !takesDocumentedBody(fields)) return context.operations;
  const fits = (operation: Operation) => lackOf(fields, operation, context) === undefined;
  const fitting = context.operations.filter(fits);
  const misfit = context.operations.find((operation) => !fits(operation));
  if (misfit && (fitting.length === 0 || !context.narrow)) {
    refuse(context, pointer, lackOf(fields, misfit, context) ?? '');
  } else context.operations = fitting;
  return fitting;
}

/** Describes what the document lacks for an answer of an operation. */
function lackOf(fields: AnswerFields, operation: Operation, context: ReadContext): string | undefined {
  const { status, example } = fields;
  if (!mayAnswer(operation, status)) {
    const known = [...operation.responses.keys()].join(', ');
    return `has status ${status}, which the document does not have for ${operation.id} (it has ${known})`;
  }
  const names = exampleNames(context.contract, operation, status);
  if (example === undefined)
    return isMakeable(fields, operation, names)
      ? undefined
      : `can't be made: the document has no example for ${status} of ${operation.id}`;
  if (names.includes(example)) return undefined;
  const near = nearest(example, names, 3);
  const hint = suggestion(near, `it has ${names.join(', ') || 'none'}`);
  return `has example ${example}, which the document does not have for ${status} of ${operation.id}; ${hint}`;
}

/** Errors can always be made, a success only from an example, or where it has no content. */
function isMakeable(fields: AnswerFields, operation: Operation, examples: readonly string[]): boolean {
  if (fields.status >= 400 || examples.length > 0 || !takesDocumentedBody(fields)) return true;
  return responseFor(operation, fields.status)?.value.content === undefined;
}

/** Tells whether the file holds the body itself. */
export function hasOwnBody({ body, text, base64 }: AnswerFields): boolean {
  return body !== undefined || text !== undefined || base64 !== undefined;
}

/** Tells whether the body is to come from an example of the document. */
function takesDocumentedBody(fields: AnswerFields): boolean {
  return !hasOwnBody(fields) && !hasErrorText(fields);
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
