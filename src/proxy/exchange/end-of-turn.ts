const waiting: (() => void)[] = [];

/**
 * Does something at the end of this turn of the event loop, with what else waits for it: a write may wake the process on the other side,
 * and with work between the writes it would be woken for each one.
 */
export function atEndOfTurn(write: () => void): void {
  if (waiting.length === 0)
    setImmediate(() => {
      for (const each of waiting.splice(0)) each();
    });
  waiting.push(write);
}
