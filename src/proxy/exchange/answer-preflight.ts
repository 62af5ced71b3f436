import type { IncomingMessage, ServerResponse } from 'node:http';
import { preflightHeaders } from '../../mock/exchange/cors.js';
import { endToEnd, fieldOf, withoutFields } from '../headers/end-to-end.js';
import { requestedNames } from '../headers/request-fields.js';
import type { Route } from '../target/routes.js';

/**
 * Answers a preflight that names fields which speak to Drydock. The target is asked for the rest of it, and its answer allows those
 * fields too; where it allows nothing the answer is the proxy's own.
 */
export async function answerPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  route: Route,
): Promise<void> {
  const { cors } = route;
  request.resume();
  const { origin } = request.headers;
  const allowed = cors.decidesFor(origin) ? undefined : await allowedByTarget(request, response, route);
  if (response.destroyed) return;
  const fields = allowed ? withOwnFields(allowed, request) : cors.preflightFields(request.headers);
  response.writeHead(204, fields).end();
}

/** The fields of the target's answer; undefined where it allows the page nothing, or does not answer. */
async function allowedByTarget(
  request: IncomingMessage,
  response: ServerResponse,
  route: Route,
): Promise<string[] | undefined> {
  const answer = await answerOf(request, response, route);
  if (!answer) return undefined;
  const { origin = '' } = request.headers;
  const fields = endToEnd(answer.rawHeaders);
  const { statusCode: status = 0 } = answer;
  route.cors.learn(origin, fields, true);
  const forOrigin = fieldOf(fields, 'access-control-allow-origin');
  const isAllowed = status >= 200 && status < 300 && (forOrigin === origin || forOrigin === '*');
  return isAllowed ? fields : undefined;
}

/** Resolves with undefined where none comes. */
function answerOf(
  request: IncomingMessage,
  response: ServerResponse,
  { target, address }: Route,
): Promise<IncomingMessage | undefined> {
  return new Promise((resolve) => {
    try {
      const fields = address.request(request, '').fields;
      const upstream = target.request('OPTIONS', request.url ?? '/', fields, false);
      upstream.setTimeout(target.timeoutMs, () => upstream.destroy());
      upstream.once('response', (answer) => {
        answer.resume();
        resolve(answer);
      });
      upstream.on('error', () => resolve(undefined));
      upstream.once('close', () => resolve(undefined));
      response.once('close', () => upstream.destroy());
      upstream.end();
    } catch {
      resolve(undefined);
    }
  });
}

/** The fields of the target's answer with the page's own request for fields granted. */
function withOwnFields(fields: readonly string[], { headers }: IncomingMessage): string[] {
  const name = 'Access-Control-Allow-Headers';
  const own = preflightHeaders(headers);
  const listed = fieldOf(fields, name.toLowerCase());
  const allowed = [listed, requestedNames(headers).own.join(', ')];
  const described = withoutFields(fields, 'content-length', 'content-type', name.toLowerCase());
  const network = 'Access-Control-Allow-Private-Network';
  return [
    ...described,
    name,
    allowed.filter((names) => names !== undefined && names !== '').join(', '),
    ...(own[network] === undefined || fieldOf(fields, network.toLowerCase()) !== undefined
      ? []
      : [network, own[network]]),
  ];
}
