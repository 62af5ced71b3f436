import { ordinaryParameters } from '../../../src/conformance/cases/credentials/credential.js';
import { withParameter } from '../../../src/conformance/cases/parameters/parameter-text.js';
import { followUpsOf } from '../../../src/conformance/cases/things/follow-ups.js';
import { newRequest } from '../../../src/conformance/cases/new-request.js';
import { withJson, type RequestParts } from '../../../src/conformance/cases/request.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import { listIn } from '../../../src/conformance/checks/list-in.js';
import type { Session } from '../../../src/conformance/rules/session.js';
import { header, type CompletedExchange } from '../../../src/conformance/target/exchange.js';
import type { ParameterObject, SchemaObject } from '../../../src/contract/openapi.js';
import type { Operation } from '../../../src/contract/operations.js';
import { canonicalText, isObject } from '../../../src/contract/schema/json-equal.js';
import { resolveSchema } from '../../../src/contract/schema/resolve-schema.js';

/** An optional parameter of the query, and its schema without indirection. */
export interface ListParameter {
  /** In the document. */
  readonly pointer: string;
  readonly parameter: ParameterObject;
  readonly schema: SchemaObject;
  /** Of one element, where it takes several; the same schema otherwise. */
  readonly one: SchemaObject;
}

/** One answer of a list. */
export interface ListPage {
  readonly exchange: CompletedExchange;
  /** Undefined where it is no list. */
  readonly items: readonly unknown[] | undefined;
}

/** Items of a list that show something of filters and pages. */
const enough = 5;
/** Items at most that are made so that a list has more than one page. */
const maxFilled = 30;

/** The list of one operation, read with other values of its parameters. */
export class ListReader {
  /** True once a parameter has changed the answer. */
  hasShownEffect = false;
  readonly parameters: readonly ListParameter[];

  private constructor(
    private readonly session: Session,
    readonly operation: Operation,
    private readonly values: Readonly<Record<string, unknown>>,
    /** The list as it is without optional parameters. */
    readonly plain: readonly unknown[],
    /** The exchange that it was read by; none of a list that is not read yet. */
    readonly reading: readonly CompletedExchange[],
  ) {
    this.parameters = parametersOf(session.planner, operation);
  }

  /** @returns undefined where the operation has no list, or parameters of its path belong to nothing */
  static async of(
    session: Session,
    operation: Operation,
    values: Readonly<Record<string, unknown>>,
  ): Promise<ListReader | undefined> {
    if (!session.planner.maySend(operation)) return undefined;
    const bare = new ListReader(session, operation, values, [], []);
    const first = await bare.read([], 'the list');
    if (first?.items === undefined) return undefined;
    const isFilled = first.items.length < enough && (await bare.fill());
    const page = isFilled ? await bare.read([], 'the list of what was made') : first;
    return page?.items && new ListReader(session, operation, values, page.items, [page.exchange]);
  }

  get planner(): Planner {
    return this.session.planner;
  }

  /** The operation that makes something for the list, where the run may send it. */
  get maker(): Operation | undefined {
    const { planner } = this.session;
    const maker = planner.operations.find(
      ({ method, path }) => method === 'post' && path === this.operation.path,
    );
    return planner.allowWrites && maker !== undefined && planner.withBody.includes(maker) ? maker : undefined;
  }

  /** Makes one thing more. */
  make(title: string, body?: unknown): Promise<CompletedExchange | undefined> {
    const { maker, session, values } = this;
    if (maker === undefined) return Promise.resolve(undefined);
    const request = newRequest(session.planner, maker, values);
    return session.send({
      ...{ detail: title, title, operation: maker, accept: session.planner.successStatuses(maker) },
      request: body === undefined ? request : withJson(request, body),
    });
  }

  /** Removes what was made. @returns the exchange that did, where it is no longer found under its address */
  async remove(made: CompletedExchange): Promise<CompletedExchange | undefined> {
    const { planner, context } = this.session;
    const followUps = followUpsOf(context.stated, made);
    const by = (wanted: string) => followUps.find(({ operation: { method } }) => method === wanted);
    const [read, remove] = [by('get'), by('delete')];
    if (read === undefined || remove === undefined) return undefined;
    const sent: (CompletedExchange | undefined)[] = [];
    for (const { operation, values } of [remove, read]) {
      const title = `${operation.method.toUpperCase()} of what was made for its list`;
      const exchange = await this.session.send({
        ...{ detail: title, title, operation, request: planner.request(operation, values) },
        accept: [...planner.successStatuses(operation), 404, 410],
      });
      sent.push(exchange);
    }
    const [removed, after] = sent;
    return [404, 410].includes(after?.response.status ?? 0) ? removed : undefined;
  }

