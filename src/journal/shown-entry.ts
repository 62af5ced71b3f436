/**
 * Exchanges of a journal as others may see them. A journal keeps what came, so that it can be verified; what is secret by its name,
 * and what any exchange of this process has shown to be a secret, is masked when it is read.
 */
import { fromBase64, toBase64 } from '../contract/printing/base64.js';
import { maskNamed } from '../secrets/mask-named.js';
import { isMasked, isPublicKey, recognizable, secretsIn } from '../secrets/message-secrets.js';
import { Redactor } from '../secrets/redactor.js';
import { isSensitiveName } from '../secrets/sensitive-names.js';
import { shownHeader, type CredentialNames } from './credential-names.js';
import { textOf } from './describe-body.js';
import type {
  JournalEntry,
  KeptBody,
  KeptMessage,
  RequestHeaders,
  SentCallback,
  WebSocketFrames,
} from './journal-entry.js';

/** Knows the register alone. */
const registered = new Redactor([]);

/** A text of an exchange, such as its path, without registered secrets. */
export function shownText(text: string): string {
  return registered.text(text);
}

/** All texts in a value of JSON without registered secrets. */
export function shownValue<T>(value: T): T {
  return shownIn(value) as T;
}

function shownIn(value: unknown): unknown {
  if (typeof value === 'string') return registered.text(value);
  if (Array.isArray(value)) return value.map(shownIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [shownText(name), shownIn(one)]));
}

/**
 * The exchange without its secrets, but for credentials in their places, which `shownHeaders` and `shownQuery` shorten.
 *
 * @param names of the places where the journal has kept credentials by their first characters and a digest
 */
export function shownEntry(entry: JournalEntry, names: CredentialNames): JournalEntry {
  const { request, response, problems, findings, webSocket, callbacks } = entry;
  const redactor = redactorFor(secretsOf(entry));
  const text = (value: string): string => redactor.text(value);
  return {
    ...entry,
    request: {
      ...request,
      path: text(maskNamed(request.path).text),
      query: text(maskNamed(request.query).text),
      headers: shownLines(request.headers, names, redactor),
      get body() {
        return shownBody(request.body, redactor);
      },
    },
    problems: problems.map((problem) => ({ pointer: text(problem.pointer), text: text(problem.text) })),
    response: {
      ...response,
      headers: shownSentHeaders(response.headers, names, redactor),
      get body() {
        return shownBody(response.body, redactor);
      },
    },
    findings: findings?.map((finding) => ({ ...finding, actual: text(finding.actual) })),
    webSocket: webSocket && shownFrames(webSocket, redactor),
    callbacks: callbacks?.map((callback) => shownCallback(callback, redactor)),
  };
}

/**
 * Makes a quick test whether a part of a body of the exchange is shown as it came. It is false also where only `shownEntry` can
 * tell.
 */
export function shownParts(entry: JournalEntry, body: KeptBody): (start: number, end: number) => boolean {
  if (maskNamed(bodyText(body) ?? '').names.length > 0) return () => false;
  return redactorFor(secretsOf(entry)).shownParts(body.bytes);
}

/** A callback without secrets. */
export function shownCallback(callback: SentCallback, redactor = registered): SentCallback {
  const text = (value: string): string => redactor.text(maskNamed(value).text);
  return {
    ...callback,
    url: text(callback.url),
    headers: shownLines(callback.headers, noNames, redactor) as Record<string, string>,
    body: text(callback.body),
    reason: callback.reason && text(callback.reason),
    attempts: callback.attempts.map((attempt) => ({
      ...attempt,
      text: attempt.text && text(attempt.text),
    })),
  };
}

const noNames: CredentialNames = { headers: new Set(), query: new Set() };

/** The query of an exchange without its secrets, but for those that its parameters' names tell. */
export function shownQueryOf(entry: JournalEntry): string {
  return redactorFor(secretsOf(entry)).text(maskNamed(entry.request.query).text);
}

