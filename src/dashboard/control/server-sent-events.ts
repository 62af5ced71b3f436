/** One event of a stream (HTML Standard, section 9.2). */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

/**
 * Reads a stream of server-sent events.
 *
 * @param heard called for all that comes, comments too: the sign that the connection lives
 */
export async function* serverSentEvents(
  stream: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<StreamEvent, void> {
  let type = 'message';
  let data: string[] = [];
  for await (const line of linesOf(stream, heard)) {
    if (line === '') {
      if (data.length > 0) yield { type, data: data.join('\n') };
      type = 'message';
      data = [];
    } else if (line.startsWith('event:')) type = valueOf(line);
    else if (line.startsWith('data:')) data.push(valueOf(line));
  }
}

function valueOf(line: string): string {
  return line.slice(line.indexOf(':') + 1).replace(/^ /, '');
}

async function* linesOf(stream: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<string, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      heard();
      const parts = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
