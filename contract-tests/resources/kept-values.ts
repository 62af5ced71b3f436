import { followUpsOf, hasFollowUps } from '../../src/conformance/cases/things/follow-ups.js';
import { newRequest } from '../../src/conformance/cases/new-request.js';
import { jsonOf } from '../../src/conformance/target/json-body.js';
import { withJson } from '../../src/conformance/cases/request.js';
import { listIn } from '../../src/conformance/checks/list-in.js';
import { requestMediaOf } from '../../src/conformance/document/request-media.js';
import { rule, type Conclusion } from '../../src/conformance/rules/rule.js';
import type { Session } from '../../src/conformance/rules/session.js';
import type { CompletedExchange } from '../../src/conformance/target/exchange.js';
import type { Operation } from '../../src/contract/operations.js';
import { isObject, jsonEqual } from '../../src/contract/schema/json-equal.js';
import { typeOf } from '../../src/contract/schema/resolve-schema.js';
import { shown } from '../../src/contract/validation/problem-text.js';
import { visitExisting, type ExistingThing } from './steps/existing-things.js';
import {
  isKept,
  lostFields,
  objectIn,
  requestFields,
  responseFields,
  type LostField,
} from './steps/kept-fields.js';
import { expecting } from './steps/expecting.js';
import { keepsNothing, keepsThings } from './steps/memory.js';
import { judgeElements, sendFiles } from './steps/kept-contents.js';
import { judgeReplaced } from './steps/replaced.js';
import { toldDefault } from './steps/told-defaults.js';
import { isReference, otherValues, validBodies } from './steps/other-bodies.js';

/** Operations at most that make something: a large document has hundreds. */
const maxMakers = 20;
/** Fields at most of one change. */
const maxFields = 12;

/** The outcomes that pass. */
const outcomes = {
  kept: 'in the response and when it is read: each field that was sent, in any spelling of the same value',
  usual: 'where a field was left out that has a default: the default',
  unnamed: 'after a PATCH: each field that it did not name as before',
  several: 'after a POST of several things into a list that was empty: all of them, where some are there',
  replaced:
    'after a PUT that is said to replace: no value that it did not name, where another was there just as well',
};

export default rule({
  title: 'A thing has the values that a request gave it, and keeps those that a request did not name.',
  level: 'MUST',
  section: 'document',
  sentence: 'The fields that the body of a request and the body of a response have in common.',
  expected: Object.values(outcomes),
  appliesTo: { document: 'other' },
  async probe(session) {
    const { planner } = session;
    const makers = planner.operations.filter(
      (operation) => planner.isReachable(operation) && hasFollowUps(planner.stated, operation),
    );
    if (makers.length === 0)
      return { skip: 'no operation of the document makes what another names', notApplicable: true };
    if (!(await keepsThings(session))) return keepsNothing;
    const kept = new KeptValues(session);
    for (const operation of makers.slice(0, maxMakers)) {
      await kept.made({ operation, values: {} });
      await kept.defaults({ operation, values: {} });
    }
    await visitExisting(session, async (thing) => {
      if (thing.operation.method === 'post') await kept.made(thing);
      if (thing.operation.method === 'post') {
        await kept.defaults(thing);
        kept.conclusions.push(...expecting(outcomes.several, await judgeElements(session, thing)));
        await sendFiles(session, thing);
      }
      if (thing.operation.method === 'put') {
        await kept.replaced(thing);
        kept.conclusions.push(...expecting(outcomes.replaced, await judgeReplaced(session, thing)));
      }
      if (thing.operation.method === 'patch') await kept.changed(thing);
    });
    return kept.conclusions;
  },
});

class KeptValues {
  readonly conclusions: Conclusion[] = [];

  constructor(private readonly session: Session) {}

