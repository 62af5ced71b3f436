import { authenticationScheme, credentialsIn } from '../secrets/credentials-in.js';
import {
  registerHeader,
  registerSecret,
  registerSecrets,
  registerTarget,
  rememberedParts,
} from '../secrets/message-secrets.js';
import { Redactor } from '../secrets/redactor.js';
import { registeredSecrets, SecretRegister } from '../secrets/secret-register.js';
import { signOfNamedSecret } from '../secrets/sensitive-names.js';
import { KeptCredentials, type CredentialNames } from './credential-names.js';
import type { KeptBody, NewJournalEntry, SentCallback } from './journal-entry.js';
import { shownText } from './shown-entry.js';

/** Secrets that are known before any request. */
export interface KnownSecrets {
  /** Names of the places where requests carry credentials. */
  readonly names: CredentialNames;
  /** Keys that no request may leave in a journal, wherever it has them. */
  readonly keys: readonly string[];
  /** The control API's token, which is looked for everywhere but in bodies: nothing sends it there. */
  readonly token: string | undefined;
  /** Asked once: whether the document names members that are secrets. What the mock makes of any other document has none. */
  documentNamesSecrets?: (() => boolean) | undefined;
  /** A digest of a text, in hexadecimal. */
  digest(text: string): string;
}

/** A credential that is shorter is hidden in its own place alone: elsewhere its text is too common. */
const shortestElsewhere = 8;
/** Digests of bodies that are remembered. */
const rememberedBodies = 1000;
/** Each takes about 150 KiB. */
const rememberedRedactors = 16;
/** The form of issued keys. */
const issuedKeys = /dk_live_[\w-]{8,}/g;

/**
 * Takes secrets out of exchanges before they are kept, announced or logged. Of a credential its first four characters and a
 * digest stay, so that a journal can tell whether it is the expected one; elsewhere in the exchange only stars stay.
 */
export class JournalSecrets {
  readonly names: CredentialNames;
  /** The kept form of credentials. */
  readonly credentials: KeptCredentials;
  private readonly secrets: readonly string[];
  private readonly standing: Redactor;
  /** By the digest of what they take out: clients present the same key again and again. */
  private readonly redactors = new Map<string, Redactor>();
  /** Digests of bodies in which a redactor has found nothing: services send the same ones again and again. */
  private readonly cleanBodies = new WeakMap<Redactor, Set<string>>();
  /** Bodies that journals share, whose secrets are registered. */
  private readonly registeredBodies = new WeakSet<KeptBody>();
  /** Parts of requests that neither have a secret nor are masked for another reason. */
  private readonly clean = rememberedParts();
  private documentNamesSecrets: boolean | undefined;

  constructor(private readonly known: KnownSecrets) {
    this.names = known.names;
    this.credentials = new KeptCredentials(known.names, (text) => known.digest(text));
    this.secrets = known.token === undefined ? known.keys : [...known.keys, known.token];
    this.standing = ownRedactor(this.secrets);
    for (const secret of this.secrets) if (!this.isPublic(secret)) registerSecret(registeredSecrets, secret);
  }

