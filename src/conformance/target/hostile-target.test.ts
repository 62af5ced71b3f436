import { describe, expect, it } from 'vitest';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { head, outcomeOf } from '../testing/client-of.js';
import type { NoResponse } from './exchange.js';

const bomb = gzipSync(Buffer.alloc(3 * 1024 * 1024));

describe('TargetClient, against a target that', () => {
  it.each([
    [
      'sends less than Content-Length promises',
      `${head}Content-Length: 50\r\n\r\n{"a"`,
      true,
      'of the 50 that Content-Length promises',
    ],
    [
      'leaves out the last chunk',
      `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
      true,
      'before the last chunk',
    ],
    [
      'claims gzip and sends text',
      `${head}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`,
      false,
      'the body is not gzip',
    ],
    [
      'uses an unknown Content-Encoding',
      `${head}Content-Encoding: zstd9\r\nContent-Length: 2\r\n\r\n{}`,
      false,
      'was not asked for',
    ],
    [
      'gives a 204 a body',
      'HTTP/1.1 204 No Content\r\n\r\n{}',
      false,
      '2 bytes follow a response that can have no body',
    ],
  ])('%s', async (_, text, closes, problem) => {
    const outcome = await outcomeOf((socket) => (closes ? socket.end(text) : socket.write(text)));
    expect(outcome.kind === 'response' ? outcome.wireProblems.join() : outcome.reason).toContain(problem);
  });

  it('sends more than Content-Length promises', async () => {
    const outcome = await outcomeOf((socket) => socket.write(`${head}Content-Length: 2\r\n\r\n{}{"more":1}`));
    const problem = outcome.kind === 'response' ? outcome.wireProblems.join() : outcome.reason;
    expect(problem).toMatch(/where Content-Length says 2|not valid HTTP/);
  });

  it.each([
    ['speaks another protocol', '220 smtp ready\r\n', /not valid HTTP/],
    ['closes at once', '', /closed without a response/],
    [
      'sends endless headers',
      `HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(200_000)}\r\n\r\n`,
      /larger than 64 KiB/,
    ],
  ])('%s', async (_, text, reason) => {
    const outcome = await outcomeOf((socket) => socket.end(text));
    expect(outcome).toMatchObject({ kind: 'no response' });
    expect((outcome as NoResponse).reason).toMatch(reason);
  });

  it('never responds', async () => {
    const outcome = await outcomeOf(() => undefined, 60);
    expect(outcome).toMatchObject({ kind: 'no response', code: 'TIMEOUT', begun: false });
  });

  it('sends a part and then nothing', async () => {
    const outcome = await outcomeOf((socket) => socket.write(`${head}Content-Length: 9\r\n\r\n{`), 5000);
    expect(outcome).toMatchObject({
      kind: 'no response',
      code: 'TIMEOUT',
      begun: true,
      reason: expect.stringContaining('not complete'),
    });
  });

  it('sends a body without end', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const outcome = await outcomeOf((socket) => {
      socket.write(`${head}Connection: close\r\n\r\n`);
      const pump = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', pump);
      pump();
    });
    expect(outcome).toMatchObject({
      kind: 'response',
      body: Buffer.alloc(0),
      notRead: 'the body is larger than 2 MiB',
      wireProblems: [],
    });
  });

  it.each<[string, string, Buffer, string]>([
    ['sends a decompression bomb', 'gzip', bomb, 'larger than 2 MiB when it is decompressed'],
    ['hides the bomb in a second coding', 'gzip, br', brotliCompressSync(bomb), 'larger than 2 MiB'],
    ['uses three codings', 'gzip, gzip, gzip', Buffer.from('{}'), 'in more than 2 codings'],
  ])('%s', async (_, coding, body, reason) => {
    const outcome = await outcomeOf((socket) => {
      socket.write(`${head}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
    expect(outcome).toMatchObject({ notRead: expect.stringContaining(reason) as unknown, wireProblems: [] });
  });

  it('sends interim responses without end', async () => {
    const outcome = await outcomeOf((socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)));
    expect(outcome).toMatchObject({
      kind: 'no response',
      notJudged: true,
      reason: 'more than 20 interim responses (1xx) came first',
    });
  });
});
