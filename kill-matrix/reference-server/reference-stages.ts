/** The correct behaviour, from the service specification alone: sections in the comments. */
import { orderBook } from './orders.js';
import { ratesFor } from './catalogue.js';
import { BASE_PATH } from './read-call.js';
import type { Settings } from './settings.js';
import { enveloped, type Answer, type Call, type Fields, type Stages, type Wire } from './stages.js';
import { orderRequestProblems, rateRequestProblems } from './validation.js';

/** Section 5: a missing, unknown or expired key is 401 (RFC 9110 15.5.2: with a challenge), too few permissions are 403. */
function authenticator({ keys }: Settings): Stages['authenticate'] {
  return (call) => {
    const key = /^Bearer (.+)$/.exec(String(call.headers.authorization ?? ''))?.[1];
    if (key === keys.valid) return undefined;
    if (key === keys.limited) {
      if (call.operation === 'listCategories') return undefined;
      return enveloped(403, 'Insufficient permissions', [], ['This key may only list categories']);
    }
    const why = key === keys.expired ? 'the API key has expired' : 'the API key is missing or unknown';
    const refusal = enveloped(401, 'Invalid API key', [], [`Authentication failed: ${why}`]);
    return { ...refusal, headers: { 'WWW-Authenticate': 'Bearer' } };
  };
}

/**
 * Section 7 rule 3: the message of a 429 says when to retry. Requests alone spend the quota, so that it is met on a slow
 * machine too; it is whole again when the wait that the first refusal named is over.
 */
function limiter({ quota, now }: Settings): Stages['limit'] {
  let used = 0;
  let whole = Infinity;
  return () => {
    if (!quota) return undefined;
    if (now() >= whole) [used, whole] = [0, Infinity];
    if (++used <= quota.limit) return undefined;
    if (whole === Infinity) whole = now() + quota.waitMs;
    const seconds = Math.max(1, Math.ceil((whole - now()) / 1000));
    const message = `Rate limit exceeded. Retry after ${seconds} seconds`;
    const answer = enveloped(429, message, [], [`Too many requests: retry after ${seconds} seconds`]);
    return { ...answer, headers: { 'Retry-After': String(seconds) } };
  };
}

function operator(settings: Settings): Stages['operate'] {
  const orders = orderBook(settings.now);
  return (call) => {
    if (call.operation === 'listCategories') return enveloped(200, 'Categories', [...settings.categories]);
    if (call.operation === 'getOrder') return orders.find(call.path.slice('/orders/'.length));
    if (call.operation === 'createOrder') return orders.create(Object(call.body) as Fields);
    const weight = Number((Object(call.body) as Fields).weight) || 1;
    const rates = ratesFor(weight, `req-${call.number}`);
    orders.quote(rates);
    return enveloped(200, 'Shipping rates', rates);
  };
}

function notServed(call: Call): Answer {
  if (call.allowed.length === 0) {
    return enveloped(404, 'Not found', [], [`Nothing is at this path; operations are below ${BASE_PATH}`]);
  }
  const answer = enveloped(405, 'Method not allowed', [], [`Use ${call.allowed.join(', ')} here`]);
  return { ...answer, headers: { Allow: call.allowed.join(', ') } };
}

function validator({ assumedValues }: Settings): Stages['validate'] {
  return ({ operation, body }) => {
    if (operation === 'getShippingRates') return rateRequestProblems(body, assumedValues);
    return operation === 'createOrder' ? orderRequestProblems(body) : [];
  };
}

/** The stages of a server that keeps the contract. */
export function referenceStages(settings: Settings): Stages {
  const stages: Stages = {
    decide(call) {
      // RFC 9112 3.2
      if (call.headerNames.filter((name) => name.toLowerCase() === 'host').length > 1)
        return enveloped(400, 'Invalid request', [], ['There must be one Host header']);
      const refusal = stages.authenticate(call) ?? stages.limit(call);
      if (refusal) return refusal;
      if (!call.operation) return notServed(call);
      const problems = stages.validate(call);
      return problems.length > 0 ? stages.refuse(problems, call) : stages.operate(call);
    },
    authenticate: authenticator(settings),
    limit: limiter(settings),
    validate: validator(settings),
    refuse: (problems) =>
      enveloped(
        400,
        'Invalid request',
        [],
        problems.map(({ text }) => text),
      ),
    operate: operator(settings),
    encode(answer) {
      const bytes = Buffer.from(answer.raw ?? JSON.stringify(answer.body));
      const headers = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) };
      return { status: answer.status, headers: { ...headers, ...answer.headers }, bytes };
    },
    send: (wire, response, { version }) =>
      void response.writeHead(wire.status, headersFor(version, wire)).end(wire.bytes),
  };
  return stages;
}

/** HTTP/1.0 has no chunks (RFC 9112 6.1): there a body has its length. */
function headersFor(version: string, { headers, bytes }: Wire): Wire['headers'] {
  if (version !== '1.0') return headers;
  const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'transfer-encoding');
  const counted = kept.some(([name]) => name.toLowerCase() === 'content-length');
  return { ...Object.fromEntries(kept), ...(counted ? {} : { 'Content-Length': String(bytes.length) }) };
}
