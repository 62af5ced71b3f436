/** The yardstick of a proxy: node:http in front of node:http, every byte piped: `node bare-proxy.mjs PORT TARGET-PORT`. */
import { Agent, createServer, request as send } from 'node:http';

const [port, target] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true });

createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const upstream = send({ host: '127.0.0.1', port: target, agent, method, path, headers }, (response) => {
    outgoing.writeHead(response.statusCode, response.headers);
    response.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.destroy());
  incoming.pipe(upstream);
}).listen(port, '127.0.0.1');
