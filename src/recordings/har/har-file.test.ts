import { describe, expect, it } from 'vitest';
import {
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import type { Har } from './har.js';
import { HarFile, type HarFileOptions } from './har-file.js';

const noon = Date.parse('2026-01-31T12:00:00Z');

function exchange(number: number, size = 10): RecordedExchange {
  return {
    id: `entry ${number}`,
    startedAt: noon,
    request: {
      method: 'GET',
      target: `http://127.0.0.1/${number}`,
      headers: [],
      body: { bytes: Buffer.alloc(0) },
    },
    response: { status: 200, headers: [], body: { bytes: Buffer.alloc(size, 'x') } },
  };
}

/** A HAR in a folder of its own, on a clock that the test moves. */
function harIn(folder = temporaryFolder(), options: Partial<HarFileOptions> = {}) {
  const clock = { time: noon };
  const file = join(folder, 'traffic.har');
  const open = () => new HarFile(file, { now: () => clock.time, ...options });
  return { folder, file, clock, open, har: open() };
}

/** The numbers of the exchanges in a file, which must be a whole HAR. */
function numbersIn(file: string): number[] {
  const { log } = JSON.parse(readFileSync(file, 'utf8')) as Har;
  return log.entries.map(({ request }) => Number(request.url.slice(request.url.lastIndexOf('/') + 1)));
}

const filesOf = (folder: string) => readdirSync(folder).sort();

describe('a HAR in pieces', () => {
  it('has pieces of at most the given size, and keeps the last ones', async () => {
    const bytes = 4000;
    const { folder, clock, har } = harIn(undefined, { rotation: { bytes, keep: 3 } });
    for (let number = 1; number <= 60; number += 1) {
      clock.time += 1000;
      await har.add(exchange(number));
    }
    await har.close();
    const files = filesOf(folder);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const { size } = statSync(join(folder, file));
      expect(size).toBeLessThanOrEqual(bytes);
      if (file !== 'traffic.har') expect(size).toBeGreaterThan(bytes / 2);
    }
    const numbers = files.flatMap((file) => numbersIn(join(folder, file)));
    expect(numbers).toEqual(Array.from(numbers, (_, index) => 61 - numbers.length + index));
    expect(numbers.length).toBeLessThan(30);
    expect(har.files).toBeGreaterThan(6);
  });

  it('begins another piece with the first exchange after its time, and names the others by their end', async () => {
    const { folder, file, clock, har } = harIn(undefined, { rotation: { ms: 3_600_000, keep: 24 } });
    const arrivals = [0, 3_599_999, 3_600_000, 3_600_001, 9_000_000];
    for (const [index, after] of arrivals.entries()) {
      clock.time = noon + after;
      await har.add(exchange(index + 1));
    }
    await har.close();
    expect(filesOf(folder)).toEqual([
      'traffic-2026-01-31T13-00-00.000Z.har',
      'traffic-2026-01-31T14-30-00.000Z.har',
      'traffic.har',
    ]);
    const pieces = filesOf(folder).map((name) => numbersIn(join(folder, name)));
    expect(pieces).toEqual([[1, 2], [3, 4], [5]]);
    expect(numbersIn(file)).toEqual([5]);
  });

  it('gives an exchange that is larger than a piece one of its own, and pieces of one moment a name each', async () => {
    const { folder, har } = harIn(undefined, { rotation: { bytes: 2000, keep: 9 } });
    for (const [number, size] of [10, 5000, 10].entries()) await har.add(exchange(number, size));
    await har.close();
    expect(filesOf(folder).map((name) => numbersIn(join(folder, name)))).toEqual([[0], [1], [2]]);
  });

  it('keeps what an earlier run left, counts it among the pieces, and touches no other file', async () => {
    const folder = temporaryFolder();
    const others = ['traffic-notes.har', 'other-2026-01-31T11-00-00.000Z.har', 'traffic-2026.txt'];
    for (const other of others) writeFileSync(join(folder, other), other);
    const rotation = { bytes: 1_000_000, keep: 2 };
    const { file, har, open } = harIn(folder, { rotation });
    await har.add(exchange(1));
    await har.close();
    const ends = [noon / 1000, noon / 1000 + 60];
    for (const [index, end] of ends.entries()) {
      utimesSync(file, end, end);
      const next = open();
      await next.add(exchange(index + 2));
      await next.close();
    }
    expect(filesOf(folder)).toEqual(
      [...others, 'traffic-2026-01-31T12-01-00.000Z.har', 'traffic.har'].sort(),
    );
    expect(numbersIn(join(folder, 'traffic-2026-01-31T12-01-00.000Z.har'))).toEqual([2]);
    expect(numbersIn(file)).toEqual([3]);
  });
});

describe('reopen', () => {
  it('begins a file that was moved away anew, and leaves the moved one whole', async () => {
    const { file, har } = harIn();
    await har.add(exchange(1));
    renameSync(file, `${file}.1`);
    await har.add(exchange(2));
    har.reopen();
    await har.add(exchange(3));
    await har.close();
    expect([numbersIn(`${file}.1`), numbersIn(file)]).toEqual([[1, 2], [3]]);
  });

  it('begins a file that was emptied anew', async () => {
    const { file, har } = harIn();
    await har.add(exchange(1));
    truncateSync(file);
    har.reopen();
    await har.add(exchange(2));
    await har.close();
    expect(numbersIn(file)).toEqual([2]);
  });

  it('goes on with a file that nobody moved', async () => {
    const { file, har } = harIn();
    await har.add(exchange(1));
    har.reopen();
    await har.add(exchange(2));
    await har.close();
    expect(numbersIn(file)).toEqual([1, 2]);
  });
});
