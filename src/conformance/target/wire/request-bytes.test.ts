import { describe, expect, it } from 'vitest';
import { clientOf, get, head } from '../../testing/client-of.js';
import { rawServer } from '../../testing/small-server.js';
import type { WireForm } from '../../cases/wire-form.js';

const post = { method: 'POST', path: '/x?a=1', headers: { 'X-A': '1' }, body: Buffer.from('0123456789') };

/** The bytes that a server receives for a request in this form. */
async function received(wire: WireForm): Promise<string> {
  let all = '';
  const server = await rawServer((socket, text) => {
    all += text;
    if (all.includes('\r\n\r\n')) socket.end(`${head}Content-Length: 2\r\n\r\n{}`);
  });
  const outcome = await clientOf(server).send({ ...post, wire });
  expect(outcome).toMatchObject({ kind: 'response', status: 200, body: Buffer.from('{}') });
  return all.replaceAll(server.url.replace('http://', ''), 'HOST');
}

describe('a spelled request', () => {
  it('has the whole address in its first line as absolute-form', async () => {
    expect(await received({ target: 'absolute' })).toMatch(
      /^POST http:\/\/HOST\/base\/x\?a=1 HTTP\/1\.1\r\nHost: HOST\r\nX-A: 1\r\nContent-Length: 10\r\n/,
    );
  });

  it('has its body in chunks', async () => {
    expect(await received({ chunks: { bytes: 8 } })).toMatch(
      /\r\nTransfer-Encoding: chunked\r\n(?:.*\r\n)*\r\n8\r\n01234567\r\n2\r\n89\r\n0\r\n\r\n$/,
    );
  });

  it('has other white space around the values of its headers, and lines of its own', async () => {
    const text = await received({ separator: ':\t', padding: ' ', hosts: 0, lines: ['Odd : 1'] });
    expect(text).toMatch(/^POST \/base\/x\?a=1 HTTP\/1\.1\r\nX-A:\t1 \r\nContent-Length: 10\r\nOdd : 1\r\n/);
  });

  it('uses HTTP/1.0 without the header Connection', async () => {
    expect(await received({ version: '1.0' })).not.toMatch(/HTTP\/1\.1|Connection/);
  });

  it('can have no header of two lines', async () => {
    const server = await rawServer(() => undefined);
    const outcome = await clientOf(server).send({ ...get, headers: { A: 'b\r\nC: d' }, wire: {} });
    expect(outcome).toMatchObject({ kind: 'no response', reason: expect.stringContaining('line break') });
  });
});
