import { printableLine } from '../../conformance/printable.js';
import { jsonOf } from '../../conformance/target/json-body.js';
import { toPointer } from '../../contract/json-pointer.js';
import { shown } from '../../contract/validation/problem-text.js';
import { maskExchange } from '../../recordings/masking/mask-exchange.js';
import type { RecordedExchange } from '../../recordings/recorded-exchange.js';
import type { Locus } from '../change.js';
import { valuesAt, type ExchangeValues } from './exchange-values.js';

/** A recorded exchange, and whose it is. */
export interface SeenExchange {
  readonly values: ExchangeValues;
  /** A sandbox, or the recording where that knows none. */
  readonly client: string;
  readonly recording: string;
}

/** One exchange without its secrets: method, path, the value at the place, and where it is recorded. */
export function exampleOf({ values, recording }: SeenExchange, locus?: Locus): string {
  const { request, id, response } = maskExchange(values.exchange);
  const path = URL.canParse(request.target) ? new URL(request.target).pathname : request.target;
  const body = 'status' in response && locus?.part.kind === 'response body' ? response.body : request.body;
  const value = locus?.part.kind.endsWith('body') ? valueIn(body, locus.path) : undefined;
  const field = value === undefined ? '' : ` with ${toPointer(locus?.path ?? [])} ${shown(value)}`;
  return printableLine(`${request.method} ${path}${field} (${recording}, ${id})`);
}

function valueIn(body: RecordedExchange['request']['body'], path: readonly string[]): unknown {
  return 'notHeld' in body ? undefined : valuesAt(jsonOf(Buffer.from(body.bytes)), path)[0];
}
