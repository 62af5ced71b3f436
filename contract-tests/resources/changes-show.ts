import type { Operation } from '../../src/contract/operations.js';
import { valueAt } from '../../src/contract/json-pointer.js';
import { shown } from '../../src/contract/validation/problem-text.js';
import { isObject, jsonEqual } from '../../src/contract/schema/json-equal.js';
import { followUpsOf, hasFollowUps, type FollowUp } from '../../src/conformance/cases/things/follow-ups.js';
import { changingBody } from '../../src/conformance/cases/bodies/other-valid-body.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { withJson, type RequestParts } from '../../src/conformance/cases/request.js';
import { requestMediaOf } from '../../src/conformance/document/request-media.js';
import { header, type CompletedExchange } from '../../src/conformance/target/exchange.js';
import { isPlain } from './steps/kept-fields.js';
import type { Level } from '../../src/conformance/level.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';

/** Operations at most that make something: a large document has hundreds. */
const maxMakers = 50;
/** Looks at most at what changes by itself. */
const maxLooks = 4;
/** Statuses of a request that has been carried out; a 202 promises it for later. */
const done = [200, 201, 204];

/** The outcomes that pass. */
const outcomes = {
  made: 'after a POST: its Location, and a list that differs from the one before',
  changed: 'after a PUT or PATCH: a value other than before in some field that it changes',
  acted:
    'after a POST to something of it, such as closing it: a value other than before in some field that the answer has otherwise',
  removed: 'after a DELETE: status 404 or 410, or a body that differs from the one before',
  removedAgain: 'after a second DELETE: status 404 or 410 where the document has it',
  below:
    'no success for what is below a path at which nothing is found, where the document has 404 or 410 for it',
  others: 'after a DELETE: what else was made is still there',
};

export default rule({
  title: 'What a successful request has made, changed or removed shows in what is read next.',
  level: 'MUST',
  section: 'document',
  sentence: 'The operations that make, read, change and remove what one path names.',
  expected: Object.values(outcomes),
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const makers = planner.operations.filter((operation) => hasFollowUps(planner.stated, operation));
    if (makers.length === 0)
      return { skip: 'no operation of the document makes what another names', notApplicable: true };
    const found: Found[] = [];
    for (const maker of makers.slice(0, maxMakers)) found.push(...(await new Life(session, maker).lived()));
    const isKept = found.some(({ isChange, breach }) => isChange && breach === 'pass');
    if (isKept || !found.some(({ isChange }) => isChange)) return found;
    // A mock without memory is no service that forgets, but its addresses may be wrong.
    const wrong = found.filter(({ isChange, breach }) => !isChange && breach !== 'pass');
    return wrong.length > 0 ? wrong : { skip: keepsNothing };
  },
});

const keepsNothing =
  'nothing that the target was sent shows in what is read next: it seems to keep nothing, as many mocks';

interface Found extends Conclusion {
  /** True if it says that a change shows, or that it doesn't. */
  readonly isChange: boolean;
}

interface More extends Pick<Conclusion, 'before'>, Partial<Pick<Found, 'isChange'>> {
  readonly level?: Level;
}

/** One thing from its POST to its second DELETE. */
class Life {
  private readonly found: Found[] = [];

  constructor(
    private readonly session: Session,
    private readonly maker: Operation,
  ) {}

  async lived(): Promise<readonly Found[]> {
    const { planner, context } = this.session;
    const list = this.listing();
    const before = list && (await this.sent(list, planner.request(list), 'the list before'));
    const made = await this.sent(this.maker, newRequest(planner, this.maker), 'a valid request');
    if (made === undefined || ![...done, 202].includes(made.response.status)) return [];
    if (list && before && made.response.status === 201) await this.listed(list, before, made);
    await this.located(made);
    const followUps = followUpsOf(context.stated, made);
    const read = followUps.find(({ operation }) => operation.method === 'get');
    if (read === undefined) return this.found;
    for (const followUp of followUps)
      if (['put', 'patch'].includes(followUp.operation.method)) await this.changed(read, followUp);
    await this.acted(read);
    await this.isRemembered(read);
    await this.replacedBelow(read);
    const remove = followUps.find(({ operation }) => operation.method === 'delete');
    if (remove) await this.removed(read, remove);
    return this.found;
  }

  /** The operation that lists what is made, where it shows all of it. */
  private listing(): Operation | undefined {
    return this.session.planner.operations.find(
      ({ path, method, parameters }) =>
        path === this.maker.path && method === 'get' && !parameters.some(({ value }) => value.in === 'query'),
    );
  }