  /** Things that POSTs make, each with other values. */
  async made({ operation, values, renewed }: ExistingThing): Promise<void> {
    const { planner, context } = this.session;
    for (const body of validBodies(planner, operation)) {
      const at = renewed === undefined ? values : await renewed();
      if (at === undefined) continue;
      for await (const made of this.sentOrInParts(operation, at, body)) {
        this.compare(operation, made, made);
        const read = followUpsOf(context.stated, made).find((one) => one.operation.method === 'get');
        const there = read && (await this.read(read.operation, read.values, `what ${operation.id} made`));
        if (there) this.compare(operation, made, there);
        if (read === undefined) await this.compareListed(operation, at, made);
      }
    }
  }

  /** Things that POSTs make where a field that has a default is left out, beside the same with it. */
  async defaults({ operation, values, renewed }: ExistingThing): Promise<void> {
    const { planner } = this.session;
    const { stated } = planner;
    const usual = planner.body(operation);
    const shownFields = planner
      .successStatuses(operation)
      .map((status) => responseFields(stated, operation, status))
      .find((fields) => Object.keys(fields).length > 0);
    if (!isObject(usual)) return;
    for (const [name, { default: value }] of Object.entries(requestFields(stated, operation))) {
      // A value that is shown under its own name is compared with every request.
      if (
        value === undefined ||
        value === null ||
        shownFields === undefined ||
        Object.hasOwn(shownFields, name)
      )
        continue;
      const { [name]: _, ...without } = usual;
      const bodies = [without, { ...usual, [name]: value }, without];
      if (!bodies.every((body) => planner.accepts(operation, body))) continue;
      const answers: CompletedExchange[] = [];
      for (const [index, body] of bodies.entries()) {
        const at = renewed === undefined ? values : await renewed();
        const title = index === 1 ? `with the default of ${name}` : `without ${name}`;
        const answer = at && (await this.sent(operation, at, body, title));
        if (answer) answers.push(answer);
      }
      const [one, given, two] = answers;
      const [first, second, third] = [one, given, two].map(objectIn);
      if (one === undefined || first === undefined || second === undefined || third === undefined) continue;
      const isOther = (field: string) =>
        jsonEqual(first[field], third[field]) &&
        !jsonEqual(first[field], second[field]) &&
        !isReference(field);
      const other = Object.keys(first).find(isOther);
      this.conclusions.push({
        exchange: one,
        before: given ? [given] : [],
        breach:
          other === undefined
            ? 'pass'
            : {
                actual: `${other} is ${shown(first[other])}, and ${shown(second[other])} with ${name} ${shown(value)}, its default`,
                expected: [outcomes.usual],
                kind: `another default of ${name}`,
              },
      });
    }
  }

  /** Things that PUTs replace. */
  async replaced({ operation, values }: ExistingThing): Promise<void> {
    const { planner } = this.session;
    const read = this.readerOf(operation);
    for (const body of validBodies(planner, operation)) {
      const before = read && (await this.read(read, values, 'what is to be replaced'));
      for await (const answer of this.sentOrInParts(operation, values, body)) {
        this.compare(operation, answer, answer);
        this.compareOthers(operation, before, answer, []);
        const there = read && (await this.read(read, values, `what ${operation.id} replaced`));
        if (there === undefined) continue;
        this.compare(operation, answer, there);
        this.compareOthers(operation, before, there, []);
      }
    }
  }

