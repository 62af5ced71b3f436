/**
 * The yardstick: nothing but node:http. GET sends the bytes of a response, head and body; POST reads the body, parses it and
 * sends the bytes of another: `node bare-http.mjs PORT GET-FILE POST-FILE`. The head of FILE, names and values in turn, stands
 * in FILE.head.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, getFile, postFile] = process.argv.slice(2);
const responseIn = (file) => ({
  head: JSON.parse(readFileSync(`${file}.head`, 'utf8')),
  body: readFileSync(file),
});
const responses = { GET: responseIn(getFile), POST: responseIn(postFile) };

createServer((request, response) => {
  if (request.method === 'GET') return send(response, responses.GET);
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    send(response, responses.POST);
  });
}).listen(Number(port), '127.0.0.1');

function send(response, { head, body }) {
  response.writeHead(200, head);
  response.end(body);
}
