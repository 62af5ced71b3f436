/** Keeps the page's state current by the mock's events, while there is a token. */
import { effect } from '@preact/signals';
import { authorization, controlBase, messageOf } from '../control/control-api.js';
import type { ControlEvent } from '../control/control-types.js';
import { forgetToken, token } from '../control/token.js';
import { watchEvents } from '../control/watch-events.js';
import {
  choicesVersion,
  clocksVersion,
  connection,
  defaultScenario,
  exchangeLog,
  isNormal,
  keysVersion,
  known,
  loadedVersion,
  readSandboxes,
  readScenarios,
  readWorld,
  resetsVersion,
  sandboxes,
  trouble,
} from './world.js';

/** Watches the mock with the current token. */
export function followMock(): void {
  effect(() => {
    if (token.value === undefined) return;
    known.value = false;
    const stop = new AbortController();
    void watchEvents({
      open: (signal) =>
        fetch(`${controlBase}events`, { headers: authorization(), cache: 'no-store', signal }),
      onEvent: takeUp,
      onOpen: () => quietly(readWorld),
      onConnection: (state) => {
        connection.value = state;
        if (state.state === 'refused') forgetToken();
      },
      wait: soonerWhenItMatters,
      signal: stop.signal,
    });
    return () => {
      stop.abort();
    };
  });
}

function quietly(read: () => Promise<void>): void {
  read().catch((error: unknown) => {
    // A lost connection shows by itself; other failures must be shown.
    if (connection.value.state === 'live') trouble.value = messageOf(error);
  });
}

function takeUp(event: ControlEvent): void {
  if (event.type === 'exchange') {
    exchangeLog.add({ ...event.request, sandbox: event.sandbox });
    sandboxesChanged();
  } else if (event.type === 'scenario') {
    if (event.sandbox === null) defaultScenario.value = isNormal(event.scenario) ? null : event.scenario;
    else {
      const { sandbox, scenario } = event;
      choicesVersion.value += 1;
      sandboxes.value = sandboxes.value.map((one) => (one.name === sandbox ? { ...one, scenario } : one));
    }
    sandboxesChanged();
  } else if (event.type === 'reset') {
    exchangeLog.forget(event.sandbox);
    resetsVersion.value += 1;
    choicesVersion.value += 1;
    if (event.sandbox === null) quietly(readScenarios);
    sandboxesChanged();
  } else if (event.type === 'keys') keysVersion.value += 1;
  else if (event.type === 'clock') clocksVersion.value += 1;
  else if (event.type === 'reloaded') {
    loadedVersion.value += 1;
    quietly(readScenarios);
  }
}

let planned: ReturnType<typeof setTimeout> | undefined;

/** Reads the sandboxes again soon, once for all events until then. */
function sandboxesChanged(): void {
  planned ??= setTimeout(() => {
    planned = undefined;
    quietly(readSandboxes);
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
