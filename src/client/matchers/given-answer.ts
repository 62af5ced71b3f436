import type { ReceivedResponse } from '../../conformance/rules/evaluate-response.js';
import type { Contract } from '../../contract/contract.js';
import { credentialsIn } from '../../secrets/credentials-in.js';
import { Redactor } from '../../secrets/redactor.js';

/** The parts that answers of supertest (`text`, `body`), axios (`data`) and fetch (`text()`) have. */
interface Received {
  status?: unknown;
  headers?: unknown;
  text?: unknown;
  body?: unknown;
  data?: unknown;
  clone?: () => { text(): Promise<string> };
}

/**
 * Reads an answer of fetch, supertest or axios.
 *
 * @throws Error when it is none of them
 */
export async function readGivenAnswer(received: unknown): Promise<ReceivedResponse> {
  const answer = (typeof received === 'object' && received !== null ? received : {}) as Received;
  if (typeof answer.status !== 'number')
    throw new Error(
      'toMatchContract: expected an answer of fetch, supertest or axios, with a numeric status.',
    );
  return {
    status: answer.status,
    headers: headersOf(answer.headers),
    body: Buffer.from(await textOf(answer)),
  };
}

async function textOf(answer: Received): Promise<string> {
  if (typeof answer.text === 'string') return answer.text;
  // A clone, so that the test can still read the body itself.
  if (typeof answer.clone === 'function') return answer.clone().text();
  const value = answer.data ?? answer.body;
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

function headersOf(headers: unknown): [string, string][] {
  if (headers instanceof Headers) return [...headers];
  if (typeof headers !== 'object' || headers === null) return [];
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
}

/** The request headers, as responses of axios (`config`) and supertest (`request`) keep them. */
interface Sent {
  config?: { headers?: object };
  request?: { header?: object };
}

/** Names of headers whose values a failed test must not print. */
const carriesSecret = /auth|cookie|key|token|secret|credential/i;

/**
 * Removes from a failed test's message the keys of the environment (`DRYDOCK_KEY` and its like), and the credentials of the
 * request where the answer knows its request.
 */
export function redactorFor(received: unknown, { document }: Contract): Redactor {
  const { config, request } = (typeof received === 'object' && received !== null ? received : {}) as Sent;
  const sent = Object.entries({ ...request?.header, ...config?.headers })
    .filter(([name]) => carriesSecret.test(name))
    .flatMap(([name, value]) => credentialsIn(name, String(value)));
  const { DRYDOCK_KEY = '', DRYDOCK_EXPIRED_KEY = '', DRYDOCK_LIMITED_KEY = '' } = process.env;
  const published = JSON.stringify(document).toLowerCase();
  return new Redactor([DRYDOCK_KEY, DRYDOCK_EXPIRED_KEY, DRYDOCK_LIMITED_KEY, ...sent], (text) =>
    published.includes(text),
  );
}
