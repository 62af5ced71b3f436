import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { OptionError } from '../../contract/option-error.js';

/** The token that opens the control API. */
export class ControlToken {
  private readonly digest: Buffer;

  private constructor(
    readonly text: string,
    /** True if a person chose it, so that it need not be printed. */
    readonly given: boolean,
  ) {
    this.digest = digestOf(text);
  }

  /**
   * @param given by the person who starts the mock; without it the token is 256 random bits
   * @throws OptionError for one that a header can't carry, or that is guessed at once
   */
  static from(given: string | undefined): ControlToken {
    if (given === undefined) return new ControlToken(randomBytes(32).toString('base64url'), false);
    if (/^[\x21-\x7e]{8,512}$/.test(given)) return new ControlToken(given, true);
    throw new OptionError('The control token must have 8 to 512 visible ASCII characters and no space.');
  }

  /** Compares digests, in a time that depends neither on the token nor on where another differs. */
  equals(other: string): boolean {
    return timingSafeEqual(this.digest, digestOf(other));
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
