import type { LookupFunction } from 'node:net';

/** An address of a host. */
export interface TargetAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Answers every look-up with the same addresses; undefined without any, for the system's look-up. */
export function fixedLookup(addresses: readonly TargetAddress[] | undefined): LookupFunction | undefined {
  const [first] = addresses ?? [];
  if (!addresses || !first) return undefined;
  return (_host, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
