import { insteadOf } from '../../src/conformance/checks/instead-of.js';
import { hasFollowUps } from '../../src/conformance/cases/things/follow-ups.js';
import { withHeaders, withJson, type RequestParts } from '../../src/conformance/cases/request.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { rule, type Breach, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import { header, type CompletedExchange } from '../../src/conformance/target/exchange.js';
import type { Operation } from '../../src/contract/operations.js';
import { keepsNothing, keepsThings } from './steps/memory.js';
import { visitAll, type ExistingThing } from './steps/existing-things.js';
import { objectIn } from './steps/kept-fields.js';
import { changedCopy } from './steps/other-bodies.js';

/** A tag that no server gave. */
const unknownTag = '"drydock-5f1d0c"';

export default rule({
  title: 'The entity tag of a thing stays while the thing does, and conditions on it are kept.',
  level: 'MUST',
  section: 'RFC 9110 8.8.3',
  sentence:
    'An entity tag is an opaque validator for differentiating between multiple representations of the same resource.',
  expected: [
    'the same tag when the thing is read twice, and another one after a change',
    'for If-None-Match with that tag the documented 304, and with another one the thing',
    'for If-Match with another tag the documented 412, and without it the documented 428 or a success',
  ],
  inOtherDocuments: { quotes: 'responses' },
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const tagged = planner.operations.filter(
      ({ responses, parameters }) =>
        ['304', '412', '428'].some((status) => responses.has(status)) ||
        parameters.some(({ value }) => value.in === 'header' && /^if-(?:none-)?match$/i.test(value.name)) ||
        [...responses.values()].some(({ value }) =>
          Object.keys(value.headers ?? {}).some((name) => /^etag$/i.test(name)),
        ),
    );
    if (tagged.length === 0) return { skip: 'the document has no entity tags', notApplicable: true };
    // Existing things are read also where nothing may be made, or nothing can be.
    const makes = planner.operations.some(
      (operation) => planner.isReachable(operation) && hasFollowUps(planner.stated, operation),
    );
    if (makes && !(await keepsThings(session))) return keepsNothing;
    const tags = new EntityTags(session);
    const read = tagged.filter(({ method }) => method === 'get');
    await visitAll(session, read, async (thing) => {
      if (!tagged.includes(thing.operation)) return;
      if (thing.operation.method === 'get' && (await tags.read(thing))) await tags.removed(thing);
      if (['put', 'patch'].includes(thing.operation.method)) await tags.changed(thing);
    });
    return tags.conclusions;
  },
});

class EntityTags {
  readonly conclusions: Conclusion[] = [];

  constructor(private readonly session: Session) {}

  /** @returns whether the thing has a tag: where none is told, no condition on one can be judged */
  async read({ operation, values }: ExistingThing): Promise<boolean> {
    const { planner } = this.session;
    const request = planner.request(operation, values);
    const [one, two] = [
      await this.sent(operation, request, 'what has an entity tag'),
      await this.sent(operation, request, 'the same again'),
    ];
    const [tag, other] = [one, two].map((exchange) => exchange && tagIn(exchange));
    if (one === undefined || two === undefined || tag === undefined) return false;
    const isSame = one.response.body.equals(two.response.body);
    if (!isSame) return true;
    this.conclude(
      two,
      tag !== other && { actual: `the entity tag ${other ?? 'none'}, and ${tag} just before` },
      one,
    );
    if (tag !== other) return true;
    const known = await this.sent(
      operation,
      withHeaders(request, { 'If-None-Match': tag }),
      'with its entity tag',
    );
    const { responses } = operation;
    if (known && [200, 304].includes(known.response.status)) {
      const level = responses.has('304') ? ('MUST' as const) : ('SHOULD' as const);
      this.conclude(
        known,
        known.response.status !== 304 && { actual: 'status 200 for the tag that it has', level },
        two,
      );
    }
    const unknown = await this.sent(
      operation,
      withHeaders(request, { 'If-None-Match': unknownTag }),
      'with another entity tag',
    );
    if (unknown)
      this.conclude(
        unknown,
        unknown.response.status === 304 && { actual: 'status 304 for another tag' },
        two,
      );
    return true;
  }

