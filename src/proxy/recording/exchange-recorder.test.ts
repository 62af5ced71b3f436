import { describe, expect, it } from 'vitest';
import type { ProxyExchange } from '../exchange/proxy-exchange.js';
import type { ProxyJudge } from '../judging/proxy-judge.js';
import { ExchangeRecorder, pausesFor } from './exchange-recorder.js';

describe('pausesFor', () => {
  it('leaves the time to requests, but for a process that has time to spare and exchanges to record', () => {
    const [share, idleShare] = [19, 3];
    expect(pausesFor({ waiting: 0, load: 0.1 })).toBe(share);
    expect(pausesFor({ waiting: 0.5, load: 0.5 })).toBe(share);
    expect(pausesFor({ waiting: 1, load: 1 })).toBe(share);
    expect(pausesFor({ waiting: 0.5, load: 0.1 })).toBe(idleShare);
  });
});

describe('exchanges that come too fast', () => {
  it('are logged where the store is away, and end nothing', async () => {
    const logged: string[] = [];
    const failed = new Promise<void>((resolve) => {
      const context = {
        log: (line: string) => {
          logged.push(line);
          resolve();
        },
        state: { journal: { complete: () => Promise.reject(new Error('the store is away')) } },
      };
      let skipped = 0;
      const judge = { skip: () => (skipped += 1) } as unknown as ProxyJudge;
      const recorder = new ExchangeRecorder(judge, () => true);
      const body = { size: 0, held: 0, beginning: Buffer.alloc(0) };
      const mock = { secrets: { names: { headers: new Set() } } };
      const entered = { id: 1, sandbox: 'a', entry: { request: {}, problems: [] } };
      const exchange = {
        method: 'GET',
        path: '/fast',
        request: { target: '/fast' },
        mapped: [],
        entered,
        mock,
      };
      const proxied = {
        ...{
          context,
          exchange,
          fields: [],
          body: { isWhole: true, held: body },
          responseBody: body,
          delivery: {},
        },
      } as unknown as ProxyExchange;
      for (let sent = 0; skipped === 0; sent += 1) recorder.record(proxied, {});
    });
    await failed;
    expect(logged[0]).toBe('Failed to record GET /fast: Error: the store is away');
  });
});
