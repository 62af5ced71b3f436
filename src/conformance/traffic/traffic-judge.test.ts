import { beforeAll, describe, expect, it } from 'vitest';
import { seededSample } from '../../../kill-matrix/matrix/sample.js';
import { startReferenceServer } from '../../../kill-matrix/reference-server/reference-server.js';
import { SHIPMENT } from '../../../kill-matrix/variations/requests.js';
import { loadVariants } from '../../../kill-matrix/variations/load-variations.js';
import type { Contract } from '../../contract/contract.js';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import type { Failure, SummaryEvent } from '../events.js';
import { loadRules } from '../rules/load-rules.js';
import type { LoadedRule } from '../rules/rule.js';
import { exchangeWith, ordinaryRequests } from '../testing/ordinary-traffic.js';
import { noBody } from './traffic-exchange.js';
import type { TrafficExchange, TrafficRequestMessage, TrafficResponseMessage } from './traffic-exchange.js';
import { createTrafficJudge, type TrafficJudge } from './traffic-judge.js';

let contract: Contract;
let rules: LoadedRule[];

beforeAll(async () => {
  [contract, rules] = [await loadShippingContract(), await loadRules()];
});

const judgeOf = (failOn: 'MUST' | 'SHOULD' = 'MUST'): TrafficJudge =>
  createTrafficJudge({
    contract,
    rules,
    failOn,
    target: 'https://api.example/api/v1/developer',
    now: () => Date.UTC(2026, 0, 1),
  });

const key = ['Authorization', 'Bearer sk_live_abcdefgh12345678'] as const;
const json = ['Content-Type', 'application/json'] as const;

const listing: TrafficRequestMessage = {
  method: 'GET',
  target: '/api/v1/developer/categories',
  headers: [key],
  body: noBody,
};

const rating = (body: unknown): TrafficRequestMessage => ({
  method: 'POST',
  target: 'https://api.example/api/v1/developer/get-shipping-rates',
  headers: [key, json],
  body: { bytes: Buffer.from(JSON.stringify(body)) },
});

/** An envelope as the service sends it. */
const envelope = (status: number, changes: object = {}): TrafficResponseMessage => ({
  status,
  headers: [json, ['Date', 'Thu, 01 Jan 2026 00:00:00 GMT']],
  body: {
    bytes: Buffer.from(
      JSON.stringify({
        ...{ status: status < 400, message: 'Text about the key', data: [], response_code: String(status) },
        errors: status < 400 ? [] : ['weight is wrong'],
        ...changes,
      }),
    ),
  },
});

const exchange = (
  request: TrafficRequestMessage,
  response: TrafficExchange['response'],
  more: Partial<TrafficExchange> = {},
): TrafficExchange => ({ id: 'entry 1', request, response, ...more });

/** The rules that one exchange breaks: `response envelope/data FAIL`. */
async function found(one: TrafficExchange, judge = judgeOf()): Promise<string[]> {
  const { findings } = await judge.judge(one);
  return findings.map(({ about, rule, verdict }) => `${about} ${rule} ${verdict}`);
}

