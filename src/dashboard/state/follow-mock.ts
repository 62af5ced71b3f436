/** Keeps the page's state current by the mock's events, while there is a token. */
import { effect } from '@preact/signals';
import { authorization, controlBase, messageOf } from '../control/control-api.js';
import type { ControlEvent } from '../control/control-types.js';
import { forgetToken, token } from '../control/token.js';
import { watchEvents } from '../control/watch-events.js';
import * as world from './world.js';

export function followMock(): void {
  effect(() => {
    if (token.value === undefined) return;
    world.known.value = false;
    const stop = new AbortController();
    void watchEvents({
      open: (signal) =>
        fetch(`${controlBase}events`, { headers: authorization(), cache: 'no-store', signal }),
      onEvent: takeUp,
      onOpen: () => quietly(world.readWorld),
      onConnection: (state) => {
        world.connection.value = state;
        if (state.state === 'refused') forgetToken();
      },
      wait: soonerWhenItMatters,
      signal: stop.signal,
    });
    return () => stop.abort();
  });
}

function quietly(read: () => Promise<void>): void {
  read().catch((error: unknown) => {
    // A lost connection shows by itself; other failures must be shown.
    if (world.connection.value.state === 'live') world.trouble.value = messageOf(error);
  });
}

function takeUp(event: ControlEvent): void {
  if (event.type === 'exchange') {
    world.exchangeLog.add({ ...event.request, sandbox: event.sandbox });
    sandboxesChanged();
  } else if (event.type === 'scenario') {
    if (event.sandbox === null) world.defaultChanged(event.scenario);
    else {
      const { sandbox, scenario } = event;
      world.choicesVersion.value += 1;
      world.sandboxes.value = world.sandboxes.value.map((one) =>
        one.name === sandbox ? { ...one, scenario } : one,
      );
    }
    sandboxesChanged();
  } else if (event.type === 'reset') {
    world.exchangeLog.forget(event.sandbox);
    world.resetsVersion.value += 1;
    world.choicesVersion.value += 1;
    if (event.sandbox === null) quietly(world.readScenarios);
    sandboxesChanged();
  } else if (event.type === 'keys') world.keysVersion.value += 1;
  else if (event.type === 'webhook') world.webhooksVersion.value += 1;
  else if (event.type === 'clock') world.clocksVersion.value += 1;
  else if (event.type === 'reloaded') {
    world.loadedVersion.value += 1;
    quietly(world.readScenarios);
  }
}

let planned: ReturnType<typeof setTimeout> | undefined;

/** Reads the sandboxes, and what a proxy has found, again soon, once for all events until then. */
function sandboxesChanged(): void {
  planned ??= setTimeout(() => {
    planned = undefined;
    quietly(world.readSandboxes);
    if (world.isProxy.value) quietly(world.readService);
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
