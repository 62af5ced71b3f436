/**
 * Open tabs of this page share the token, so that a link opened in another tab needs none. Only pages of this origin hear the
 * channel, and nothing is stored beyond the tabs.
 */
import { effect } from '@preact/signals';
import { keepToken, token } from './token.js';

type Message = { readonly wanted: true } | { readonly token: string };

/** Asks the other tabs for the token where this one has none, and gives it to those that ask. */
export function shareToken(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel('drydock-control-token');
  const send = (message: Message): void => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('token' in data) {
      if (token.value === undefined) keepToken(data.token);
    } else if (token.value !== undefined) send({ token: token.value });
  };
  let before: string | undefined;
  effect(() => {
    const now = token.value;
    // A token that the mock refuses is not asked for again: the other tabs have the same one.
    if (now === undefined && before === undefined) send({ wanted: true });
    if (now !== undefined && now !== before) send({ token: now });
    before = now;
  });
}
