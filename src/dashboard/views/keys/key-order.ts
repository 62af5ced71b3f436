import type { KeyOrder } from '../../control/control-types.js';

export const lifetimes = [
  { value: 'never', label: 'Never', seconds: undefined },
  { value: 'minute', label: 'In a minute', seconds: 60 },
  { value: 'hour', label: 'In an hour', seconds: 3600 },
  { value: 'day', label: 'In a day', seconds: 86_400 },
  { value: 'month', label: 'In 30 days', seconds: 2_592_000 },
  { value: 'past', label: 'Already expired', seconds: undefined },
] as const;

export type Lifetime = (typeof lifetimes)[number]['value'];

export interface KeyDraft {
  readonly name: string;
  /** None means all. */
  readonly scopes: readonly string[];
  readonly lifetime: Lifetime;
  /** Empty for a new sandbox. */
  readonly sandbox: string;
}

/** @param now milliseconds since 1970 */
export function keyOrder({ name, scopes, lifetime, sandbox }: KeyDraft, now: number): KeyOrder {
  const seconds = lifetimes.find(({ value }) => value === lifetime)?.seconds;
  return {
    name: name.trim(),
    ...(scopes.length > 0 ? { scopes: [...scopes] } : {}),
    ...(seconds === undefined ? {} : { expiresInSeconds: seconds }),
    ...(lifetime === 'past' ? { expiresAt: new Date(now - 60_000).toISOString() } : {}),
    ...(sandbox === '' ? {} : { sandbox }),
  };
}