  /** A DELETE on condition of another tag, where the document has the condition and its 412. */
  async removed({ operation: { path }, renewed }: ExistingThing): Promise<void> {
    const { planner } = this.session;
    const remove = planner.operations.find((one) => one.method === 'delete' && one.path === path);
    const isConditional = remove?.parameters.some(
      ({ value }) => value.in === 'header' && /^if-match$/i.test(value.name),
    );
    if (remove?.responses.has('412') !== true || isConditional !== true) return;
    const values = await renewed?.();
    if (values === undefined) return;
    const request = withHeaders(planner.request(remove, values), { 'If-Match': unknownTag });
    const exchange = await this.sent(remove, request, 'with another entity tag in If-Match', true);
    if (exchange) this.withWrongTag(remove, exchange);
  }

  async changed(thing: ExistingThing): Promise<void> {
    const { planner } = this.session;
    const { operation } = thing;
    const read = planner.operations.find(({ method, path }) => method === 'get' && path === operation.path);
    const values = (await thing.renewed?.()) ?? thing.values;
    if (read === undefined) return;
    const reading = () => this.sent(read, planner.request(read, values), 'what is to be changed');
    const before = await reading();
    const [tag, current] = [before && tagIn(before), objectIn(before)];
    const body = current && changedCopy(planner, operation, current);
    if (before === undefined || tag === undefined || body === undefined) return;
    const request = withJson(newRequest(planner, operation, values), body);
    const send = (condition: string | undefined, title: string) =>
      this.sent(operation, withHeaders(request, { 'If-Match': condition }), title, true);
    const wrong = await send(unknownTag, 'with another entity tag in If-Match');
    const none = await send(undefined, 'without If-Match');
    const now = (await reading()) ?? before;
    const done = await send(tagIn(now) ?? tag, 'with the entity tag in If-Match');
    if (none) this.withoutCondition(operation, none);
    // A request that is refused with the right tag too is refused for something else.
    if (done === undefined || done.response.status >= 300) return;
    if (wrong) this.withWrongTag(operation, wrong);
    const after = await reading();
    if (after === undefined || after.response.body.equals(now.response.body)) return;
    const [old, fresh, told] = [now, after, done].map(tagIn);
    // A weak tag tells which bodies may stand for one another, which the server decides (RFC 9110 8.8.1).
    const level = old?.startsWith('W/') === true ? ('SHOULD' as const) : ('MUST' as const);
    this.conclude(
      after,
      old === fresh && { actual: `the entity tag as before ${operation.id}, of another body`, level },
    );
    if (told !== undefined && done.response.body.equals(after.response.body))
      this.conclude(
        done,
        told !== fresh && { actual: `the entity tag ${told}, and ${fresh} when it is read` },
      );
    const late = await send(old, 'with the entity tag from before the change');
    if (late && late.response.status >= 300) this.withWrongTag(operation, late, done);
  }

  private withoutCondition({ responses }: Operation, exchange: CompletedExchange): void {
    const { status } = exchange.response;
    if (status === 412) this.conclude(exchange, { actual: 'status 412 for a request without a condition' });
    else if (responses.has('428') && (status < 300 || status === 409))
      this.conclude(exchange, insteadOf(exchange, 428));
    else this.conclude(exchange, false);
  }

  private withWrongTag(
    { responses }: Operation,
    exchange: CompletedExchange,
    before?: CompletedExchange,
  ): void {
    const { status } = exchange.response;
    if (!responses.has('412') || [401, 403, 404].includes(status)) return;
    const isWrong = status < 300 || [400, 409, 422, 428].includes(status);
    this.conclude(exchange, isWrong && insteadOf(exchange, 412), before);
  }

  private sent(
    operation: Operation,
    request: RequestParts,
    title: string,
    repeats = false,
  ): Promise<CompletedExchange | undefined> {
    const accept = [...this.session.planner.successStatuses(operation), 304, 412, 428];
    return this.session.send({ detail: title, title, operation, request, accept, repeats });
  }

  private conclude(exchange: CompletedExchange, breach: Breach | false, before?: CompletedExchange): void {
    this.conclusions.push({
      exchange,
      ...(before && { before: [before] }),
      breach: breach === false ? 'pass' : breach,
    });
  }
}

function tagIn({ response }: CompletedExchange): string | undefined {
  return response.status < 300 ? header(response, 'etag') : undefined;
}
