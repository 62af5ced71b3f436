/**
 * The sandbox that every view is about, or everyone. It is in the address, so that it survives a reload and is part of a link;
 * the sandboxes chosen last are kept in this browser.
 */
import { storeText, storedText } from '../control/browser-storage.js';
import { computed, signal } from '@preact/signals';
import { goTo, hrefOf, route } from '../routing/route.js';

export const sandboxNameForm = /^[A-Za-z0-9._-]{1,64}$/;

export const scope = computed(() => {
  const { sandbox = '' } = route.value.query;
  return sandboxNameForm.test(sandbox) ? sandbox : '';
});

/** Shows the current view for another sandbox. What was open of the old one is closed. @param name empty for everyone */
export function chooseScope(name: string): void {
  const { path, query } = route.value;
  const [view = 'start', page] = path;
  const kept = view === 'scenarios' && page === 'new' ? path : [view];
  goTo(hrefOf(kept, { ...query, sandbox: name }));
  if (name !== '') remember(name);
}

const storageKey = 'drydock-recent-sandboxes';
const maxRecent = 5;

/** The sandboxes that were chosen last, newest first. */
export const recentSandboxes = signal<readonly string[]>(stored());

function remember(name: string): void {
  const others = recentSandboxes.value.filter((one) => one !== name);
  recentSandboxes.value = [name, ...others].slice(0, maxRecent);
  storeText(() => localStorage, storageKey, JSON.stringify(recentSandboxes.value));
}

function stored(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storedText(() => localStorage, storageKey) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((name): name is string => typeof name === 'string' && sandboxNameForm.test(name));
  } catch {
    return [];
  }
}