  /** Things that PATCHes change, one field after another. */
  async changed({ operation, values }: ExistingThing): Promise<void> {
    const { planner } = this.session;
    const read = this.readerOf(operation);
    if (read === undefined || requestMediaOf(operation)?.kind === 'json-patch') return;
    const fields = Object.entries(requestFields(planner.stated, operation)).filter(
      ([name, { readOnly }]) => readOnly !== true && !isReference(name),
    );
    for (const [name, schema] of fields.slice(0, maxFields)) {
      const usual = planner.body(operation);
      const value = isObject(usual) ? usual[name] : undefined;
      const [one, other] = [...otherValues(planner, schema, value), ...(value === undefined ? [] : [value])];
      for (const next of [one, other, null]) {
        const body = { [name]: next };
        if (next === undefined || !planner.accepts(operation, body)) continue;
        // A merge patch may remove a field by null; its schema says whether this one can be.
        if (next === null && !this.allowsNull(operation, body)) continue;
        // In a merge patch an object is merged with the one that is there (RFC 7396).
        const before = await this.read(read, values, 'what is to be changed');
        const answer = await this.sent(operation, values, body, `a change of ${name} alone`);
        if (answer === undefined) continue;
        this.compare(operation, answer, answer);
        this.compareOthers(operation, before, answer, [name]);
        const there = await this.read(read, values, `what ${operation.id} changed`);
        if (there === undefined) continue;
        this.compare(operation, answer, there);
        this.compareOthers(operation, before, there, [name]);
      }
    }
  }

  private allowsNull(operation: Operation, body: unknown): boolean {
    const { stated } = this.session.planner;
    const { pointer } = stated.requestSchema(operation) ?? {};
    return pointer !== undefined && stated.full.at(pointer)(body);
  }

  /**
   * Sends a body; where it is refused, each of its fields beside those of the usual body. Each is yielded before the next is sent, so that
   * what it made can be read as it left it.
   */
  private async *sentOrInParts(
    operation: Operation,
    values: ExistingThing['values'],
    body: Readonly<Record<string, unknown>>,
  ): AsyncGenerator<CompletedExchange> {
    const { planner } = this.session;
    const title = 'a valid request with other values';
    const exchange = await this.sent(operation, values, body, title);
    if (exchange !== undefined) {
      yield exchange;
      return;
    }
    const usual = planner.body(operation);
    if (!isObject(usual)) return;
    const parts = Object.keys(body).filter((name) => !jsonEqual(usual[name], body[name]));
    if (parts.length < 2) return;
    for (const name of parts.slice(0, maxFields)) {
      const part = { ...usual, [name]: body[name] };
      if (!planner.accepts(operation, part)) continue;
      const answer = await this.sent(operation, values, part, `another ${name}`);
      if (answer) yield answer;
    }
  }

  /** @returns undefined unless it succeeded */
  private async sent(
    operation: Operation,
    values: ExistingThing['values'],
    body: unknown,
    title: string,
  ): Promise<CompletedExchange | undefined> {
    const { planner, send } = this.session;
    const exchange = await send({
      ...{ detail: `${operation.id} ${title}`, title, operation, accept: planner.successStatuses(operation) },
      request: withJson(newRequest(planner, operation, values), body),
    });
    return exchange && exchange.response.status < 300 ? exchange : undefined;
  }

  private async read(
    operation: Operation,
    values: ExistingThing['values'],
    title: string,
  ): Promise<CompletedExchange | undefined> {
    const { planner, send } = this.session;
    const exchange = await send({
      ...{ detail: `${operation.id} ${title}`, title, operation, accept: planner.successStatuses(operation) },
      request: planner.request(operation, values),
    });
    return exchange?.response.status === 200 ? exchange : undefined;
  }

  private readerOf({ path }: Operation): Operation | undefined {
    return this.session.planner.operations.find((one) => one.method === 'get' && one.path === path);
  }

  /** A thing that can't be read alone is looked for in its list. */
  private async compareListed(
    operation: Operation,
    values: ExistingThing['values'],
    made: CompletedExchange,
  ): Promise<void> {
    const list = this.readerOf(operation);
    const id = objectIn(made)?.id;
    if (list === undefined || id === undefined) return;
    const exchange = await this.read(list, values, `the list after ${operation.id}`);
    const item = exchange && listIn(exchange)?.find((one) => isObject(one) && one.id === id);
    const sent = jsonOf(made.request.body);
    if (exchange === undefined || !isObject(item) || !isObject(sent)) return;
    const answered = objectIn(made) ?? {};
    const { stated } = this.session.planner;
    const shownFields = responseFields(stated, operation, made.response.status);
    const lost = Object.keys(sent).filter(
      (name) =>
        Object.hasOwn(shownFields, name) &&
        Object.hasOwn(item, name) &&
        jsonEqual(answered[name], sent[name]) &&
        !jsonEqual(item[name], sent[name]),
    );
    for (const name of lost) this.fail(exchange, { name, sent: sent[name], there: item[name] });
    if (lost.length === 0) this.conclusions.push({ exchange, breach: 'pass' });
  }

