/** Keeps the page's state current by the mock's events, while there is a token. */
import { effect } from '@preact/signals';
import { messageOf, openEvents } from '../control/control-api.js';
import type { ControlEvent } from '../control/control-types.js';
import { refuseToken, token } from '../control/token.js';
import { backoff, watchEvents } from '../control/watch-events.js';
import * as world from './world.js';

export function followMock(): void {
  effect(() => {
    const used = token.value;
    if (used === undefined) return;
    world.known.value = false;
    const stop = new AbortController();
    readAll = () => void readUntilDone(stop.signal);
    void watchEvents({
      open: (signal) => openEvents('events', signal),
      onEvent: takeUp,
      onOpen: readAll,
      onConnection: (state) => {
        world.connection.value = state;
        if (state.state !== 'live') world.unread.value = undefined;
        if (state.state === 'refused') refuseToken(used);
      },
      wait: soonerWhenItMatters,
      signal: stop.signal,
    });
    return () => {
      stop.abort();
      world.unread.value = undefined;
    };
  });
}

let readAll = (): void => undefined;
let rounds = 0;

/** Reads everything, again until it succeeds. A lost connection ends that: the next one begins anew. */
async function readUntilDone(signal: AbortSignal): Promise<void> {
  const own = (rounds += 1);
  const goesOn = (): boolean => own === rounds && !signal.aborted && world.connection.value.state === 'live';
  for (let attempt = 0; goesOn(); attempt += 1) {
    try {
      await world.readWorld();
      if (goesOn()) world.unread.value = undefined;
      return;
    } catch (error) {
      if (!goesOn()) return;
      const pause = backoff(attempt);
      world.unread.value = { until: Date.now() + pause, why: messageOf(error) };
      await soonerWhenItMatters(pause);
    }
  }
}

/** Reads a part of the state; after a failure everything, unless that is waiting to be read already. */
function reread(read: () => Promise<void>): void {
  read().catch(() => {
    if (world.unread.value === undefined) readAll();
  });
}

function takeUp(event: ControlEvent): void {
  const { type } = event;
  if (type === 'exchange') world.exchangeLog.add({ ...event.request, sandbox: event.sandbox });
  if (type === 'scenario') world.scenarioChanged(event.sandbox, event.scenario);
  if (type === 'reset') {
    world.exchangeLog.forget(event.sandbox);
    world.choicesEnded(event.sandbox);
  }
  world.versions[type].value += 1;
  if (type === 'reloaded' || (type === 'reset' && event.sandbox === null)) reread(world.readScenarios);
  if (type === 'exchange' || type === 'scenario' || type === 'reset') sandboxesChanged();
}

let planned: ReturnType<typeof setTimeout> | undefined;

/** Reads the sandboxes, and what a proxy has found, again soon, once for all events until then. */
function sandboxesChanged(): void {
  planned ??= setTimeout(() => {
    planned = undefined;
    reread(world.readSandboxes);
    if (world.isProxy.value) reread(world.readService);
  }, 600);
}

/** Waits, but at most until the page is visible again or the network is back. */
function soonerWhenItMatters(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
    document.addEventListener('visibilitychange', done);
  });
}
