/** The reason why a signal was aborted. React Native's signals know no reason. */
export function abortReason(signal: AbortSignal): unknown {
  return signal.reason ?? Object.assign(new Error('The request was aborted.'), { name: 'AbortError' });
}

/** @throws the reason of an aborted signal */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortReason(signal);
}