/** Field by field: while a connection is open they are read from it. */
function shownFrames(frames: WebSocketFrames, redactor: Redactor): WebSocketFrames {
  const { fromClient, fromTarget, messages, dropped } = frames;
  return {
    fromClient,
    fromTarget,
    messages: messages?.map((message) => shownMessage(message, redactor)),
    dropped,
  };
}

/** A message without secrets; what is binary is passed as a body is. */
export function shownMessage<Message extends Pick<KeptMessage, 'text' | 'base64'>>(
  message: Message,
  redactor: Redactor,
): Message {
  if (message.text !== undefined) return { ...message, text: redactor.text(maskNamed(message.text).text) };
  const bytes = fromBase64(message.base64 ?? '');
  const shown = bytes && redactor.bytes(bytes);
  return shown === bytes ? message : { ...message, base64: toBase64(shown ?? new Uint8Array()) };
}

/** Response headers without secrets. */
export function shownSentHeaders(
  headers: Readonly<Record<string, string>>,
  names: CredentialNames,
  redactor = registered,
): Record<string, string> {
  return shownLines(headers, names, redactor) as Record<string, string>;
}

function secretsOf({ request, response, webSocket }: JournalEntry): string[] {
  return recognizable([
    ...secretsIn({ headers: linesOf(request.headers), target: request.path, body: request.query }),
    ...secretsIn({ headers: [], body: bodyText(request.body) }),
    ...secretsIn({ headers: linesOf(response.headers), body: bodyText(response.body) }),
    ...(webSocket?.messages ?? []).flatMap(({ text }) => secretsIn({ headers: [], body: text })),
  ]);
}

function linesOf(headers: RequestHeaders): (readonly [name: string, value: string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((line) => [name, line] as const),
  );
}

/** The latest redactors for exchanges with secrets of their own. */
const redactors = new Map<string, Redactor>();
const maxRedactors = 16;

function redactorFor(secrets: readonly string[]): Redactor {
  if (secrets.length === 0) return registered;
  const key = secrets.join('\n');
  const known = redactors.get(key);
  if (known) return known;
  if (redactors.size >= maxRedactors) redactors.clear();
  const redactor = new Redactor(secrets);
  redactors.set(key, redactor);
  return redactor;
}

function shownLines(headers: RequestHeaders, names: CredentialNames, redactor: Redactor): RequestHeaders {
  const shown = (name: string, value: string): string => {
    if (names.headers.has(name)) return value;
    return isSensitiveName(name) ? shownSensitive(name, value) : redactor.text(maskNamed(value).text);
  };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((line) => shown(name.toLowerCase(), line))
        : value && shown(name.toLowerCase(), value),
    ]),
  );
}

/** The value of a header whose name says that it is a secret, by its first characters. @param name in lower case */
export function shownSensitive(name: string, value: string): string {
  const names: CredentialNames = {
    headers: new Set([name, 'cookie']),
    query: new Set(),
    isPublic: isPublicKey,
  };
  if (name !== 'set-cookie') return shownHeader(name, value, names);
  const [pair = '', ...attributes] = value.split(';');
  const isShown = isMasked(pair.replace(/^[^=]*=/, ''));
  return [isShown ? pair : shownHeader('cookie', pair, names), ...attributes].join(';');
}

const encoder = new TextEncoder();

function bodyText({ bytes }: KeptBody): string | undefined {
  return bytes.length === 0 ? undefined : textOf(bytes);
}

/** Bodies that journals share, and what was shown of them by a version of the register. */
const shownBodies = new WeakMap<KeptBody, { readonly version: number; readonly body: KeptBody }>();

function shownBody(body: KeptBody, redactor: Redactor): KeptBody {
  if (body.bytes.length === 0) return body;
  const known = redactor === registered ? shownBodies.get(body) : undefined;
  if (known?.version === registered.registeredCount) return known.body;
  const { bytes, size } = body;
  const named = maskNamed(bodyText(body) ?? '');
  const plain = named.names.length === 0 ? bytes : encoder.encode(named.text);
  const masked = redactor.bytes(plain);
  const shown = masked === bytes ? body : { bytes: masked, size };
  if (body.lasting && redactor === registered)
    shownBodies.set(body, { version: registered.registeredCount, body: shown });
  return shown;
}
