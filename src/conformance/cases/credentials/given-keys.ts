import type { Contract } from '../../../contract/contract.js';
import { nearest } from '../../../contract/nearest-names.js';
import { securitySchemeOf } from '../../../contract/operations.js';
import { OptionError } from '../../../contract/option-error.js';
import type { NameOption } from '../../option-name.js';
import type { VerifyOptions } from '../../run/options.js';
import { locationOf, type Keys } from './credential.js';

/** Options that have credentials. */
type GivenKeys = Pick<VerifyOptions, 'key' | 'expiredKey' | 'limitedKey' | 'auth'>;

/** The credentials of a run, from its options. */
export function keysOf({ key, expiredKey, limitedKey, auth }: GivenKeys): Keys {
  return { valid: key, expired: expiredKey, limited: limitedKey, schemes: auth };
}

/** @throws OptionError for a credential that no request can carry, and for a security scheme that the document doesn't have */
export function assertKeys(options: GivenKeys & { contract: Contract; nameOption: NameOption }): void {
  const { key, expiredKey, limitedKey, auth = {}, contract, nameOption } = options;
  for (const [name, value] of Object.entries({ key, expiredKey, limitedKey }))
    if (value !== undefined) assertSendable(value, nameOption(name as 'key' | 'expiredKey' | 'limitedKey'));
  const { document } = contract;
  for (const [name, value] of Object.entries(auth)) {
    const scheme = securitySchemeOf(document, name);
    if (scheme === undefined)
      throw unknownScheme(name, Object.keys(document.components?.securitySchemes ?? {}), nameOption);
    // Basic credentials are encoded.
    if (locationOf(scheme)?.kind !== 'basic') assertSendable(value, `${nameOption('auth')} ${name}=`);
  }
}

function assertSendable(value: string, name: string): void {
  if (/^[\x21-\x7e]+$/.test(value)) return;
  throw new OptionError(
    `The value of ${name} must be visible ASCII characters without blanks; nothing else can be sent in a header.`,
  );
}

function unknownScheme(name: string, known: readonly string[], nameOption: NameOption): OptionError {
  const [near] = nearest(name, known, 1);
  const hint =
    known.length === 0
      ? 'it has none'
      : near === undefined
        ? `it has ${known.slice(0, 5).join(', ')}`
        : `did you mean ${near}?`;
  return new OptionError(
    `${nameOption('auth')} names the security scheme ${JSON.stringify(name)}, which the document doesn't have: ${hint}${hint.endsWith('?') ? '' : '.'}`,
  );
}