  /** Makes things until the list is longer than a page, if that takes few. */
  async fillTo(length: number): Promise<void> {
    const missing = length - this.plain.length;
    if (missing > maxFilled) return;
    for (let number = 1; number <= missing; number += 1) {
      const made = await this.make(`one of many for its list ${number}`);
      if (made === undefined || made.response.status >= 300) return;
    }
  }

  /** Makes some things for the list, by the POST of its path, one for each value of its filters. */
  private async fill(): Promise<boolean> {
    const { maker } = this;
    const { planner } = this.session;
    if (maker === undefined) return false;
    const body = planner.body(maker);
    const others = this.parameters.flatMap(({ parameter: { name }, one }) =>
      isObject(body) ? (one.enum ?? []).map((value) => ({ ...body, [name]: value })) : [],
    );
    const bodies = [body, ...others.filter((one) => planner.accepts(maker, one)), body, body];
    for (const [index, one] of bodies.slice(0, enough).entries())
      await this.make(`something for its list ${index + 1}`, one);
    return true;
  }

  /** Items that the whole list has and should be in a shorter one, where the whole list is still the same. */
  async lost(items: readonly unknown[], isWanted: (item: unknown) => boolean): Promise<unknown> {
    if (items.length >= this.plain.length) return undefined;
    const there = new Set(items.map(canonicalText));
    const lost = this.plain.find((item) => isWanted(item) && !there.has(canonicalText(item)));
    return lost !== undefined && (await this.isSame()) ? lost : undefined;
  }

  /** Lists that change by themselves, or come in no order, say nothing. */
  async isSame(): Promise<boolean> {
    const again = await this.read([], 'the list again');
    return again?.items !== undefined && canonicalText(again.items) === canonicalText(this.plain);
  }

  async read(
    given: readonly (readonly [ListParameter, unknown])[],
    title: string,
  ): Promise<ListPage | undefined> {
    const { planner } = this.session;
    const request = given.reduce(
      (changing, [{ parameter }, value]) => withParameter(changing, parameter, value),
      planner.request(this.operation, this.values),
    );
    return this.sent(request, title);
  }

  /** The page to which a Link with `rel="next"` leads (RFC 8288); undefined where there is none. */
  async nextOf({ exchange }: ListPage, title: string): Promise<ListPage | undefined> {
    const links = header(exchange.response, 'link') ?? '';
    const [, target = ''] = /<([^<>]*)>[^<]*;\s*rel="?next"?/i.exec(links) ?? [];
    if (target === '' || !URL.canParse(target, 'http://target')) return undefined;
    const { search } = new URL(target, 'http://target');
    const [path = ''] = exchange.request.path.split('?');
    return this.sent({ ...exchange.request, path: `${path}${search}` }, title);
  }

  private async sent(request: RequestParts, title: string): Promise<ListPage | undefined> {
    const { operation } = this;
    const accept = this.planner.successStatuses(operation);
    const exchange = await this.session.send({ detail: title, title, operation, request, accept });
    return exchange && { exchange, items: listIn(exchange) };
  }

  /** The parameter with such a name and type. */
  find(name: RegExp, ...types: readonly string[]): ListParameter | undefined {
    return this.parameters.find(
      ({ parameter, schema }) => name.test(parameter.name) && types.includes(String(schema.type)),
    );
  }
}

function parametersOf(planner: Planner, operation: Operation): ListParameter[] {
  const { contract } = planner.stated;
  return ordinaryParameters(contract, operation)
    .filter(({ value }) => value.in === 'query' && value.required !== true && value.schema !== undefined)
    .map(({ pointer, value }) => {
      const schema = resolveSchema(contract.document, value.schema);
      const one = schema.type === 'array' ? resolveSchema(contract.document, schema.items) : schema;
      return { pointer, parameter: value, schema, one };
    });
}

/** The usual names of the length of a page. */
const ofSize = /^(?:per[_-]?page|page[_-]?size|limit|max[_-]?results|\$top)$/i;
/** The same beside the number of a page; alone it may be the size of a thing. */
const ofSizeBesidePage = /^(?:size|count)$/i;
/** The usual names of the number of a page. */
export const ofPage = /^page(?:[_-]?(?:number|no))?$/i;

/** The parameter for the length of a page, and the smallest length that it allows. */
export function sizeOf(
  list: ListReader,
): { readonly parameter: ListParameter; readonly least: number } | undefined {
  const parameter =
    list.find(ofSize, 'integer', 'number') ??
    (list.find(ofPage, 'integer') && list.find(ofSizeBesidePage, 'integer'));
  if (parameter === undefined) return undefined;
  const { minimum } = parameter.schema;
  return { parameter, least: typeof minimum === 'number' ? Math.max(1, minimum) : 1 };
}