  private compare(operation: Operation, sent: CompletedExchange, there: CompletedExchange): void {
    const { stated } = this.session.planner;
    const body = jsonOf(sent.request.body);
    if (!isObject(body) || objectIn(there) === undefined) return;
    // An action on what exists may leave a field without a value, by the state that it leads to.
    const isAction =
      operation.method === 'post' && operation.path.includes('{') && sent.response.status !== 201;
    const lost = lostFields(stated, operation, body, there, objectIn(sent)).filter(
      (field) => !(isAction && field.there === null),
    );
    for (const field of lost) this.fail(there, field);
    // A field that may be left out has the default of its schema then.
    const defaults = Object.entries(requestFields(stated, operation)).flatMap(([name, schema]) => {
      const usual = schema.default ?? toldDefault(stated, operation, name, schema);
      return usual === undefined || Object.hasOwn(body, name) ? [] : [[name, usual] as const];
    });
    const isChange = operation.method === 'patch';
    const others = isChange ? [] : lostFields(stated, operation, Object.fromEntries(defaults), there);
    for (const { name, sent: usual, there: value } of others)
      this.conclusions.push({
        exchange: there,
        breach: {
          actual: `${name} is ${shown(value)}, and its default is ${shown(usual)}`,
          expected: [outcomes.usual],
          kind: `another default of ${name}`,
        },
      });
    if (lost.length + others.length === 0) this.conclusions.push({ exchange: there, breach: 'pass' });
  }

  /** The fields that a change doesn't name: its id and when it was made, and of a PATCH each other field that it could have named. */
  private compareOthers(
    operation: Operation,
    before: CompletedExchange | undefined,
    there: CompletedExchange,
    named: readonly string[],
  ): void {
    const [old, now] = [objectIn(before), objectIn(there)];
    if (old === undefined || now === undefined) return;
    const taken = Object.entries(requestFields(this.session.planner.stated, operation)).flatMap(
      ([name, { readOnly }]) => (readOnly === true ? [] : [name]),
    );
    const shownFields = responseFields(this.session.planner.stated, there.operation ?? operation, 200);
    const fixed = Object.entries(shownFields).flatMap(([name, { format }]) =>
      name === 'id' || (format === 'date-time' && /^created(?:_?at|_?on)?$/i.test(name)) ? [name] : [],
    );
    const others =
      operation.method === 'patch' ? [...fixed, ...taken] : fixed.filter((name) => !taken.includes(name));
    for (const name of new Set(others)) {
      if (named.includes(name) || !Object.hasOwn(old, name) || typeOf(shownFields[name] ?? {}) === undefined)
        continue;
      if (!isKept(old[name], now[name], shownFields[name]))
        this.conclusions.push({
          exchange: there,
          breach: {
            actual: `${name} is ${shown(now[name])}, and was ${shown(old[name])} before ${operation.id} changed something else`,
            expected: [outcomes.unnamed],
            kind: `${name} changed too`,
          },
        });
    }
  }

  private fail(exchange: CompletedExchange, { name, sent, there }: LostField): void {
    const breach = {
      actual: `${name} is ${there === undefined ? 'missing' : shown(there)}, and ${shown(sent)} was sent`,
      expected: [outcomes.kept],
      kind: `another ${name}`,
    };
    this.conclusions.push({ exchange, breach });
  }
}