  private async listed(list: Operation, before: CompletedExchange, made: CompletedExchange): Promise<void> {
    const after = await this.sent(list, this.session.planner.request(list), 'the list after a POST');
    if (after?.response.status !== 200 || before.response.status !== 200) return;
    if (!hasList(after)) return;
    const isSame = after.response.body.equals(before.response.body);
    // A list may leave out what nobody has released yet.
    this.conclude('made', after, isSame && `the same list as before ${this.maker.id}`, {
      isChange: true,
      level: 'SHOULD',
      before: [before, made],
    });
  }

  private async located(made: CompletedExchange): Promise<void> {
    const { planner } = this.session;
    const location = header(made.response, 'location');
    if (made.response.status !== 201 || location === undefined || !URL.canParse(location, 'http://base'))
      return;
    const { pathname } = new URL(location, 'http://base');
    const id = objectIn(made)?.id;
    const isList = id !== undefined && tailOf(pathname, this.maker) === this.maker.path;
    if (isList && followUpsOf(this.session.context.stated, made).length > 0) {
      this.conclude('made', made, 'a Location that is the list, and not what was made');
      return;
    }
    // The address may have a base path before that of the document.
    const read = planner.operations.find(
      (operation) =>
        operation.method === 'get' &&
        planner.stated.operationsAt(tailOf(pathname, operation)).includes(operation),
    );
    if (read === undefined) return;
    const request = planner.request(read);
    const [, query = ''] = /(\?.*)?$/.exec(request.path) ?? [];
    const found = await this.sent(
      read,
      { ...request, path: tailOf(pathname, read) + query },
      'GET of the Location of a 201',
    );
    if (found === undefined) return;
    const { status } = found.response;
    const there = bodyOf(found)?.id;
    const isOther = isPlain(id) && isPlain(there) && String(there) !== String(id);
    // A mock without memory has something for every address.
    const before = [made];
    if (isOther)
      this.conclude('made', found, `the id ${shown(there)}, where the 201 has ${shown(id)}`, {
        isChange: true,
        before,
      });
    else this.conclude('made', found, [404, 410].includes(status) && `status ${status}`, { before });
  }

  private async changed(read: FollowUp, { operation, values }: FollowUp): Promise<void> {
    const { planner } = this.session;
    const before = bodyOf(await this.read(read, 'what is to be changed'));
    const change = before && changingBody(planner, operation, before);
    if (change === undefined) return;
    const request = withJson(planner.request(operation, values), change.body);
    const answer = await this.sent(operation, request, 'other values for what was made');
    if (answer === undefined || !done.includes(answer.response.status)) return;
    const exchange = await this.read(read, `what ${operation.id} has changed`);
    const after = bodyOf(exchange);
    if (exchange === undefined || after === undefined) return;
    const isUnchanged = change.changed.every(([name]) => jsonEqual(after[name], before?.[name]));
    const names = change.changed.map(([name]) => name).join(', ');
    this.conclude('changed', exchange, isUnchanged && `${names} as before ${operation.id}`, {
      isChange: true,
    });
  }

  /** A POST that answers with the thing itself, in another state. */
  private async acted(read: FollowUp): Promise<void> {
    const { planner } = this.session;
    const { path } = read.operation;
    const actions = planner.operations.filter(
      (one) =>
        one.method === 'post' &&
        one.path.startsWith(`${path}/`) &&
        !one.path.slice(path.length).includes('{'),
    );
    for (const action of actions) {
      const before = bodyOf(await this.read(read, `what ${action.id} is about`));
      const answer = await this.sent(action, newRequest(planner, action, read.values), 'what is done to it');
      const told = answer && done.includes(answer.response.status) ? objectIn(answer) : undefined;
      // The same thing has the same id and the same kinds of fields.
      if (before === undefined || told?.id === undefined || !jsonEqual(told.id, before.id)) continue;
      const changed = Object.keys(told).filter(
        (name) => Object.hasOwn(before, name) && !jsonEqual(told[name], before[name]),
      );
      const exchange = await this.read(read, `what ${action.id} has changed`);
      const after = bodyOf(exchange);
      if (exchange === undefined || after === undefined || changed.length === 0) continue;
      const isUnchanged = changed.every((name) => jsonEqual(after[name], before[name]));
      this.conclude('acted', exchange, isUnchanged && `${changed.join(', ')} as before ${action.id}`, {
        isChange: true,
      });
    }
  }

