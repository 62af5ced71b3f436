import { sentTexts } from '../../conformance/cases/parameters/sent-parameter.js';
import { requestHeader, type RequestParts } from '../../conformance/cases/request.js';
import { readJson } from '../../conformance/target/json-body.js';
import { requestParts } from '../../conformance/traffic/read-exchange.js';
import { headerIn } from '../../conformance/traffic/traffic-exchange.js';
import { essenceOf, isJsonMediaType, type Operation } from '../../contract/operations.js';
import { isContainer } from '../../contract/schema/json-equal.js';
import type { RecordedExchange } from '../../recordings/recorded-exchange.js';

/** The body was not recorded, or it is not JSON, so that nothing is known of its fields. */
export const notKnown = Symbol('not known');

/** Elements that are looked at in one body, for one place. */
const maxValues = 10_000;

/** The values of a recorded exchange, at the places where documents describe them. */
export class ExchangeValues {
  readonly parts: RequestParts;
  private sent: unknown;
  private received: unknown;

  /** @param exchange its bodies decoded @param path below the base address */
  constructor(
    readonly exchange: RecordedExchange,
    readonly operation: Operation,
    path: string,
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
    return (this.sent ??= jsonOf(this.exchange.request.body, this.requestMediaType));
  }

  get responseJson(): unknown {
    const { response } = this.exchange;
    return (this.received ??=
      'status' in response ? jsonOf(response.body, this.responseMediaType) : notKnown);
  }
}

function jsonOf(body: RecordedExchange['request']['body'], mediaType: string | undefined): unknown {
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
