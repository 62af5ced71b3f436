import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { head, outcomeOf } from '../testing/client-of.js';
import type { NoResponse } from './exchange.js';

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
    const outcome = await outcomeOf((socket) => socket.write(`${head}Content-Length: 9\r\n\r\n{`), 60);
    expect(outcome).toMatchObject({
      kind: 'no response',
      code: 'TIMEOUT',
      begun: true,
      reason: expect.stringContaining('not complete'),
    });
  });

  it('sends without end', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const outcome = await outcomeOf((socket) => {
      socket.write(`${head}Connection: close\r\n\r\n`);
      const pump = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', pump);
      pump();
    }, 15_000);
    expect(outcome).toMatchObject({
      kind: 'response',
      wireProblems: [expect.stringContaining('larger than 16 MiB')],
    });
  });

  it('sends a decompression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const outcome = await outcomeOf((socket) => {
      socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    expect(outcome).toMatchObject({
      kind: 'response',
      wireProblems: [expect.stringContaining('decompresses to more than 16 MiB')],
    });
  });
});
