import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../../mock/exchange/exchange.js';
import { publicSandbox } from '../../mock/identity/identity.js';
import { inNamedSandbox } from '../../mock/identity/identity-reader.js';
import { createExchange } from '../../mock/stages/serve-request.js';
import { maxBodyBytes } from '../../mock/stages/request-checks.js';
import type { ServerContext } from '../../server/server-context.js';
import { fieldsForTarget } from '../headers/request-fields.js';
import { HeldBody } from './held-body.js';
import { PassingBody } from './passing-body.js';

/** A client's request at a proxy, with what the proxy needs to answer it. */
export interface Visit {
  readonly context: ServerContext;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  /** The fields of the request as they go to the target, names and values in turn. */
  readonly fields: readonly string[];
  readonly body: PassingBody;
  /** A copy of another body of the same exchange. */
  readonly hold: () => HeldBody;
  /** Gives back the memory that the copies took. */
  readonly release: () => void;
}

/**
 * The visit of a request whose body is unread. The keys are the target's, so that the sandbox is that of X-Mock-Sandbox.
 *
 * @param host of the target
 * @param maxHeld of each body, in bytes
 */
export function visitOf(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
  host: string,
  maxHeld: number,
): Visit {
  const load = context.loads.of(request.socket);
  const holders: object[] = [];
  const hold = (): HeldBody => {
    const holder = {};
    return new HeldBody(maxHeld, (bytes) => {
      if (!holders.includes(holder)) holders.push(holder);
      return load.tryHold(holder, bytes);
    });
  };
  // Functions of this visit know the copy alone: an exchange that waits to be recorded must not keep its connections.
  const held = hold();
  const received = {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    httpVersion: request.httpVersion,
    headers: request.headers,
    body: {
      get bytes(): Uint8Array {
        return held.bytes ?? nothing;
      },
      get tooLarge(): boolean {
        return held.size > maxBodyBytes;
      },
    },
    time: Date.now(),
    elapsed: performance.now(),
  };
  const exchange = createExchange(context.serving.mock, received, context.origins.own);
  const anybody = { ...exchange.identity, sandbox: publicSandbox, scenario: undefined };
  return {
    ...{ context, request, response, hold },
    fields: fieldsForTarget(request, host),
    body: new PassingBody(request, held),
    exchange: { ...exchange, identity: inNamedSandbox(anybody, request.headers) },
    release: () => {
      for (const holder of holders) load.release(holder);
    },
  };
}

const nothing = new Uint8Array(0);
