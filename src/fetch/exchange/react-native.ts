/**
 * Tells whether bodies of this fetch can stream. Those of React Native can't: it takes and gives texts, mistakes bytes for
 * Latin-1, and a response is there once all of it has come.
 */
export function hasBodyStreams(): boolean {
  return 'body' in Response.prototype;
}

/** The reason why a signal was aborted. React Native's signals know no reason. */
export function abortReason(signal: AbortSignal): unknown {
  return signal.reason ?? Object.assign(new Error('The request was aborted.'), { name: 'AbortError' });
}

/** @throws the reason of an aborted signal */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortReason(signal);
}
