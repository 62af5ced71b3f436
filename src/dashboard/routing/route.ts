/**
 * The current route. The view, what is opened in it and its filters are in the URL's fragment: it can be shared,
 * survives a reload, and is never sent to a server.
 */
import { computed, signal } from '@preact/signals';

export interface Route {
  /** Such as `['traffic', 'demo', '7']`; empty for home. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

const fragment = signal('');

export const route = computed(() => parseRoute(fragment.value));

/** Reads a fragment, with or without its `#`; an unreadable one is home. */
export function parseRoute(text: string): Route {
  const [path = '', query = ''] = text.replace(/^#?\/?/, '').split('?', 2);
  const segments = path.split('/').filter((segment) => segment !== '');
  return {
    path: segments.map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** A text without its percent-encoding, or as it is where that is broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The fragment of a route; empty values of the query are left out. The sandbox that the page is about goes along, unless the
 * query has another: an empty one is everyone.
 */
export function hrefOf(path: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const { sandbox = '' } = route.value.query;
  const kept = Object.entries({ sandbox, ...query }).filter(([, value]) => value !== '');
  const search = new URLSearchParams(kept).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

export function followAddress(): void {
  addEventListener('hashchange', readAddress);
  addEventListener('click', followLink);
  readAddress();
}

/** Shows a view at once when a link to it is clicked; a link for another tab is left to the browser. */
function followLink(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (event.defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
  const href = target instanceof Element ? target.closest('a')?.getAttribute('href') : undefined;
  if (!href?.startsWith('#/')) return;
  event.preventDefault();
  goTo(href);
}

/** Takes the address as it is now; the browser reports another one later. */
export function readAddress(): void {
  fragment.value = location.hash;
}

/**
 * Goes to a fragment, as a link does, and shows it at once: the browser reports the new address later, and a key or
 * a click until then would act on the view that is left.
 */
export function goTo(href: string): void {
  location.hash = href;
  readAddress();
}

/** Goes to a fragment in place of the current one, which Back then leaves out. */
export function replaceRoute(href: string): void {
  history.replaceState(null, '', href);
  readAddress();
}

/** Changes filters in place, so that Back leaves the view and not the last letter that was typed. */
export function setQuery(change: Readonly<Record<string, string>>): void {
  readAddress();
  const { path, query } = route.value;
  replaceRoute(hrefOf(path, { ...query, ...change }));
}