  /** A thing that was made is there, and one that was not made is not: then the target keeps something. */
  private async isRemembered(read: FollowUp): Promise<void> {
    const { planner } = this.session;
    const unknown = planner.unknownIn(read.operation, read.values);
    if (unknown === undefined) return;
    const there = await this.read(read, 'what was made');
    const absent = await this.read({ ...read, values: unknown }, 'what was not made');
    if (there?.response.status !== 200 || ![404, 410].includes(absent?.response.status ?? 0)) return;
    this.conclude('made', there, false, { isChange: true });
    for (const operation of this.below(read).filter((one) => one.method === 'get')) {
      if (!hasNothing(operation)) continue;
      const exchange = await this.read(
        { ...read, operation, values: unknown },
        'something of what was not made',
      );
      const status = exchange?.response.status ?? 0;
      if (exchange)
        this.conclude(
          'below',
          exchange,
          status < 300 && `status ${status}, of what ${read.operation.id} doesn't find`,
        );
    }
  }

  /** Operations of what a thing has, such as its comments. */
  private below({ operation: { path } }: FollowUp): Operation[] {
    return this.session.planner.operations.filter(
      (one) => one.path.startsWith(`${path}/`) && !one.path.slice(path.length).includes('{'),
    );
  }

  /** All that can be read below a thing: its lists, and one of each that a POST adds. */
  private async readBelow(read: FollowUp, remove: Operation): Promise<FollowUp[]> {
    const { planner, context } = this.session;
    const found: FollowUp[] = [];
    for (const operation of this.below(read)) {
      if (operation.method === 'get') found.push({ ...read, operation });
      if (operation.method !== 'post') continue;
      const made = await this.sent(
        operation,
        newRequest(planner, operation, read.values),
        'something of what is to be removed',
      );
      const one = made?.response.status === 201 ? followUpsOf(context.stated, made) : [];
      for (const followUp of one) {
        const { method, path } = followUp.operation;
        if (method === 'get' && (path.startsWith(`${operation.path}/`) || this.takesAlong(remove, operation)))
          found.push({ ...followUp, values: { ...read.values, ...followUp.values }, isLinked: false });
      }
    }
    return found.filter(({ operation }) => hasNothing(operation));
  }

  /** Returns whether the description of a removal says that what is below goes with it: "its attachments are gone". */
  private takesAlong(remove: Operation, { path }: Operation): boolean {
    const { document } = this.session.planner.stated.contract;
    const { description = '' } = (valueAt(document, remove.pointer) ?? {}) as { description?: string };
    const name = path.slice(path.lastIndexOf('/') + 1);
    return (
      new RegExp(`\\b${name}\\b[^.]*\\b(?:gone|removed|deleted)\\b`, 'i').test(description) &&
      /^[\w-]+$/.test(name)
    );
  }

  /** A PUT of content below what was made, such as that of a file, which the GET of its path returns. */
  private async replacedBelow(thing: FollowUp): Promise<void> {
    const { planner } = this.session;
    const { values } = thing;
    const { path } = thing.operation;
    const contents = planner.operations.filter(
      (one) =>
        one.method === 'put' && one.path.startsWith(`${path}/`) && !one.path.slice(path.length).includes('{'),
    );
    for (const write of contents) {
      const read = planner.operations.find((one) => one.method === 'get' && one.path === write.path);
      if (read === undefined || requestMediaOf(write)?.kind === 'json') continue;
      const followUp = { ...thing, operation: read, isLinked: true };
      const before = await this.read(followUp, 'the content that is to be replaced');
      const request = planner.request(write, values);
      const { body } = request;
      if (before?.response.status !== 200 || body === undefined || body.equals(before.response.body))
        continue;
      const answer = await this.sent(write, request, 'other content for what was made');
      if (answer === undefined || !done.includes(answer.response.status)) continue;
      const after = await this.read(followUp, `what ${write.id} has replaced`);
      const isStale = after?.response.status === 200 && after.response.body.equals(before.response.body);
      if (after)
        this.conclude('changed', after, isStale && `the same content as before ${write.id}`, {
          isChange: true,
        });
    }
  }

  /** A thing stays as it was made: a job may go on by itself. */
  private async settled(read: FollowUp): Promise<CompletedExchange | undefined> {
    let before = await this.read(read, 'what is to be removed');
    for (let look = 0; look < maxLooks; look += 1) {
      const again = await this.read(read, 'what is to be removed, again');
      if (before === undefined || again === undefined) return again;
      if (again.response.body.equals(before.response.body)) return again;
      before = again;
    }
    return undefined;
  }

