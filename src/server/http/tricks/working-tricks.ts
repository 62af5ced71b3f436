import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import express from 'express';
import { DirectResponse, readBody } from './direct.js';
import { messageClasses } from './message-classes.js';
import type { Trick } from './tricks.js';

/** A probe that takes longer has failed, in milliseconds. */
const probeTimeoutMs = 1000;

/**
 * The tricks that work on this Node and this Express. Each leans on something that no documentation promises, so a start tries
 * them on a connection in memory; those that fail are left out, and the server works in the plain way.
 *
 * @param log gets a line for each trick that is left out
 * @param probe tries some tricks together; does not throw
 */
export async function workingTricks(
  wanted: ReadonlySet<Trick>,
  log: (line: string) => void,
  probe: (tricks: ReadonlySet<Trick>) => Promise<boolean> = probeTricks,
): Promise<ReadonlySet<Trick>> {
  if (wanted.size === 0 || (await probe(wanted))) return wanted;
  const working = new Set<Trick>();
  for (const trick of wanted) {
    if (await probe(new Set([...working, trick]))) working.add(trick);
    else log(`The HTTP server does without ${trick}: it does not work on Node ${process.version}.`);
  }
  return working;
}

/** Tells whether two pipelined requests with and without a body get exact responses on one connection. */
export async function probeTricks(tricks: ReadonlySet<Trick>): Promise<boolean> {
  const app = express();
  app.disable('x-powered-by');
  app.use((request, response) => {
    readBody(request, 1024, ({ bytes }) => {
      const text = `${request.method} ${new TextDecoder().decode(bytes)}.`;
      const headers = ['Content-Length', String(text.length), 'Date', 'now'];
      if (response instanceof DirectResponse) response.sendText(200, headers, text);
      else response.writeHead(200, headers).end(text);
    });
  });
  try {
    const options = { ...messageClasses(app, tricks), keepAliveTimeout: 5000 };
    const server = createServer(options, (request, response) => {
      app(request as express.Request, response as express.Response, () => response.destroy());
    });
    return (await exchangeInMemory(server, requests)) === responses;
  } catch {
    return false;
  }
}

const requests = [
  'POST / HTTP/1.1\r\nHost: probe\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n',
].join('');

const responses = [
  'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nDate: now\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\nPOST abc.',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nDate: now\r\nConnection: close\r\n\r\nGET .',
].join('');

/** Sends bytes to a server without a port (`http.Server` takes any Duplex as a connection) and collects what it writes. */
function exchangeInMemory(server: ReturnType<typeof createServer>, sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const timer = setTimeout(() => {
      reject(new Error(`no response in ${probeTimeoutMs} ms`));
    }, probeTimeoutMs);
    const connection = new Duplex({
      read: () => undefined,
      write(chunk: Buffer, _encoding, done) {
        received += chunk.toString('latin1');
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve(received);
        done();
      },
    });
    connection.once('error', reject);
    server.emit('connection', connection);
    connection.push(sent);
  });
}
