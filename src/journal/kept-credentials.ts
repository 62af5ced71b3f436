import { authenticationScheme } from '../secrets/credentials-in.js';
import type { CredentialNames } from './credential-names.js';
import type { RequestHeaders } from './journal-entry.js';

/** Characters of a digest that are kept: enough to tell credentials apart. */
const keptOfDigest = 16;

/** The form in which a journal keeps credentials: their first four characters and a digest, and public ones whole. */
export class KeptCredentials {
  /** @param digest of a text, in hexadecimal */
  constructor(
    private readonly names: CredentialNames,
    private readonly digest: (text: string) => string,
  ) {}

  /** Returns the kept form of a header's value. @param name in lower case */
  header(name: string, value: string): string {
    if (!this.names.headers.has(name)) return value;
    if (name === 'cookie')
      return value.replace(/([^;=\s]+=)?([^;]+)/g, (_, key: string | undefined, text: string) =>
        key === undefined && text.trim() === '' ? text : `${key ?? ''}${this.kept(text)}`,
      );
    const scheme = authenticationScheme.exec(value)?.[0] ?? '';
    return `${scheme}${this.kept(value.slice(scheme.length))}`;
  }

  /** Returns the kept form of a query parameter's value. */
  parameter(name: string, value: string): string {
    return this.names.query.has(name) ? this.kept(value) : value;
  }

  /** @param elsewhere what is kept of a header that carries no credential */
  headers(headers: RequestHeaders, elsewhere: (value: string) => string): RequestHeaders {
    const kept = (name: string, value: string): string =>
      this.names.headers.has(name) ? this.header(name, value) : elsewhere(value);
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((one) => kept(name, one)) : value && kept(name, value),
      ]),
    );
  }

  query(query: string): string {
    return query
      .split('&')
      .map((pair) => {
        const [[name, value] = []] = new URLSearchParams(pair);
        if (name === undefined || value === undefined || !this.names.query.has(name)) return pair;
        const [start, digest] = this.kept(value).split('…');
        return `${pair.split('=', 1)[0] ?? ''}=${encodeURIComponent(start ?? '')}${digest === undefined ? '' : `…${digest}`}`;
      })
      .join('&');
  }

  private isPublic(credential: string): boolean {
    return this.names.isPublic?.(credential) === true;
  }

  private kept(credential: string): string {
    if (credential === '' || this.isPublic(credential)) return credential;
    const characters = Array.from(credential);
    const start = characters.slice(0, Math.min(4, Math.floor(characters.length / 3))).join('');
    return `${start}…${this.digest(credential).slice(0, keptOfDigest)}`;
  }
}
