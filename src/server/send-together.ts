/**
 * Answers that get ready in one turn of the event loop go out together at its end. Each write to a socket may wake the
 * client's process; with work between the writes it goes to sleep and is woken again, which costs this process more than
 * the answer itself. An answer that is alone waits for nothing.
 */
const waiting: (() => void)[] = [];

/** @param send writes one answer; must not throw */
export function sendTogether(send: () => void): void {
  if (waiting.length === 0) setImmediate(sendAll);
  waiting.push(send);
}

function sendAll(): void {
  for (const send of waiting.splice(0)) send();
}