  /** The same entry where it has no secret. */
  hide(entry: NewJournalEntry): NewJournalEntry {
    const { request, response } = entry;
    this.registerMessages(entry);
    if (this.isKnownClean(request)) return entry;
    const isPlain = !this.registerHead(request);
    const redactor = this.redactorFor(request);
    if (redactor === this.standing && !this.isMarked(request)) {
      if (isPlain) this.rememberClean(request);
      return entry;
    }
    const text = (value: string): string => redactor.text(value);
    return {
      ...entry,
      request: {
        ...request,
        path: text(request.path),
        query: text(this.credentials.query(request.query)),
        headers: this.credentials.headers(request.headers, text),
        body: this.bodyWithout(request.body, redactor),
      },
      problems: entry.problems.map((problem) => ({
        pointer: text(problem.pointer),
        text: text(problem.text),
      })),
      response: {
        ...response,
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, text(value)]),
        ),
        body: this.bodyWithout(response.body, redactor),
      },
    };
  }

  /** A part of a request, such as its path, as a log may have it. */
  hideIn(text: string, request: Pick<NewJournalEntry['request'], 'headers' | 'query'>): string {
    return shownText(this.redactorFor({ ...request, path: text }).text(text));
  }

  /** Registers what bodies and the response have of secrets. Neither a shared body nor a usual header is looked at twice. */
  private registerMessages({ request, response, scenario, webSocket, callbacks }: NewJournalEntry): void {
    this.registerBody(request.body);
    for (const { text = '' } of webSocket?.messages ?? []) this.registerText(text);
    this.registerCallbacks(callbacks ?? []);
    this.documentNamesSecrets ??= this.known.documentNamesSecrets?.() ?? true;
    if (this.documentNamesSecrets || scenario || response.fromTarget) this.registerBody(response.body);
    for (const name in response.headers)
      if (!usualResponseHeaders.has(name))
        registerHeader(registeredSecrets, name, response.headers[name] ?? '');
  }

  registerCallbacks(callbacks: readonly SentCallback[]): void {
    for (const { url, body } of callbacks) {
      registerTarget(registeredSecrets, url);
      this.registerText(body);
    }
  }

  private registerBody(body: KeptBody): void {
    if (body.size === 0) return;
    if (body.lasting) {
      if (this.registeredBodies.has(body)) return;
      this.registeredBodies.add(body);
    }
    this.registerText(body.text ?? utf8.decode(body.bytes));
  }

  private registerText(text: string): void {
    if (signOfNamedSecret.test(text)) registerSecrets(registeredSecrets, { headers: [], body: text });
  }

  /** Registers secrets in the head of a request that aren't credentials of the document. @returns whether there is any */
  private registerHead({ headers, query, path }: NewJournalEntry['request']): boolean {
    let any = false;
    for (const name in headers)
      if (!usualHeaders.has(name) && !this.names.headers.has(name))
        for (const text of textsOf(headers[name])) any = registerHeader(registeredSecrets, name, text) || any;
    return registerTarget(registeredSecrets, query === '' ? path : `${path}?${query}`) || any;
  }

  private isKnownClean({ path, query, headers, body }: NewJournalEntry['request']): boolean {
    if (query !== '' || !this.clean.has(path)) return false;
    for (const name in headers) {
      if (usualHeaders.has(name)) continue;
      const value = headers[name];
      if (typeof value !== 'string' || !this.clean.has(`${name} ${value}`)) return false;
    }
    return body.size === 0 || (this.known.keys.length === 0 && issuedInBody(body).length === 0);
  }

  private rememberClean({ path, headers }: NewJournalEntry['request']): void {
    this.clean.set(path, true);
    for (const name in headers) {
      const value = headers[name];
      if (typeof value === 'string' && !usualHeaders.has(name)) this.clean.set(`${name} ${value}`, true);
    }
  }

  /** The standing one where the request presents no secret of its own. */
  private redactorFor(request: RequestHead): Redactor {
    const presented = this.presentedBy(request);
    if (presented.length === 0) return this.standing;
    const elsewhere = presented
      .map((credential) => credential.replace(/~\S{0,256}$/, ''))
      .filter(({ length }) => length >= shortestElsewhere);
    for (const credential of elsewhere) registerSecret(registeredSecrets, credential);
    // A look-up by the digest takes as long whatever the secret begins with.
    const digest = this.known.digest(elsewhere.join('\n'));
    let redactor = this.redactors.get(digest);
    if (!redactor) {
      redactor = ownRedactor([...this.secrets, ...elsewhere]);
      if (this.redactors.size >= rememberedRedactors) this.redactors.clear();
      this.redactors.set(digest, redactor);
    }
    return redactor;
  }

  /** The secrets among the credentials of a request, and issued keys wherever they stand. */
  private presentedBy({ headers, query, path, body }: RequestHead): string[] {
    const presented: string[] = [];
    for (const name in headers) {
      if (usualHeaders.has(name)) continue;
      for (const text of textsOf(headers[name]))
        if (!this.names.headers.has(name)) presented.push(...issuedIn(text));
        else if (!this.isPublicHeader(text)) presented.push(...credentialsIn(name, text));
    }
    if (query !== '') {
      for (const [name, value] of new URLSearchParams(query))
        if (this.names.query.has(name)) presented.push(...credentialsIn(name, value));
      presented.push(...issuedIn(query));
    }
    presented.push(...issuedIn(path));
    if (body && body.size > 0) presented.push(...issuedInBody(body));
    return presented.filter((credential) => credential !== '' && !this.isPublic(credential));
  }

  /** Tells whether all of a header is one public credential, as in most requests. */
  private isPublicHeader(text: string): boolean {
    const scheme = authenticationScheme.exec(text)?.[0] ?? '';
    return this.isPublic(text.slice(scheme.length));
  }

  private isPublic(credential: string): boolean {
    return this.names.isPublic?.(credential) === true;
  }

  /** Tells whether a standing secret is somewhere in a request. */
  private isMarked({ path, query, headers, body }: NewJournalEntry['request']): boolean {
    if (this.isRedacted(path) || this.isRedacted(query)) return true;
    for (const name in headers)
      if (!usualHeaders.has(name) && textsOf(headers[name]).some((text) => this.isRedacted(text)))
        return true;
    return this.known.keys.length > 0 && this.standing.bytes(body.bytes) !== body.bytes;
  }

  private bodyWithout(body: KeptBody, redactor: Redactor): KeptBody {
    if (body.bytes.length === 0) return body;
    const digest = this.known.digest(latin1.decode(body.bytes));
    const clean = this.cleanBodies.get(redactor) ?? new Set();
    if (clean.has(digest)) return body;
    const bytes = redactor.bytes(body.bytes);
    if (bytes !== body.bytes) return { bytes, size: body.size };
    if (clean.size >= rememberedBodies) clean.clear();
    this.cleanBodies.set(redactor, clean.add(digest));
    return body;
  }

  private isRedacted(text: string): boolean {
    return text !== '' && this.standing.text(text) !== text;
  }
}

