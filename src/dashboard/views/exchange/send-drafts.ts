/**
 * Requests as they were typed into "Send again", by exchange. One outlives its tab, the exchange and a reload; a key that may
 * be a secret is not written to the browser's storage.
 */
import { storedSignal } from '../../control/browser-storage.js';
import type { Exchange } from '../../control/control-types.js';
import { parsedJson } from '../../parts/text.js';

const fields = ['method', 'path', 'key', 'scenario', 'headers', 'body'] as const;

/** The fields of the form; without a key none is sent. */
export type Draft = Readonly<Record<(typeof fields)[number], string>>;

type Drafts = Readonly<Record<string, Draft>>;

const kept = 20;

/** Keys of sandboxes open nothing but a sandbox. */
const publicKey = /^dk_(test|expired|limited)_/;

const drafts = storedSignal('drydock-drafts', readDrafts, storedDrafts, 'sessionStorage');

/** @param time when the exchange arrived: after a restart another one may have its number */
export function draftKey({ sandbox, id, time }: Pick<Exchange, 'sandbox' | 'id' | 'time'>): string {
  return `${sandbox}/${id} ${time}`;
}

/** The draft of an exchange; undefined while nothing was changed in it. */
export function draftOf(key: string): Draft | undefined {
  return drafts.value[key];
}

/** @param draft undefined forgets it */
export function keepDraft(key: string, draft: Draft | undefined): void {
  const others = Object.entries(drafts.value).filter(([one]) => one !== key);
  const all = draft === undefined ? others : [...others, [key, draft] as const];
  drafts.value = Object.fromEntries(all.slice(-kept));
}

export function storedDrafts(all: Drafts): string {
  const safe = Object.entries(all).map(([key, draft]) => [
    key,
    publicKey.test(draft.key) ? draft : { ...draft, key: '' },
  ]);
  return JSON.stringify(Object.fromEntries(safe));
}

/** Reads a stored text; what is no draft in it is left out. */
export function readDrafts(text: string | null): Drafts {
  const stored = parsedJson(text ?? '');
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter((one): one is [string, Draft] => isDraft(one[1])));
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  return fields.every((field) => typeof (value as Partial<Record<string, unknown>>)[field] === 'string');
}
