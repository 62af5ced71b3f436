/**
 * The yardstick: nothing but node:http. GET sends the bytes of an answer, head and body; POST reads the body, parses it and
 * sends the bytes of another: `node bare-http.mjs PORT GET-FILE POST-FILE`. The head of FILE, names and values in turn, stands
 * in FILE.head.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, getFile, postFile] = process.argv.slice(2);
const answerIn = (file) => ({
  head: JSON.parse(readFileSync(`${file}.head`, 'utf8')),
  body: readFileSync(file),
});
const answers = { GET: answerIn(getFile), POST: answerIn(postFile) };

createServer((request, response) => {
  if (request.method === 'GET') return send(response, answers.GET);
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    send(response, answers.POST);
  });
}).listen(Number(port), '127.0.0.1');

function send(response, { head, body }) {
  response.writeHead(200, head);
  response.end(body);
}
