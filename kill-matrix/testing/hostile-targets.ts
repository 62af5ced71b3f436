/** Messages of hostile targets, by their aim. A server of a kind takes its attacks in turn, one for each request. */
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** @param number of the request, from 1 */
type Attack = (socket: Socket, number: number) => void;

const MiB = 1024 * 1024;
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

const endlessBody: Attack = (socket) => {
  socket.write(`${head}Connection: close\r\n\r\n`);
  repeat(socket, Buffer.alloc(MiB, 'x'));
};
const chunksOfOneByte: Attack = (socket) => {
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  repeat(socket, '1\r\nx\r\n'.repeat(10_000));
};
const byteByByte: Attack = (socket) => {
  socket.write(`${head}Content-Length: 100000\r\n\r\n`);
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('x')), 20);
};

const endlessHeaders: Attack = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\n');
  repeat(socket, 'X-A: b\r\n'.repeat(10_000));
};
const largestHeaders: Attack = (socket, number) => {
  const lines = Array.from({ length: 1500 }, (_, index) => `X-${number}-${index}: ${'h'.repeat(24)}\r\n`);
  socket.write(response(envelope('[]'), { headers: lines.join(''), status: 200 + (number % 300) }));
};
const interimResponses: Attack = (socket) =>
  repeat(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000));
const endlessTrailers: Attack = (socket) => {
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`);
  repeat(socket, 'X-A: b\r\n'.repeat(10_000));
};
const endlessChunkExtension: Attack = (socket) => {
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n1;`);
  repeat(socket, Buffer.alloc(MiB, 'x'));
};
const bytesAfterTheResponse: Attack = (socket) => {
  socket.write(response(envelope('[]')));
  repeat(socket, Buffer.alloc(MiB, 'x'));
};

const bomb = gzipSync(Buffer.alloc(64 * MiB));
/** Its decompressor takes a window of 16 MiB. */
const wideBrotli = brotliCompressSync(gzipSync(Buffer.alloc(1.9 * MiB)), {
  params: {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_QUALITY]: 1,
  },
});
const coded =
  (codings: string, body: Buffer): Attack =>
  (socket) =>
    socket.write(response(body, { headers: `Content-Encoding: ${codings}\r\n` }));

const body =
  (text: (number: number) => string): Attack =>
  (socket, number) =>
    socket.write(response(text(number), { status: 200 + (number % 399) }));
const list = (length: number, element: (index: number) => string): string =>
  `[${Array.from({ length }, (_, index) => element(index)).join()}]`;

/** Each status with other names of fields, so that every failure is a cause of its own. */
const variedFields = body((number) =>
  envelope(list(3000, (index) => `{"k${number}_${index}":"${'y'.repeat(500)}"}`)),
);
const manyFields = body((number) =>
  envelope(`[{${list(60_000, (index) => `"k${number}_${index}":0`).slice(1, -1)}}]`),
);
const emptyObjects = body(() => envelope(list(99_990, () => '{}')));
const tooManyObjects = body(() => list(600_000, () => '{}'));
const longMessages = body((number) =>
  envelope('[]').replace('""', JSON.stringify(`${number}${'m'.repeat(1_900_000)}`)),
);
const deep = body(() => envelope('['.repeat(498) + ']'.repeat(498)));

export const hostileTargets = {
  'bodies without end': [endlessBody],
  'bodies byte by byte': [chunksOfOneByte, byteByByte],
  'floods of headers, interim responses, trailers and stray bytes': [
    ...[endlessHeaders, largestHeaders, interimResponses, endlessTrailers, endlessChunkExtension],
    bytesAfterTheResponse,
  ],
  'layers of compression': [
    coded('gzip', bomb),
    coded('gzip, br', wideBrotli),
    coded('gzip, gzip', gzipSync(bomb)),
    coded('gzip, gzip, gzip', gzipSync(gzipSync(bomb))),
  ],
  'bodies of many and varied values': [
    ...[variedFields, emptyObjects, manyFields, tooManyObjects, longMessages, deep],
  ],
} satisfies Readonly<Record<string, readonly Attack[]>>;

/** Sends the same bytes for as long as the other side takes them. */
function repeat(socket: Socket, bytes: Buffer | string): void {
  const chunk = Buffer.from(bytes);
  const pump = (): void => {
    while (!socket.destroyed && socket.writable && socket.write(chunk));
  };
  socket.on('drain', pump);
  pump();
}

function response(content: Buffer | string, { headers = '', status = 200 } = {}): Buffer {
  const bytes = Buffer.from(content);
  const lines = `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(lines), bytes]);
}

function envelope(data: string): string {
  return `{"status":true,"message":"","data":${data},"errors":[],"response_code":"200"}`;
}
