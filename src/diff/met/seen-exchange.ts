import { printableLine } from '../../conformance/printable.js';
import { sentTexts } from '../../conformance/cases/parameters/sent-parameter.js';
import { requestHeader, type RequestParts } from '../../conformance/cases/request.js';
import { jsonOf, readJson } from '../../conformance/target/json-body.js';
import { requestParts } from '../../conformance/traffic/read-exchange.js';
import { headerIn } from '../../conformance/traffic/traffic-exchange.js';
import { toPointer } from '../../contract/json-pointer.js';
import { essenceOf, isJsonMediaType, type Operation } from '../../contract/operations.js';
import { isContainer } from '../../contract/schema/json-equal.js';
import { shown } from '../../contract/validation/problem-text.js';
import { maskExchange } from '../../recordings/masking/mask-exchange.js';
import type { RecordedExchange } from '../../recordings/recorded-exchange.js';
import type { Locus } from '../change.js';

/** The body was not recorded, or it is not JSON, so that nothing is known of its fields. */
export const notKnown = Symbol('not known');

/** Elements that are looked at in one body, for one place. */
const maxValues = 10_000;

/** A recorded exchange, whose it is, and its values at the places where documents describe them. */
export class SeenExchange {
  readonly parts: RequestParts;
  private sent: unknown;
  private received: unknown;

  /** @param exchange its bodies decoded @param path below the base address */
  constructor(
    readonly exchange: RecordedExchange,
    readonly operation: Operation,
    path: string,
    /** A sandbox, or the recording where that knows none. */
    readonly client: string,
    readonly recording: string,
  ) {
    this.parts = requestParts(exchange, path);
  }

  get status(): number | undefined {
    const { response } = this.exchange;
    return 'status' in response ? response.status : undefined;
  }

  /** Texts of a parameter; none where it was not sent. */
  parameter(name: string, place: string): string[] {
    return sentTexts(this.operation, { name, in: place as 'query' }, this.parts);
  }

  /** True if a parameter of the query was sent with characters that encoders of forms encode (RFC 3986 2.2), as they are. */
  hasReserved(name: string): boolean {
    const { path } = this.parts;
    return path
      .slice(path.indexOf('?') + 1)
      .split('&')
      .filter((pair) => new URLSearchParams(pair).has(name))
      .some((pair) => /=.*[:/?[\]@$;=]/.test(pair));
  }

  /** True if the request had a body; `notKnown` where that was not recorded. */
  get hasRequestBody(): boolean | typeof notKnown {
    const { body } = this.exchange.request;
    return 'notHeld' in body ? notKnown : body.bytes.length > 0;
  }

  get requestMediaType(): string | undefined {
    const type = requestHeader(this.parts, 'content-type');
    return type === undefined ? undefined : essenceOf(type);
  }

  get responseMediaType(): string | undefined {
    const type = this.responseHeader('content-type');
    return type === undefined ? undefined : essenceOf(type);
  }

  responseHeader(name: string): string | undefined {
    const { response } = this.exchange;
    return 'status' in response ? headerIn([...response.headers], name.toLowerCase()) : undefined;
  }

  /** The JSON of the request's body; `notKnown` where there is none. */
  get requestJson(): unknown {
    return (this.sent ??= jsonIn(this.exchange.request.body, this.requestMediaType));
  }

  get responseJson(): unknown {
    const { response } = this.exchange;
    return (this.received ??=
      'status' in response ? jsonIn(response.body, this.responseMediaType) : notKnown);
  }
}

function jsonIn(body: RecordedExchange['request']['body'], mediaType: string | undefined): unknown {
  if ('notHeld' in body || (mediaType !== undefined && !isJsonMediaType(mediaType))) return notKnown;
  const read = readJson(Buffer.from(body.bytes));
  return read.ok ? read.value : notKnown;
}

/** The values at a path of fields, `*` for any element or name; those that aren't there are left out. */
export function valuesAt(root: unknown, path: readonly string[]): unknown[] {
  let values = [root];
  for (const name of path) {
    values = values.slice(0, maxValues).flatMap((value) => {
      if (!isContainer(value)) return [];
      if (name === '*') return Object.values(value);
      return Object.hasOwn(value, name) ? [value[name]] : [];
    });
  }
  return values;
}

/** One exchange without its secrets: method, path, the value at the place, and where it is recorded. */
export function exampleOf({ exchange, recording }: SeenExchange, locus?: Locus): string {
  const { request, id, response } = maskExchange(exchange);
  const path = URL.canParse(request.target) ? new URL(request.target).pathname : request.target;
  const body = 'status' in response && locus?.part.kind === 'response body' ? response.body : request.body;
  const value = locus?.part.kind.endsWith('body') ? valueIn(body, locus.path) : undefined;
  const field = value === undefined ? '' : ` with ${toPointer(locus?.path ?? [])} ${shown(value)}`;
  return printableLine(`${request.method} ${path}${field} (${recording}, ${id})`);
}

function valueIn(body: RecordedExchange['request']['body'], path: readonly string[]): unknown {
  return 'notHeld' in body ? undefined : valuesAt(jsonOf(Buffer.from(body.bytes)), path)[0];
}
