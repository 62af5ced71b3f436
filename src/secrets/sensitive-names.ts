/**
 * Names whose values are secrets wherever they stand: of headers, cookies, members of JSON and fields of forms. Said of a name
 * alone, so that traffic of unknown services can be shown.
 */
const sensitive =
  /^(?:proxy-)?authorization$|^(?:set-)?cookie$|(?:^|[-_.])(?:(?:api|access|private|secret|auth)[-_]?key|secret|password|passwd|passphrase|pwd|token|credentials?|session(?:[-_]?id)?|sid|jwt|otp|pin|cvv|cvc|bearer|[cx]srf)$|^(?:code_verifier|client_assertion|card[-_]?number)$/i;

/** Names that often stand before other things than secrets, and `code` of an OAuth response. */
const ambiguous = /^(?:key|sig|code)$|(?:^|[-_.])signature(?:-256)?$/i;

const sensitivity = { none: 0, ambiguous: 1, sure: 2 } as const;

type Sensitivity = (typeof sensitivity)[keyof typeof sensitivity];

/** Names come again and again. */
const known = new Map<string, Sensitivity>();
const maxKnown = 2000;

/** @param name in any notation: `accessToken` is read as `access-Token` */
function sensitivityOf(name: string): Sensitivity {
  let found = known.get(name);
  if (found === undefined) {
    const hyphenated = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2');
    found = ambiguous.test(hyphenated) ? sensitivity.ambiguous : sensitivity.none;
    if (sensitive.test(hyphenated)) found = sensitivity.sure;
    if (known.size >= maxKnown) known.clear();
    known.set(name, found);
  }
  return found;
}

/** @param name in any notation: `accessToken` is read as `access-Token` */
export function isSensitiveName(name: string): boolean {
  return sensitivityOf(name) === sensitivity.sure;
}

/** The same of a parameter in an address, where short names are usual for keys and signatures. */
export function isSensitiveParameter(name: string): boolean {
  return !/^code$/i.test(name) && sensitivityOf(name) !== sensitivity.none;
}

/** Tells whether a value is a secret by its name; behind an ambiguous one a plain word or number is none. */
export function isSensitive(name: string, value: string): boolean {
  const found = sensitivityOf(name);
  return found === sensitivity.sure || (found === sensitivity.ambiguous && !isOrdinary(value));
}

const words = /^[a-z]+(?:[-_ .,:;/][a-z]+)*$/i;
const numbers = /^[\d.,:+/TZ -]*$/;

/** Tells whether a text is too common to be recognized as a secret where no name says that it is one: words, a number, a date. */
export function isOrdinary(text: string): boolean {
  return text.length < 8 || (text.length < 24 && (words.test(text) || numbers.test(text)));
}

/**
 * A sign that a text may give a secret away by its name, which most bodies pass with a single look: a field of a form, an address, which
 * may have a password, or the end of a sensitive name in quotes as members of JSON have it, looked at behind each colon alone.
 */
export const signOfNamedSecret =
  /=|:\/\/|"\s{0,20}:(?<=(?:key|secret|password|passwd|passphrase|pwd|token|credentials?|session(?:[-_]?id)?|sid|jwt|otp|pin|cv[vc]|bearer|srf|signature(?:-256)?|["-]sig|"code|cookie|authorization|verifier|assertion|card[-_]?number)\\{0,7}"\s{0,20}:)/i;

/** @returns whether a member of a value, at any depth, has a name behind which a secret may stand */
export function hasSensitiveName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) =>
      (!Array.isArray(value) && sensitivityOf(name) !== sensitivity.none) || hasSensitiveName(member),
  );
}

/** Headers that a client sets to say what it wants; nobody keeps a secret in them. */
const plainHeader =
  /^(?:accept(?:-.*)?|content-.*|cache-control|pragma|user-agent|prefer|range|if-.*|expect|te|x-mock-.*|x-requested-with|idempotency-key|traceparent|x-request-id|x-correlation-id)$/i;

/** @returns whether the value of a header is no secret, whatever it is */
export function isPlainHeader(name: string): boolean {
  return plainHeader.test(name);
}
