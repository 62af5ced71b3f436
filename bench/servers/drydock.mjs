/** Drydock as it is measured: the built command with every stage on. The quota is too large to end a run, but it counts. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kinds } from '../load/requests.mjs';
import { startServer } from '../processes/server-process.mjs';
import { folder } from '../processes/temporary-folder.mjs';

export const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
if (!existsSync(main)) throw new Error('Drydock is not built: run npm run build first.');

/** @param {{ flags?: string[], program?: string }} [with] flags beside the defaults; main.js of another build */
export function drydock({ flags = [], program = main } = {}) {
  return {
    name: 'Drydock',
    does: '`drydock mock --quota 999999999/60s`, all else by default: key, quota, validation, real rates, journal of 500',
    base: '/api/v1/developer',
    command: (port) => [
      ...[process.execPath, program, 'mock', '--port', String(port)],
      ...['--quota', '999999999/60s', ...flags],
    ],
  };
}

/** Drydock's own responses, for the servers that send the same bytes; for POST the one of middle length. */
export async function sampleAnswers() {
  const server = await startServer(drydock());
  const sample = async (requests, file) => {
    const responses = await Promise.all(requests.map((text) => responseTo(server.port, text)));
    responses.sort((a, b) => a.body.length - b.body.length);
    const { head, body } = responses[Math.floor(responses.length / 2)];
    writeFileSync(file, body);
    writeFileSync(`${file}.head`, JSON.stringify(head));
    return file;
  };
  const getFile = await sample(kinds.GET(server), join(folder, 'get.json'));
  const postFile = await sample(kinds.POST(server).slice(0, 101), join(folder, 'post.json'));
  await server.stop();
  return { getFile, postFile };
}

/** Headers that Node itself writes into every head. */
const nodesOwn = ['date', 'connection', 'keep-alive'];

async function responseTo(port, wire) {
  const [requestHead, body] = wire.split('\r\n\r\n');
  const [method, path] = requestHead.split(' ');
  const headers = {
    Authorization: /Authorization: (.*)/.exec(requestHead)[1],
    'Content-Type': 'application/json',
  };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body }) });
  if (!response.ok)
    throw new Error(`Drydock answered ${method} ${path} with ${response.status}: ${await response.text()}`);
  const head = [...response.headers].filter(([name]) => !nodesOwn.includes(name)).flat();
  return { head, body: await response.text() };
}
