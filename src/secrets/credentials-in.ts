/** Schemes of HTTP authentication after which the credential stands (IANA's registry, and what clients write beside it). */
export const authenticationScheme =
  /^(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate|HOBA|Mutual|DPoP|GNAP|Key|AWS4-HMAC-SHA256) +/i;

/**
 * The secrets in the value of a header: what stands after a scheme, the user and password of Basic credentials, the values of
 * cookies, and a value as a whole where it has no such parts.
 */
export function credentialsIn(name: string, value: string): string[] {
  if (/^cookie$/i.test(name)) return value.split(';').map(valueOfPair);
  // Behind the first pair are attributes.
  if (/^set-cookie$/i.test(name))
    return value.split('\n').map((line) => valueOfPair(line.split(';', 1)[0] ?? ''));
  const scheme = authenticationScheme.exec(value)?.[0];
  if (scheme === undefined) return [value, value.replace(/^\S+ +/, '')];
  const credential = value.slice(scheme.length).trim();
  return [credential, ...(/^basic/i.test(scheme) ? basicParts(credential) : [])];
}

function valueOfPair(pair: string): string {
  return pair.replace(/^[^=]*=/, '').trim();
}

/** `user:password`, and each of them (RFC 7617). */
function basicParts(encoded: string): string[] {
  let text: string;
  try {
    text = atob(encoded);
  } catch {
    return [];
  }
  const colon = text.indexOf(':');
  return colon === -1 ? [text] : [text, text.slice(0, colon), text.slice(colon + 1)];
}
