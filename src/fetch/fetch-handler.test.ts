import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { rateExamples } from '../testing/rate-requests.js';
import { shippedFaults } from '../testing/scenarios/shipped-faults.js';
import { createFetchHandler, type CompiledDocument, type FetchOptions } from './index.js';
import { realTimers } from './exchange/timers.js';

const handler = createFetchHandler();
const categories = `${handler.url}/categories`;

/** The outcome of a call: the status and text, or the name of the error and where it came. */
async function outcome(call: Promise<Response>): Promise<string> {
  try {
    const response = await call;
    const text = await response.text().catch((error: unknown) => `body: ${(error as Error).name}`);
    return `${response.status} ${text.slice(0, 20)}`;
  } catch (error) {
    return (error as Error).name;
  }
}

describe('a fetch handler', () => {
  it('takes what fetch takes: a Request, an address, a text with options', async () => {
    const { key } = handler.sandbox();
    const headers = { Authorization: `Bearer ${key}` };
    const calls = [
      handler(new Request(categories, { headers })),
      handler(new URL(categories), { headers }),
      handler(categories, { headers }),
      handler('https://elsewhere.example/categories', { headers }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('uses the origin of the request in the URLs of logos, https too, and serves them', async () => {
    const response = await handler('https://shop.example/get-shipping-rates', {
      method: 'POST',
      headers: { ...handler.sandbox().headers(), 'Content-Type': 'application/json' },
      body: JSON.stringify(rateExamples.domestic_commercial),
    });
    const { data } = (await response.json()) as { data: { logo: string }[] };
    expect(data[0]?.logo).toMatch(/^https:\/\/shop\.example\/__drydock\/logos\//);
    const logo = await handler(data[0]?.logo ?? '');
    expect([logo.status, (await logo.text()).slice(0, 4)]).toEqual([200, '<svg']);
    expect((await handler('https://shop.example/__drydock/health')).status).toBe(404);
  });

  it('has sandboxes as a running mock has them', async () => {
    const flaky = await handler.sandbox().scenario('flaky');
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1)
      statuses.push((await handler(categories, { headers: flaky.headers() })).status);
    expect(statuses).toEqual([500, 500, 200]);
    expect((await flaky.requests({ status: '5XX' })).map(({ id }) => id)).toEqual([1, 2]);
    await flaky.expectVerified({ requests: [{ operation: 'listCategories', status: 200, times: 1 }] });
    await expect(flaky.expectVerified({ requests: [{ status: 404 }] })).rejects.toThrow(
      'was not asked as expected',
    );
    expect((await flaky.coverage()).totals.operations).toMatchObject({ seen: 1 });
    // @ts-expect-error: there is no such scenario.
    await expect(flaky.scenario('flakey')).rejects.toThrow('did you mean flaky');
    await expect(flaky.issueKey({ name: 'mine' })).rejects.toThrow('start one by drydock.start()');
  });

  it('applies scenarios to everyone or to one sandbox, by name or definition', async () => {
    const own = createFetchHandler();
    const status = async (name: string) =>
      (await own(`${own.url}/categories`, { headers: own.sandbox(name).headers() })).status;
    await own.use('status-403');
    expect([await status('a'), await status('b')]).toEqual([403, 403]);
    await own.use({ answer: { status: 404 }, breaksContract: true }, { sandbox: 'a' });
    await own.use('normal', { sandbox: 'b' });
    expect([await status('a'), await status('b')]).toEqual([404, 200]);
    expect(await own.requests({ sandbox: 'a' })).toHaveLength(2);
    await expect(own.requests()).rejects.toThrow(
      'Several sandboxes have been used (a, b): say which one is meant',
    );
    await own.reset();
    expect(await status('a')).toBe(200);
    expect((await own.verify({ requests: [{ status: 200 }] })).verified).toBe(true);
    await expect(own.use({ answer: { status: 299 } }, { sandbox: 'a' })).rejects.toThrow(
      'answer has status 299',
    );
  });

  it('keeps scenarios of the options beside the shipped ones', async () => {
    const own = createFetchHandler({
      scenarios: {
        teapot: { answer: { status: 418, text: 'tea', contentType: 'text/plain' }, breaksContract: true },
      },
      scenario: 'teapot',
    });
    expect((await own(`${own.url}/categories`)).status).toBe(418);
    const names = (await own.control.scenarios()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['teapot', 'flaky', 'status-404']));
  });

  it('spends a quota of its own', async () => {
    const own = createFetchHandler({ quota: { limit: 1, windowSeconds: 600 } });
    const ask = () => own(`${own.url}/categories`, { headers: own.sandbox('a').headers() });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([200, 429]);
    expect(second.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

let waitsForEver = (): void => undefined;
/** Waits only for what waits for ever. */
const impatient = createFetchHandler({
  timers: {
    wait: (ms, signal) => {
      if (ms < 10_000) return Promise.resolve();
      waitsForEver();
      return realTimers.wait(ms, signal);
    },
  },
});

describe('a fault of the connection', () => {
  it.each(Object.entries(shippedFaults))('%s is what fetch shows of it', async (name, { fetchHandler }) => {
    const { url, headers, requests } = await handlerWith(name);
    const patience = new AbortController();
    waitsForEver = () => setTimeout(() => patience.abort(new DOMException('Too late.', 'TimeoutError')));
    expect(await outcome(impatient(url, { headers, signal: patience.signal }))).toBe(
      fetchHandler ?? '200 {"status":true,"mess',
    );
    expect((await requests())[0]).toMatchObject({ scenario: { names: [name] } });
  });

  it('leaves the response to HEAD whole', async () => {
    const { url, headers } = await handlerWith('truncated');
    expect(await outcome(impatient(url, { method: 'HEAD', headers }))).toBe('200 ');
  });
});

async function handlerWith(scenario: string) {
  const sandbox = impatient.sandbox();
  await sandbox.scenario(scenario);
  return { url: categories, headers: sandbox.headers(), requests: () => sandbox.requests() };
}

describe('time', () => {
  it('is that of the given timers', async () => {
    const waits: number[] = [];
    const own = createFetchHandler({
      timers: {
        now: () => Date.UTC(2030, 0, 1),
        wait: (ms) => {
          waits.push(ms);
          return Promise.resolve();
        },
      },
    });
    const headers = own.sandbox('a').headers('very-slow');
    expect((await own(`${own.url}/categories`, { headers })).status).toBe(200);
    expect(waits).toEqual([30_000]);
    expect((await own.requests())[0]?.time).toBe('2030-01-01T00:00:00.000Z');
  });

  it('is not waited for once the signal is aborted, before, during a delay, or in a body', async () => {
    const aborted = AbortSignal.abort(new Error('gone'));
    await expect(handler(categories, { signal: aborted })).rejects.toThrow('gone');
    const during = new AbortController();
    const waiting = handler(categories, {
      headers: handler.sandbox().headers('very-slow'),
      signal: during.signal,
    });
    setTimeout(() => during.abort(new Error('enough')), 5);
    await expect(waiting).rejects.toThrow('enough');
  });

  it('is not waited for once the signal of a request is aborted that nobody holds but the handler', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const during = new AbortController();
    const headers = handler.sandbox().headers('very-slow');
    const waiting = handler(new Request(categories, { headers, signal: during.signal }));
    setTimeout(() => {
      collectGarbage();
      during.abort(new Error('enough'));
    }, 5);
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('options', () => {
  it.each<[string, FetchOptions, string]>([
    [
      'an OpenAPI document',
      { document: { openapi: '3.1.0' } as unknown as CompiledDocument },
      'an OpenAPI document itself',
    ],
    ['a path', { document: 'openapi.yaml' as unknown as CompiledDocument }, 'run "drydock compile FILE'],
    [
      'another format',
      { document: { drydock: 9 } as unknown as CompiledDocument },
      'which another version of Drydock wrote',
    ],
    ['an unknown scenario', { scenario: 'flakey' }, 'did you mean flaky'],
    [
      'a wrong scenario',
      { scenarios: { odd: { answer: { status: 299 } } } },
      "The option scenarios.odd can't be used: answer has status 299",
    ],
  ])('%s as an option is refused by a sentence', async (_, options, sentence) => {
    const own = createFetchHandler(options);
    await expect(own(`${own.url}/categories`)).rejects.toMatchObject({
      name: 'OptionError',
      message: expect.stringContaining(sentence) as unknown,
    });
  });

  it.each<[object, string]>([
    [{ prot: 1 }, 'Unknown option prot.'],
    [{ timers: { elasped: () => 1 } }, 'Unknown option timers.elasped. Did you mean timers.elapsed?'],
    [{ port: 4010 }, 'Unknown option port.'],
    [{ seed: -1 }, 'The option seed must be a whole number from 0 to 4294967295, got -1.'],
    [{ quota: '5' }, 'The option quota must be requests per seconds such as 1000/60s, or off, got "5".'],
  ])('are checked as those of a running mock: %j', (options, sentence) => {
    expect(() => createFetchHandler(options)).toThrow(sentence);
  });
});
