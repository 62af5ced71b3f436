import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { OptionError } from '../../contract/option-error.js';

/** The token that opens the control API. */
export type ControlToken = ReturnType<typeof controlToken>;

/**
 * @param given by the person who starts the mock; without it the token is 256 random bits
 * @throws OptionError for one that a header can't carry, or that is guessed at once
 */
export function controlToken(given: string | undefined) {
  if (given !== undefined && !/^[\x21-\x7e]{8,512}$/.test(given))
    throw new OptionError('The control token must have 8 to 512 visible ASCII characters and no space.');
  const text = given ?? randomBytes(32).toString('base64url');
  const digest = digestOf(text);
  return {
    text,
    /** True if a person chose it, so that it need not be printed. */
    given: given !== undefined,
    /** Compares digests, in a time that depends neither on the token nor on where another differs. */
    equals: (other: string): boolean => timingSafeEqual(digest, digestOf(other)),
  };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
