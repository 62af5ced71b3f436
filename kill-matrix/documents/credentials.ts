import type { Contract } from '../../src/contract/contract.js';

interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
}

/** Credentials by the security scheme of the document, as `--auth` takes them, and what no scheme has as headers. */
interface Credentials {
  readonly auth: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Every header, spelled as the document spells it. */
  readonly spelled: Readonly<Record<string, string>>;
}

/** Sorts the headers of a service's valid credentials. @param headers by names in small letters */
export function credentialsOf(
  { document }: Contract,
  headers: Readonly<Record<string, string>> = {},
): Credentials {
  const schemes = Object.entries(
    (document.components?.securitySchemes ?? {}) as Record<string, SecurityScheme>,
  );
  const others = new Map(Object.entries(headers));
  const auth: Record<string, string> = {};
  const spelled = new Map(Object.entries(headers));
  for (const [name, { type, scheme = '', in: place, name: key = '' }] of schemes) {
    const header = type === 'apiKey' && place === 'header' ? key.toLowerCase() : 'authorization';
    const value = headers[header];
    if (value === undefined) continue;
    others.delete(header);
    spelled.delete(header);
    spelled.set(header === 'authorization' ? 'Authorization' : key, value);
    if (header !== 'authorization') auth[name] = value;
    else if (/^basic$/i.test(scheme))
      auth[name] = Buffer.from(value.replace(/^Basic /, ''), 'base64').toString();
    else auth[name] = value.replace(/^Bearer /, '');
  }
  return { auth, headers: Object.fromEntries(others), spelled: Object.fromEntries(spelled) };
}
