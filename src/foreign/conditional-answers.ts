/**
 * Conditional requests (RFC 9110 section 13) of operations whose responses have an `ETag`: a client that has the current response gets
 * 304, one that changes a thing which is not as it believes 412, and one that says nothing of that 428, each where the document has it.
 */
import type { Operation } from '../contract/operations.js';
import { headerOf } from '../mock/exchange/request.js';
import { plainResponse, type MockResponse } from '../mock/exchange/response.js';
import type { OperationAnswerer, OperationCall } from '../mock/served-operation.js';
import type { HandlerError } from '../mock/service-definition.js';
import { OneAfterAnother } from './one-after-another.js';

type Answer = MockResponse | HandlerError;

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
  return read && isConditional ? new ConditionalChanges(operation, answer, read).answerer : answer;
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

/** The changes of the things at one path. */
class ConditionalChanges {
  /** Between the look at a thing's tag and its change there is no other one. */
  private readonly changes = new OneAfterAnother();

  constructor(
    private readonly operation: Operation,
    private readonly answer: OperationAnswerer,
    private readonly read: OperationAnswerer,
  ) {}

  readonly answerer: OperationAnswerer = async (call) => {
    if (call.dynamic || call.status !== undefined) return this.answer(call);
    const thing = JSON.stringify([call.sandbox, call.path]);
    return this.changes.run(thing, () => this.change(call));
  };

  private async change(call: OperationCall): Promise<Answer> {
    const refused = await this.refusal(call);
    if (refused) return refused;
    const made = await this.answer(call);
    if ('message' in made || made.size > 0 || tagOf(made) === undefined) return made;
    // Without a body it has the tag that the next GET has.
    const now = tagOf(await this.read(call));
    return now === undefined ? made : { ...made, headers: { ...made.headers, [tagName(made)]: now } };
  }

  private async refusal(call: OperationCall): Promise<HandlerError | undefined> {
    const { responses } = this.operation;
    const condition = headerOf(call.headers, 'if-match');
    const hasOther = call.headers['if-unmodified-since'] !== undefined;
    const status = condition === undefined ? 428 : 412;
    if (!responses.has(String(status)) || (condition === undefined && hasOther)) return undefined;
    const tag = tagOf(await this.read(call));
    if (tag === undefined || (condition !== undefined && isAmong(condition, tag))) return undefined;
    const message =
      condition === undefined
        ? 'The request must say by If-Match which version it changes'
        : 'The version of If-Match is not the current one';
    return { status, message, errors: [message] };
  }
}

function tagName({ headers }: MockResponse): string {
  return Object.keys(headers).find((name) => name.toLowerCase() === 'etag') ?? 'ETag';
}

function tagOf(answer: Answer): string | undefined {
  return 'message' in answer || answer.status >= 300 ? undefined : answer.headers[tagName(answer)];
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
