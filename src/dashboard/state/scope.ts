/**
 * The sandbox that every view is about, or everyone. It is in the address, so that it survives a reload and is part of a link;
 * the sandboxes chosen last are kept in this browser.
 */
import { computed } from '@preact/signals';
import { storedSignal } from '../control/browser-storage.js';
import { parsedJson } from '../parts/text.js';
import { goTo, hrefOf, route } from '../routing/route.js';
import { isProxy } from './world.js';

export const sandboxNameForm = /^[A-Za-z0-9._-]{1,64}$/;

export const scope = computed(() => {
  const { sandbox = '' } = route.value.query;
  return sandboxNameForm.test(sandbox) ? sandbox : '';
});

/** The key by which a client says whose its requests are, or the header where the keys are those of a real service. */
export function sandboxSign(sandbox: string): { readonly kind: 'key' | 'header'; readonly text: string } {
  if (isProxy.value) return { kind: 'header', text: `X-Mock-Sandbox: ${sandbox}` };
  return { kind: 'key', text: `dk_test_${sandbox}` };
}

/** A key for samples of code; behind a proxy it only stands in the place of the target's. */
export function exampleKey(sandbox = 'demo'): string {
  return isProxy.value ? 'YOUR_KEY' : `dk_test_${sandbox}`;
}

/** Shows the current view for another sandbox. What was open of the old one is closed. @param name empty for everyone */
export function chooseScope(name: string): void {
  const { path, query } = route.value;
  const [view, page] = path;
  const kept = view === 'scenarios' && page === 'new' ? path : path.slice(0, 1);
  goTo(hrefOf(kept, { ...query, sandbox: name }));
  const others = recentSandboxes.value.filter((one) => one !== name);
  if (name !== '') recentSandboxes.value = [name, ...others].slice(0, maxRecent);
}

const maxRecent = 5;

/** The sandboxes that were chosen last, newest first. */
export const recentSandboxes = storedSignal('drydock-recent-sandboxes', namesFrom, JSON.stringify);

function namesFrom(text: string | null): readonly string[] {
  const kept = parsedJson(text ?? '');
  if (!Array.isArray(kept)) return [];
  return kept.filter((name): name is string => typeof name === 'string' && sandboxNameForm.test(name));
}
