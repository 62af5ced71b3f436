/** A relay of bytes that counts requests: it parses nothing, so broken responses arrive unchanged. */
import { connect, createServer } from 'node:net';

const REQUEST_LINE = /[A-Z]+ \S+ HTTP\/1\.[01]\r\n/g;

/**
 * @param {string} target address of the server behind, as a URL
 * @returns {Promise<{ url: string, requests: () => number, close: () => Promise<void> }>} `url` has the path of `target`
 */
export async function startCountingRelay(target) {
  const { hostname, port, pathname } = new URL(target);
  const open = new Set();
  let requests = 0;
  const relay = createServer({ noDelay: true }, (client) => {
    const server = connect({ port: Number(port), host: hostname, noDelay: true });
    let line = '';
    client.on('data', (bytes) => {
      const text = line + bytes.toString('latin1');
      requests += text.match(REQUEST_LINE)?.length ?? 0;
      line = text.slice(text.lastIndexOf('\n') + 1).slice(-8192);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ]) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroySoon();
      });
    }
  });
  await new Promise((resolve, reject) => {
    relay.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${relay.address().port}${pathname}`,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        relay.close(resolve);
        for (const socket of open) socket.destroy();
      }),
  };
}
