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

/** A text of JSON or of a form has a secret here, by the name that stands before it. */
interface SensitiveMember {
  readonly name: string;
  readonly value: string;
  /** The start of the value, without its quotes, and the end. */
  readonly start: number;
  readonly end: number;
}

/** `"name": "value"` of JSON, and `name=value` of forms. */
const members = /"([\w.-]{1,64})"\s{0,20}:\s{0,20}"((?:[^"\\]|\\.)+)"|(?:^|&)([\w.-]{1,64})=([^&\s"]+)/dg;

/** The secrets of a body that its own names give away, in their order. */
export function sensitiveMembers(text: string): SensitiveMember[] {
  return [...text.matchAll(members)].flatMap(({ 1: member, 3: field, indices }) => {
    const name = member ?? field ?? '';
    const [start = 0, end = 0] = indices?.[member === undefined ? 4 : 2] ?? [];
    return isSensitiveName(name) ? [{ name, value: text.slice(start, end), start, end }] : [];
  });
}
