/**
 * The control token. A link may carry it in the URL's fragment, which a browser never sends; it is removed from the URL at
 * once and stored for this tab only, where no page of another origin can read it.
 */
import { effect, signal } from '@preact/signals';
import { decoded } from '../routing/route.js';
import { storedSignal } from './browser-storage.js';

/** The token of this tab; undefined until it comes by URL or is typed. */
export const token = storedSignal<string | undefined>(
  'drydock-control-token',
  (kept) => kept ?? undefined,
  (known) => known ?? null,
  'sessionStorage',
);
/** True where the mock has refused the last token. */
export const isRefused = signal(false);

/** Splits a fragment such as `#token=abc` or `#token=abc&/traffic` into the token and what remains of the address. */
export function tokenInFragment(fragment: string): { token: string; rest: string } | undefined {
  const [, given, rest = ''] = /^#token=([^&]*)(?:&(.*))?$/s.exec(fragment) ?? [];
  if (given === undefined || given === '') return undefined;
  return { token: decoded(given), rest: rest === '' ? '#/' : `#${rest}` };
}

/** Takes the token from the address, also later, when another link is opened in the tab. */
export function takeToken(): void {
  const read = (): void => {
    const found = tokenInFragment(location.hash);
    if (found === undefined) return;
    history.replaceState(null, '', found.rest);
    keepToken(found.token);
  };
  addEventListener('hashchange', read);
  read();
}

export function keepToken(given: string): void {
  isRefused.value = false;
  token.value = given;
}

/** Removes a token that the mock refused, unless another one was given since. */
export function refuseToken(refused: string): void {
  if (token.value !== refused) return;
  isRefused.value = true;
  token.value = undefined;
}

type Message = { readonly wanted: true } | { readonly token: string };

/**
 * Shares the token with the other open tabs, so that a link opened in a new one needs none. Only pages of this origin hear the
 * channel, and nothing is stored beyond the tabs.
 */
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
