/** One event of a stream: its type (`message` where it names none) and its data. */
export interface StreamedEvent {
  readonly type: string;
  readonly data: string;
}

/**
 * Reads a stream of server-sent events (HTML standard, section 9.2). Ids and comments are passed over.
 *
 * @param stream the bytes of the answer; given up when the caller stops listening
 */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent, void> {
  let type = 'message';
  let data: string[] = [];
  for await (const line of linesOf(stream)) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    if (field === 'event') type = value;
    if (line !== '') continue;
    if (data.length > 0) yield { type, data: data.join('\n') };
    type = 'message';
    data = [];
  }
}

/** The complete lines of a text; what comes after the last line break is no event yet. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      // A carriage return at the end may be half of a line break whose other half is still to come.
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