describe('the judge of ordinary traffic', () => {
  it('fails no server that keeps the specification, whatever its clients send', async () => {
    const variants = await loadVariants();
    const chosen = seededSample(
      variants.map(({ id }) => id),
      0.02,
      1,
    );
    const blamed: unknown[] = [];
    for (const variation of [undefined, ...variants.filter(({ id }) => chosen.has(id))]) {
      const server = await startReferenceServer({ variation });
      const judge = createTrafficJudge({ contract, rules, target: server.url });
      for (const [index, step] of ordinaryRequests.entries()) {
        const sent = await exchangeWith(server.url, step, `request ${index}`);
        const { findings } = await judge.judge(sent);
        blamed.push(
          ...findings.filter(({ verdict }) => verdict === 'FAIL').map((one) => [variation?.id, index, one]),
        );
      }
      await server.close();
    }
    expect(blamed).toEqual([]);
  });

  it('reports the broken rules of a response, each with a JSON pointer', async () => {
    const { findings } = await judgeOf().judge(
      exchange(listing, envelope(200, { data: [{ id: 'x', name: 'A' }] })),
    );
    expect(findings).toContainEqual({
      about: 'response',
      rule: 'categories/fields',
      title: 'A category has its fields, in their types.',
      level: 'MUST',
      verdict: 'FAIL',
      actual: 'data[0].id must be an integer, got "x"',
      pointer: '/data/0/id',
    });
  });

  it('accepts the rejection of an invalid request, and reports the request as a warning', async () => {
    const { weight: _, ...wrong } = SHIPMENT;
    expect(await found(exchange(rating(wrong), envelope(400)))).toEqual([
      'request traffic/valid-request WARN',
    ]);
  });

  it('reports a rejection by a status that the service does not have, and accepts those of HTTP itself', async () => {
    const { weight: _, ...wrong } = SHIPMENT;
    expect(await found(exchange(rating(wrong), envelope(422)))).toEqual([
      'response requests/missing-field FAIL',
    ]);
    expect(await found(exchange(rating(wrong), envelope(415)))).toEqual([
      'request traffic/valid-request WARN',
    ]);
  });

  it('reports once a success for a request that the specification states as wrong', async () => {
    const { weight: _, ...wrong } = SHIPMENT;
    expect(await found(exchange(rating(wrong), envelope(200)))).toEqual([
      'response requests/missing-field FAIL',
    ]);
    expect(await found(exchange(rating({ ...SHIPMENT, weight: '3' }), envelope(200)))).toEqual([
      'response requests/wrong-type FAIL',
    ]);
    const text = { ...rating(SHIPMENT), body: { bytes: Buffer.from('{"weight":') } };
    expect(await found(exchange(text, envelope(200)))).toEqual(['response requests/not-json FAIL']);
  });

  it('accepts a success where only the document assumes that the request is wrong', async () => {
    const assumed = rating({ ...SHIPMENT, weight_unit: 'STONES' });
    expect(await found(exchange(assumed, envelope(200)))).toEqual(['request traffic/valid-request WARN']);
  });

  it('reports a success without a key, unless credentials may have been removed from the recording', async () => {
    const bare = { ...listing, headers: [] };
    expect(await found(exchange(bare, envelope(200)))).toEqual(['response auth/missing-key FAIL']);
    expect(await found(exchange(bare, envelope(200), { credentialsRemoved: true }))).toEqual([]);
  });

  it('reports a documented operation that the server does not have', async () => {
    expect(await found(exchange(listing, envelope(404)))).toEqual([
      'response requests/documented-examples FAIL',
    ]);
  });

  it('distinguishes an unknown path, a wrong method and another base path', async () => {
    const judge = judgeOf();
    const at = async (method: string, target: string): Promise<string> =>
      (await judge.judge(exchange({ ...listing, method, target }, envelope(200)))).kind;
    expect(await at('GET', '/api/v1/developer/category')).toBe('unknown path');
    expect(await at('PUT', '/api/v1/developer/categories')).toBe('wrong method');
    expect(await at('HEAD', '/categories?page=2')).toBe('operation');
    const narrow = createTrafficJudge({ contract, rules, target: 'x', basePaths: ['/v2'] });
    expect((await narrow.judge(exchange(listing, envelope(200)))).kind).toBe('elsewhere');
  });

  it('judges status and headers where the body was not recorded', async () => {
    const response = { ...envelope(500), body: { notHeld: 'the body was not recorded' } };
    const { findings, notJudged } = await judgeOf().judge(exchange(listing, response));
    expect(findings.map(({ rule }) => rule)).toEqual(['responses/no-server-error']);
    expect(notJudged).toBe('the body was not recorded');
  });

  it('reads a compressed body, and reports one whose Content-Encoding is wrong', async () => {
    const response = envelope(200);
    const gzip = ['Content-Encoding', 'gzip'] as const;
    expect(await found(exchange(listing, { ...response, headers: [...response.headers, gzip] }))).toContain(
      'response http/complete-message FAIL',
    );
  });

  it('reports a missing response only where the server caused it', async () => {
    expect(await found(exchange(listing, { fault: 'the connection was reset' }))).toEqual([
      'response http/answers FAIL',
    ]);
    expect(await found(exchange(listing, { fault: undefined }))).toEqual([]);
  });
});

describe('the events of judged traffic', () => {
  async function reported(exchanges: readonly TrafficExchange[], shortfalls: string[] = []) {
    const judge = judgeOf();
    for (const one of exchanges) await judge.judge(one);
    const events = [...judge.events({ shortfalls })];
    const failures = events.flatMap((event): Failure[] => (event.type === 'failure' ? [event.failure] : []));
    return { events, failures, summary: events.at(-1) as SummaryEvent };
  }

  it('group breaches of one cause, and list the places where they were seen', async () => {
    const broken = exchange(listing, envelope(200, { data: null }));
    const { failures, summary } = await reported([
      broken,
      { ...broken, id: 'entry 2' },
      exchange(rating(SHIPMENT), envelope(200, { data: null }), { id: 'entry 3' }),
    ]);
    expect(failures.map(({ rule, seen }) => [rule.id, seen.cases, seen.operations])).toEqual([
      ['envelope/data', 3, ['listCategories', 'getShippingRates']],
    ]);
    expect(summary).toMatchObject({ exitCode: 1, verdict: 'does not conform', exchanges: 3, requests: 0 });
  });

  it('show no credential of the traffic', async () => {
    const response = envelope(200, {
      data: null,
      message: `hello ${key[1].slice(7)}`,
      token: 'tok-123456789',
    });
    const { events } = await reported([
      exchange({ ...listing, target: `${listing.target}?api_key=q-secret-12345` }, response),
    ]);
    const text = JSON.stringify(events);
    for (const secret of [key[1].slice(7), 'tok-123456789', 'q-secret-12345'])
      expect(text).not.toContain(secret);
    expect(text).toContain('$DRYDOCK_KEY');
  });

  it('end with exit code 3 where no operation was called, or less of the document than required', async () => {
    const elsewhere = exchange({ ...listing, target: '/api/v1/developer/x' }, envelope(200));
    expect((await reported([elsewhere])).summary).toMatchObject({ exitCode: 3 });
    const fine = exchange(listing, envelope(200));
    expect((await reported([fine])).summary).toMatchObject({ exitCode: 0, couldNotJudge: null });
    expect((await reported([fine], ['Too little.'])).summary).toMatchObject({
      exitCode: 3,
      couldNotJudge: 'Too little.',
    });
  });

  it('fail for a broken SHOULD rule with failOn SHOULD', async () => {
    const dateless = { ...envelope(200), headers: [json] };
    expect(await found(exchange(listing, dateless))).toEqual(['response http/date WARN']);
    expect(await found(exchange(listing, dateless), judgeOf('SHOULD'))).toEqual(['response http/date FAIL']);
  });
});
