/**
 * npm's http-proxy in front of a port: `node http-proxy.mjs PORT TARGET-PORT`. With an agent that keeps connections: without one it makes
 * one for each request, and closes that of the client too.
 */
import { Agent } from 'node:http';
import httpProxy from 'http-proxy';

const [port, target] = process.argv.slice(2);
httpProxy
  .createProxyServer({ target: `http://127.0.0.1:${target}`, agent: new Agent({ keepAlive: true }) })
  .listen(Number(port), '127.0.0.1');
