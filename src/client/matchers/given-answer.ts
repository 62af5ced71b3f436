import type { ReceivedResponse } from '../../conformance/rules/evaluate-response.js';

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
