/**
 * Conditional requests (RFC 9110 section 13) of operations whose responses have an `ETag`: a client that has the current response gets
 * 304, one that changes a thing which is not as it believes 412, and one that says nothing of that 428, each where the document has it.
 */
import type { Operation } from '../contract/operations.js';
import { headerOf } from '../mock/exchange/request.js';
import { plainResponse, type MockResponse } from '../mock/exchange/response.js';
import type { OperationAnswerer, OperationCall } from '../mock/served-operation.js';
import type { HandlerError } from '../mock/service-definition.js';
import { isSuccess, refusalOf, type Answer } from './answer.js';
import { OneAfterAnother } from './one-after-another.js';

/**
 * An answerer that follows conditions.
 *
 * @param read answers GET of the same path, whose response has the tag of what a change is about; undefined where nothing does
 */
export function withConditions(
  operation: Operation,
  answer: OperationAnswerer,
  read: OperationAnswerer | undefined,
): OperationAnswerer {
  const { method, responses } = operation;
  if (method === 'get' && responses.has('304'))
    return (call) => {
      const made = answer(call);
      return made instanceof Promise ? made.then((late) => unlessKnown(call, late)) : unlessKnown(call, made);
    };
  const isConditional = ['412', '428'].some((status) => responses.has(status));
  return read && isConditional ? conditionalChanges(operation, answer, read) : answer;
}

/** Headers that a 304 has in common with the 200 in its place (RFC 9110 section 15.4.5). */
const ofNotModified = /^(?:cache-control|content-location|date|etag|expires|vary)$/i;

/** The response, or 304 where the client has it already. */
function unlessKnown(call: OperationCall, made: Answer): Answer {
  const tag = tagOf(made);
  const known = headerOf(call.headers, 'if-none-match');
  if ('message' in made || tag === undefined || known === undefined || !isAmong(known, tag)) return made;
  return plainResponse(
    304,
    Object.fromEntries(Object.entries(made.headers).filter(([name]) => ofNotModified.test(name))),
  );
}

/** Answers the changes of the things at one path. */
function conditionalChanges(
  { responses }: Operation,
  answer: OperationAnswerer,
  read: OperationAnswerer,
): OperationAnswerer {
  /** Between the look at a thing's tag and its change there is no other one. */
  const changes = new OneAfterAnother();
  const refusal = async (call: OperationCall): Promise<HandlerError | undefined> => {
    const condition = headerOf(call.headers, 'if-match');
    const hasOther = call.headers['if-unmodified-since'] !== undefined;
    const status = condition === undefined ? 428 : 412;
    if (!responses.has(String(status)) || (condition === undefined && hasOther)) return undefined;
    const tag = tagOf(await read(call));
    if (tag === undefined || (condition !== undefined && isAmong(condition, tag))) return undefined;
    return condition === undefined
      ? refusalOf(status, 'The request must say by If-Match which version it changes')
      : refusalOf(status, 'The version of If-Match is not the current one');
  };
  const change = async (call: OperationCall): Promise<Answer> => {
    const refused = await refusal(call);
    if (refused) return refused;
    const made = await answer(call);
    if ('message' in made || made.size > 0 || tagOf(made) === undefined) return made;
    // Without a body it has the tag that the next GET has.
    const now = tagOf(await read(call));
    return now === undefined ? made : { ...made, headers: { ...made.headers, [tagName(made)]: now } };
  };
  return async (call) => {
    if (call.dynamic || call.status !== undefined) return answer(call);
    return changes.run(JSON.stringify([call.sandbox, call.path]), () => change(call));
  };
}

function tagName({ headers }: MockResponse): string {
  return Object.keys(headers).find((name) => name.toLowerCase() === 'etag') ?? 'ETag';
}

function tagOf(answer: Answer): string | undefined {
  return isSuccess(answer) ? answer.headers[tagName(answer)] : undefined;
}

/**
 * Tells whether a tag is in the list of a condition; `*` is any. Weak tags count in both, as services that document them do it, though
 * RFC 9110 section 13.1.1 has a change need a strong one.
 */
function isAmong(condition: string, tag: string): boolean {
  const listed = condition.match(/(?:W\/)?"[^"]*"|[^\s,]+/g) ?? [];
  return listed.some((one) => one === '*' || withoutWeakness(one) === withoutWeakness(tag));
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, '');
}
