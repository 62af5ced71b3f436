import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ExchangeLog, type LoggedExchange } from './exchange-log.js';

const exchange = (sandbox: string, id: number): LoggedExchange => ({
  sandbox,
  id,
  time: new Date(id * 1000).toISOString(),
  method: 'GET',
  path: '/categories',
  operation: 'listCategories',
  status: 200,
  durationMs: 1,
  scenario: [],
  channel: null,
  fault: null,
  problems: 0,
  ending: 'complete',
  answeredBy: 'operation',
  headBytes: 200,
  requestSize: 0,
  responseSize: 10,
  retryAfterSeconds: null,
});
const names = (log: ExchangeLog): string[] => log.entries.value.map(({ sandbox, id }) => `${sandbox}${id}`);

describe('the log of exchanges', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('updates once for all exchanges that arrive together', () => {
    const log = new ExchangeLog();
    let changes = -1;
    log.entries.subscribe(() => (changes += 1));
    for (let id = 1; id <= 100; id += 1) log.add(exchange('a', id));
    expect(changes).toBe(0);
    jest.advanceTimersByTime(100);
    expect([changes, log.entries.value.length]).toEqual([1, 100]);
  });

  it('keeps the newest', () => {
    const log = new ExchangeLog(3);
    for (let id = 1; id <= 50; id += 1) log.add(exchange('a', id));
    jest.advanceTimersByTime(100);
    log.add(exchange('b', 51));
    jest.advanceTimersByTime(100);
    expect(names(log)).toEqual(['a49', 'a50', 'b51']);
  });

  it('loses no exchange that arrives while the journals are read, and shows none twice', () => {
    const log = new ExchangeLog();
    log.add(exchange('old', 1));
    jest.advanceTimersByTime(100);
    log.hold();
    log.add(exchange('a', 2));
    log.add(exchange('a', 4));
    jest.advanceTimersByTime(1000);
    expect(names(log)).toEqual(['old1']);
    log.replace([exchange('b', 3), exchange('a', 1), exchange('a', 2)]);
    expect(names(log)).toEqual(['a1', 'a2', 'b3', 'a4']);
  });

  it('removes the exchanges of a sandbox, or all, pending ones included', () => {
    const log = new ExchangeLog();
    log.replace([exchange('a', 1), exchange('b', 1)]);
    log.add(exchange('a', 2));
    log.forget('a');
    jest.advanceTimersByTime(100);
    expect(names(log)).toEqual(['b1']);
    log.forget(null);
    expect(names(log)).toEqual([]);
  });
});
