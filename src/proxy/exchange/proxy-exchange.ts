import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../../mock/exchange/exchange.js';
import type { RequestBody } from '../../mock/exchange/request.js';
import { publicSandbox, type Identity } from '../../mock/identity/identity.js';
import { inNamedSandbox } from '../../mock/identity/identity-reader.js';
import type { LiveDelivery } from '../../journal/delivery.js';
import { enterExchange } from '../../mock/recording/record-exchange.js';
import { createExchange } from '../../mock/stages/serve-request.js';
import { maxBodyBytes } from '../../mock/stages/request-checks.js';
import type { ServerContext } from '../../server/server-context.js';
import { traceFields } from '../../server/telemetry/telemetry.js';
import type { MappedFields } from '../headers/address-mapping.js';
import { withoutFields } from '../headers/end-to-end.js';
import type { Route } from '../target/routes.js';
import { HeldBody } from './held-body.js';
import { PassingBody } from './passing-body.js';

/** A client's request at a proxy, with what the proxy needs to answer it. */
export interface ProxyExchange {
  readonly context: ServerContext;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  /** The fields of the request as they go to the target, names and values in turn. */
  readonly fields: readonly string[];
  readonly body: PassingBody;
  /** The service that gets the request; undefined where there is none. */
  readonly route: Route | undefined;
  /** Learns what of the response leaves for the client. */
  readonly delivery: LiveDelivery;
  /** Gets the copy of the response's body. */
  readonly responseBody: HeldBody;
}

/**
 * The exchange of a request whose body is unread. The keys are the target's, so that the sandbox is that of X-Mock-Sandbox.
 *
 * @param route the service that gets it
 * @param maxHeld of each body, in bytes
 */
export function proxyExchangeOf(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
  route: Route | undefined,
  maxHeld: number,
): ProxyExchange {
  const load = context.loads.of(request.socket);
  const held = new HeldBody(maxHeld, load);
  const received = {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    httpVersion: request.httpVersion,
    isSecure: context.origins.isSecure,
    headers: request.headers,
    body: new BodySoFar(held),
    bodyMs: undefined as number | undefined,
    time: Date.now(),
    elapsed: performance.now(),
  };
  const whole = (): void => {
    received.bodyMs = performance.now() - received.elapsed;
  };
  const exchange = createExchange(context.serving.mock, received, context.origins.own);
  exchange.metStatus = null;
  exchange.identity = inNamedSandbox(withoutSandbox(exchange.identity), request.headers);
  exchange.entered = enterExchange(context, exchange, true);
  const mappedFields = route?.address.request(request, exchange.origin) ?? noFields;
  const { fields, mapped } = context.telemetry
    ? withTrace(mappedFields, context.telemetry.fieldsFor(exchange))
    : mappedFields;
  exchange.mapped = mapped.map((name) => `request ${name}`);
  // Field by field: objects that are spread took 4 µs of each request.
  return {
    context,
    request,
    response,
    exchange,
    fields,
    body: new PassingBody(request, held, whole),
    route,
    delivery: exchange.entered.delivery,
    responseBody: new HeldBody(maxHeld, load),
  };
}

/** An identity whose key names nothing here. */
function withoutSandbox(identity: Identity): Identity {
  const { sandbox, scenario } = identity;
  if (sandbox === publicSandbox && scenario === undefined) return identity;
  return { ...identity, sandbox: publicSandbox, scenario: undefined };
}

/** Fields with those of the trace that the target joins, in the place of the client's. */
function withTrace({ fields, mapped }: MappedFields, ofTrace: readonly string[]): MappedFields {
  const others = withoutFields(fields, ...traceFields);
  return { fields: [...others, ...ofTrace], mapped: [...mapped, 'traceparent'] };
}

const nothing = new Uint8Array(0);
const noFields: MappedFields = { fields: [], mapped: [] };

/**
 * The received part of a request's body. A class, because V8 makes a map of its own for every object literal with a getter, and keeps
 * with it whatever the getter reaches until the next collection of the whole heap.
 */
class BodySoFar implements RequestBody {
  constructor(private readonly held: HeldBody) {}

  get bytes(): Uint8Array {
    return this.held.bytes ?? nothing;
  }

  get tooLarge(): boolean {
    return this.held.size > maxBodyBytes;
  }
}
