/** One event of a stream: its type (`message` where it names none) and its data. */
export interface StreamedEvent {
  readonly type: string;
  readonly data: string;
}

/**
 * Reads a stream of server-sent events (HTML standard, section 9.2). Ids and comments are passed over.
 *
 * @param stream the bytes of the response; cancelled when the caller stops reading
 * @param onBytes called for all that arrives, comments too: the sign that the connection is alive
 */
export function readEvents(
  stream: ReadableStream<Uint8Array>,
  onBytes: () => void = () => undefined,
): AsyncGenerator<StreamedEvent, void> {
  // Taken at once: Node cancels the body of a response that nobody holds or reads.
  return eventsFrom(stream.getReader(), onBytes);
}

async function* eventsFrom(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamedEvent, void> {
  // Few tests read events.
  const { createParser } = await import('eventsource-parser');
  const complete: StreamedEvent[] = [];
  const parser = createParser({
    onEvent: ({ event: type = 'message', data }) => complete.push({ type, data }),
  });
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* complete.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
