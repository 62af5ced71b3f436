/**
 * The yardstick: nothing but node:http. GET sends the bytes of a file; POST reads the body, parses it and sends the bytes of
 * another: `node bare-http.mjs PORT GET-FILE POST-FILE`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, getFile, postFile] = process.argv.slice(2);
const bytes = { GET: readFileSync(getFile), POST: readFileSync(postFile) };

createServer((request, response) => {
  if (request.method === 'GET') return send(response, bytes.GET);
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    send(response, bytes.POST);
  });
}).listen(Number(port), '127.0.0.1');

function send(response, body) {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
}