/** A character for each byte: issued keys are ASCII, whatever else a body is. */
const latin1 = new TextDecoder('latin1');
const utf8 = new TextDecoder();

type RequestHead = Pick<NewJournalEntry['request'], 'headers' | 'query' | 'path'> & {
  readonly body?: KeptBody;
};

/** Headers of nearly every request, which clients fill by themselves. */
const usualHeaders = new Set([
  ...['host', 'connection', 'accept', 'accept-encoding', 'accept-language'],
  ...['content-type', 'content-length', 'user-agent'],
]);

/** Headers of nearly every response, in which no secret stands. */
const usualResponseHeaders = new Set([
  ...['Content-Type', 'Cache-Control', 'ETag', 'Vary', 'Allow', 'Retry-After', 'Content-Language'],
  ...['X-Mock-Scenario', 'X-Mock-Answer', 'X-Mock-Problems', 'X-Mock-Operation'],
]);

const none: readonly string[] = [];

/** Redacts what it is given alone: a journal keeps other secrets, so that they can be verified, and masks them when it is read. */
function ownRedactor(secrets: readonly string[]): Redactor {
  return new Redactor(secrets, undefined, noOthers);
}

const noOthers = new SecretRegister();

function textsOf(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? none);
}

function issuedIn(text: string): readonly string[] {
  return text.includes('dk_live_') ? (text.match(issuedKeys) ?? none) : none;
}

function issuedInBody({ bytes }: KeptBody): readonly string[] {
  return mayHoldIssuedKey(bytes) ? issuedIn(latin1.decode(bytes)) : none;
}

/** Few bodies hold `dk_`, which is seen without making a text of them. One in which many bytes could be its `k` is read as a text. */
function mayHoldIssuedKey(bytes: Uint8Array): boolean {
  const [d, k, underscore] = [0x64, 0x6b, 0x5f];
  let at = 0;
  for (let count = 0; count < 50; count += 1) {
    at = bytes.indexOf(k, at + 1);
    if (at === -1) return false;
    if (bytes[at - 1] === d && bytes[at + 1] === underscore) return true;
  }
  return true;
}
