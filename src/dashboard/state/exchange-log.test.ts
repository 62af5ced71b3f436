import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExchangeLog, keyOf, upToDate, type LoggedExchange } from './exchange-log.js';

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
  query: '',
  firstByteMs: 1,
  headBytes: 200,
  requestSize: 0,
  responseSize: 10,
  retryAfterSeconds: null,
});
const names = (log: ExchangeLog): string[] => log.entries.value.map(({ sandbox, id }) => `${sandbox}${id}`);

describe('the log of exchanges', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('updates once for all exchanges that arrive together', () => {
    const log = new ExchangeLog();
    let changes = -1;
    log.entries.subscribe(() => (changes += 1));
    for (let id = 1; id <= 100; id += 1) log.add(exchange('a', id));
    expect(changes).toBe(0);
    vi.advanceTimersByTime(100);
    expect([changes, log.entries.value.length]).toEqual([1, 100]);
  });

  it('keeps the newest', () => {
    const log = new ExchangeLog(3);
    for (let id = 1; id <= 50; id += 1) log.add(exchange('a', id));
    vi.advanceTimersByTime(100);
    log.add(exchange('b', 51));
    vi.advanceTimersByTime(100);
    expect(names(log)).toEqual(['a49', 'a50', 'b51']);
  });

  it('loses no exchange that arrives while the journals are read, and shows none twice', () => {
    const log = new ExchangeLog();
    log.add(exchange('old', 1));
    vi.advanceTimersByTime(100);
    log.hold();
    log.add(exchange('a', 2));
    log.add(exchange('a', 4));
    vi.advanceTimersByTime(1000);
    expect(names(log)).toEqual(['old1']);
    log.replace([exchange('b', 3), exchange('a', 1), exchange('a', 2)]);
    expect(names(log)).toEqual(['a1', 'a2', 'b3', 'a4']);
  });

  it('has a new generation once its numbers may be those of others, and not after a lost connection', () => {
    const log = new ExchangeLog();
    log.replace([exchange('a', 1), exchange('a', 2)]);
    const first = log.generation.value;
    log.hold();
    log.replace([exchange('a', 2), exchange('a', 3)]);
    expect(log.generation.value).toBe(first);
    log.replace([{ ...exchange('a', 2), time: exchange('a', 9).time }]);
    const second = log.generation.value;
    expect(second).toBeGreaterThan(first);
    log.forget('a');
    expect(log.generation.value).toBeGreaterThan(second);
  });

  it('keeps the lines of a server that was restarted, and of no other', () => {
    const log = new ExchangeLog(3);
    const gone = () => log.gone.value.map(({ sandbox, id }) => `${sandbox}${id}`);
    log.replace([exchange('a', 1), exchange('a', 2)]);
    log.replace([exchange('a', 7), exchange('b', 8)]);
    expect([names(log), gone()]).toEqual([['a7', 'b8'], []]);
    log.replace([{ ...exchange('a', 1), time: exchange('a', 9).time }]);
    expect([names(log), gone()]).toEqual([['a1'], ['a7', 'b8']]);
    log.replace([]);
    expect([names(log), gone()]).toEqual([[], ['a7', 'b8', 'a1']]);
    expect(new Set(log.gone.value.map(keyOf)).size).toBe(3);
    log.forget('a');
    expect(gone()).toEqual(['b8']);
  });

  it('keeps its list where the journals can not be read, and shows what arrived meanwhile', () => {
    const log = new ExchangeLog();
    log.replace([exchange('a', 1)]);
    log.hold();
    log.add(exchange('a', 2));
    log.release();
    expect([names(log), log.gone.value]).toEqual([['a1', 'a2'], []]);
  });

  it('shows no exchange from before a reset that came while the journals were read', () => {
    const log = new ExchangeLog();
    log.hold();
    log.forget('a');
    log.add(exchange('a', 1));
    log.replace([{ ...exchange('a', 1), status: 500 }, exchange('a', 2), exchange('b', 3)]);
    expect(log.entries.value).toEqual([exchange('a', 1), exchange('b', 3)]);
    log.hold();
    log.replace([exchange('a', 1), exchange('a', 2)]);
    expect(names(log)).toEqual(['a1', 'a2']);
  });

  it('removes the exchanges of a sandbox, or all, pending ones included', () => {
    const log = new ExchangeLog();
    log.replace([exchange('a', 1), exchange('b', 1)]);
    log.add(exchange('a', 2));
    log.forget('a');
    vi.advanceTimersByTime(100);
    expect(names(log)).toEqual(['b1']);
    log.forget(null);
    expect(names(log)).toEqual([]);
  });
});

it('a list that is held has the end of an exchange that was pending, and nothing else that happened', () => {
  const pending = { ...exchange('a', 2), ending: null };
  const held = [exchange('a', 1), pending];
  expect(upToDate(held, [...held, exchange('a', 3)])).toBe(held);
  const ended = { ...pending, ending: 'left' as const };
  const now = [{ ...exchange('a', 1), status: 500 }, ended, exchange('a', 3)];
  expect(upToDate(held, now)).toEqual([held[0], ended]);
});