  private async removed(read: FollowUp, { operation, values }: FollowUp): Promise<void> {
    const { planner } = this.session;
    const before = await this.settled(read);
    await this.othersStay(read.operation, operation);
    const below: FollowUp[] = [];
    for (const one of await this.readBelow(read, operation))
      if ((await this.read(one, 'something of what is to be removed'))?.response.status === 200)
        below.push(one);
    const request = planner.request(operation, values);
    const answer = await this.sent(operation, request, 'DELETE of what was made');
    if (answer === undefined || !done.includes(answer.response.status)) return;
    const after = await this.read(read, `what ${operation.id} has removed`);
    if (before?.response.status !== 200 || after === undefined) return;
    const isSame = after.response.status === 200 && after.response.body.equals(before.response.body);
    this.conclude('removed', after, isSame && `the same body as before ${operation.id}`, { isChange: true });
    const isAbsent = [404, 410].includes(after.response.status);
    for (const one of isAbsent ? below : []) {
      const left = await this.read(one, 'something of what is gone');
      const isLeft = left !== undefined && left.response.status < 300;
      if (left)
        this.conclude(
          'below',
          left,
          isLeft && `status ${left.response.status}, of what ${read.operation.id} doesn't find`,
        );
    }
    const again = await this.sent(operation, request, 'DELETE of what is gone');
    if (again === undefined) return;
    const { status } = again.response;
    // A DELETE may be repeated, so that a success says nothing where the document has no status for what isn't there.
    const isServed = status < 300 && hasNothing(operation);
    this.conclude('removedAgain', again, (status >= 500 || (isServed && isAbsent)) && `status ${status}`);
  }

  /** Of two things that are alike the one that is not removed is still there. */
  private async othersStay(read: Operation, remove: Operation): Promise<void> {
    const [one, other] = [await this.another(read), await this.another(read)];
    if (one === undefined || other === undefined) return;
    const request = this.session.planner.request(remove, one.values);
    const answer = await this.sent(remove, request, 'DELETE of one of two that are alike');
    if (answer === undefined || !done.includes(answer.response.status)) return;
    const left = await this.read(other, `another thing after ${remove.id}`);
    const { status = 200 } = left?.response ?? {};
    if (left)
      this.conclude('others', left, [404, 410].includes(status) && `status ${status}`, { before: [answer] });
  }

  /** Another thing of the kind that is there. */
  private async another(read: Operation): Promise<FollowUp | undefined> {
    const { planner, context } = this.session;
    const made = await this.sent(this.maker, newRequest(planner, this.maker), 'another valid request');
    if (made === undefined || ![200, 201].includes(made.response.status)) return undefined;
    const followUp = followUpsOf(context.stated, made).find(({ operation }) => operation === read);
    const there = followUp && (await this.read(followUp, 'another thing'));
    return there?.response.status === 200 ? followUp : undefined;
  }

  private read({ operation, values }: FollowUp, title: string): Promise<CompletedExchange | undefined> {
    return this.sent(operation, this.session.planner.request(operation, values), title);
  }

  private sent(
    operation: Operation,
    request: RequestParts,
    title: string,
  ): Promise<CompletedExchange | undefined> {
    const { planner } = this.session;
    const accept = [...planner.successStatuses(operation), 404, 410];
    return this.session.send({ detail: `${this.maker.id} ${title}`, title, operation, request, accept });
  }

  private conclude(
    outcome: keyof typeof outcomes,
    exchange: CompletedExchange,
    actual: string | false,
    { before = [], level = 'MUST', isChange = false }: More = {},
  ): void {
    const breach = actual === false ? 'pass' : { actual, expected: [outcomes[outcome]], level };
    this.found.push({ exchange, before, isChange, breach });
  }
}

/** Returns whether the document has a status for what is not there. */
function hasNothing({ responses }: Operation): boolean {
  return ['404', '410'].some((key) => responses.has(key));
}

function bodyOf(exchange: CompletedExchange | undefined): Record<string, unknown> | undefined {
  return exchange?.response.status === 200 ? objectIn(exchange) : undefined;
}

function objectIn({ json }: CompletedExchange): Record<string, unknown> | undefined {
  return json.ok && isObject(json.value) ? json.value : undefined;
}

/** Returns whether a response is a list that shows all there is, as far as one can tell. */
function hasList({ json, response }: CompletedExchange): boolean {
  return (
    json.ok && Array.isArray(json.value) && json.value.length < 20 && header(response, 'link') === undefined
  );
}

/** As many segments from the end of a path as the operation's has. */
function tailOf(path: string, operation: Operation): string {
  return `/${path
    .split('/')
    .slice(1 - operation.path.split('/').length)
    .join('/')}`;
}
