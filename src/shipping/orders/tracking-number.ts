/**
 * Tracking numbers: "DDK", ten characters and a check character, from an alphabet without 0, O, 1, I and L. The alphabet
 * has 31 characters, a prime, so the weighted check finds every mistyped character and every swap of two.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const prefix = 'DDK';
const bodyLength = 10;
const shape = new RegExp(`^${prefix}[${alphabet}]{${bodyLength + 1}}$`);

/** Writes 50 bits as a tracking number; more bits are ignored. @param low 32 bits @param high 32 bits, 18 of them used */
export function writeTrackingNumber(high: number, low: number): string {
  let rest = (high & 0x3ffff) * 2 ** 32 + (low >>> 0);
  let body = '';
  for (let at = 0; at < bodyLength; at++) {
    body += alphabet[rest % alphabet.length] ?? '';
    rest = Math.floor(rest / alphabet.length);
  }
  return prefix + body + checkCharacter(body);
}

/** Tells whether a text has the form of a tracking number and its check character is right; it may still be unknown. */
export function isTrackingNumber(text: string): boolean {
  return shape.test(text) && text.at(-1) === checkCharacter(text.slice(prefix.length, -1));
}

function checkCharacter(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at++) sum += (at + 2) * alphabet.indexOf(body[at] ?? '');
  return alphabet[(alphabet.length - (sum % alphabet.length)) % alphabet.length] ?? '';
}
