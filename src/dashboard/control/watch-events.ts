/** Follows the mock's events for as long as the page is open, over every interruption. */
import { readEvents } from '../../client/read-events.js';
import type { ControlEvent } from './control-types.js';

export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  /** Lost; retried at `until`, milliseconds since 1970. */
  | { readonly state: 'waiting'; readonly until: number; readonly why: string }
  | { readonly state: 'refused' };

export interface Watching {
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly onEvent: (event: ControlEvent) => void;
  /** Called when a stream has been opened, before any of its events; missed exchanges are in the journal. */
  readonly onOpen: () => void;
  readonly onConnection: (connection: Connection) => void;
  /** Resolves after so many milliseconds, or earlier when a retry makes sense. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** A stream that is silent for this long is dead: the mock sends a comment every 15 s. */
const silenceLimit = 40_000;

/** Milliseconds before the n-th try, n from 0: from a quarter of a second, doubling up to 8 s. */
export function backoff(attempt: number): number {
  return Math.min(8000, 250 * 2 ** attempt);
}

/** Resolves when it is stopped, or when the token is refused. */
export async function watchEvents(watching: Watching): Promise<void> {
  const { onConnection, signal } = watching;
  const stopped = (): boolean => signal.aborted;
  onConnection({ state: 'connecting' });
  for (let attempt = 0; !stopped(); attempt += 1) {
    const ended = await followOnce(watching);
    if (stopped()) return;
    if (ended === 'refused') {
      onConnection({ state: 'refused' });
      return;
    }
    if (ended.wasOpen) attempt = 0;
    const pause = backoff(attempt);
    onConnection({ state: 'waiting', until: Date.now() + pause, why: ended.why });
    await watching.wait(pause);
  }
}

async function followOnce(watching: Watching): Promise<'refused' | { wasOpen: boolean; why: string }> {
  // AbortSignal.any would need a newer Firefox than the rest of the page.
  const stop = new AbortController();
  const onStop = (): void => stop.abort();
  watching.signal.addEventListener('abort', onStop);
  let silence = setTimeout(onStop, silenceLimit);
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(onStop, silenceLimit);
  };
  let wasOpen = false;
  try {
    const response = await watching.open(stop.signal);
    if (response.status === 401) return 'refused';
    if (!response.ok || response.body === null)
      return { wasOpen, why: `the mock answered ${response.status}` };
    wasOpen = true;
    watching.onConnection({ state: 'live' });
    watching.onOpen();
    for await (const { type, data } of readEvents(response.body, heard))
      if (eventTypes.some((known) => known === type))
        watching.onEvent({ ...(JSON.parse(data) as object), type } as ControlEvent);
    return { wasOpen, why: 'the stream ended' };
  } catch {
    return { wasOpen, why: 'the mock does not answer' };
  } finally {
    clearTimeout(silence);
    watching.signal.removeEventListener('abort', onStop);
  }
}

/** Those of other types are ignored. */
export const eventTypes: readonly ControlEvent['type'][] = [
  'exchange',
  'scenario',
  'reset',
  'clock',
  'webhook',
  'dropped',
  'keys',
  'reloaded',
];
