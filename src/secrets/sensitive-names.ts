/**
 * Names whose values are secrets wherever they stand: of headers, cookies, members of JSON and fields of forms. Said of a name
 * alone, so that traffic of unknown services can be shown.
 */
const sensitive =
  /^(?:proxy-)?authorization$|^(?:set-)?cookie$|(?:^|[-_.])(?:api[-_]?key|apikey|secret|password|passwd|pwd|token|credentials?|session(?:[-_]?id)?|sid|jwt|otp|pin|cvv|cvc)$|^(?:code_verifier|client_assertion|card[-_]?number)$/i;

/** @param name in any notation: `accessToken` is read as `access-Token` */
export function isSensitiveName(name: string): boolean {
  return sensitive.test(name.replace(/([a-z0-9])([A-Z])/g, '$1-$2'));
}

/** The same of a parameter in an address, where short names are usual for keys and signatures. */
export function isSensitiveParameter(name: string): boolean {
  return /^(?:key|sig|signature)$|-signature$/i.test(name) || isSensitiveName(name);
}
