import {
  headerIn,
  type TrafficBody,
  type TrafficHeaders,
} from '../../conformance/traffic/traffic-exchange.js';
import { shownQuery } from '../../journal/credential-names.js';
import { textOf } from '../../journal/describe-body.js';
import { shownMessage, shownSensitive } from '../../journal/shown-entry.js';
import { isPublicKey, recognizable, registerSecret, secretsIn } from '../../secrets/message-secrets.js';
import { maskNamed } from '../../secrets/mask-named.js';
import { Redactor } from '../../secrets/redactor.js';
import { registeredSecrets } from '../../secrets/secret-register.js';
import { isSensitiveName, isSensitiveParameter } from '../../secrets/sensitive-names.js';
import type { OwnFields, RecordedExchange } from '../recorded-exchange.js';

/**
 * The exchange without its secrets and those of others, and where they stood: credentials in headers, cookies and addresses by
 * their first characters; members of bodies that are secrets by their name, and what is known to be secret wherever it stands, as
 * asterisks. A body keeps its length.
 */
export function maskExchange(exchange: RecordedExchange): RecordedExchange {
  const { request, response } = exchange;
  const redactor = new Redactor(recognizable(secretsOf(exchange)));
  const sent = maskMessage('request', request, redactor);
  const received = 'fault' in response ? undefined : maskMessage('response', response, redactor);
  const masked = [...(exchange.own?.masked ?? []), ...sent.masked, ...(received?.masked ?? [])];
  const own = exchange.own && maskOwn(exchange.own, redactor);
  const messages = exchange.messages?.map((message) => shownMessage(message, redactor));
  return {
    ...exchange,
    request: {
      ...request,
      ...sent.message,
      target: redactor.text(maskNamed(maskTarget(request.target)).text),
    },
    response: received ? { ...response, ...received.message } : response,
    ...(messages && { messages }),
    ...(own && { own }),
    ...(masked.length > 0 && { own: { ...own, masked: [...new Set(masked)] } }),
  };
}

type Message = Pick<RecordedExchange['request'], 'headers' | 'body'>;

function maskMessage(side: string, message: Message, redactor: Redactor) {
  const headers = message.headers.map(
    ([name, value]) => [name, redactor.text(maskHeader(name.toLowerCase(), value))] as const,
  );
  const { body, names } = maskBody(message.body, redactor);
  // Headers that nobody recorded can't be filtered: that would be a judgement.
  const masked = [
    ...message.headers.flatMap(([name, value], index) =>
      headers[index]?.[1] === value ? [] : [`${side} header: ${name}`],
    ),
    ...names.map((name) => `${side} body: ${name}`),
  ];
  return { message: { headers, body }, masked };
}

/** Texts of Drydock may repeat what a message has. */
function maskOwn(own: OwnFields, redactor: Redactor): OwnFields {
  const { problems, findings } = own;
  return {
    ...own,
    ...(problems && { problems: problems.map((problem) => redactor.text(problem)) }),
    ...(findings && {
      findings: findings.map((finding) => ({ ...finding, actual: redactor.text(finding.actual) })),
    }),
  };
}

/** The secrets of an exchange, which are registered, so that other exchanges are shown without them. */
export function secretsOf({ request, response, messages = [] }: RecordedExchange): string[] {
  const secrets = [
    ...secretsIn({ headers: request.headers, target: request.target, body: searchedText(request.body) }),
    ...('fault' in response
      ? []
      : secretsIn({ headers: response.headers, body: searchedText(response.body) })),
    ...messages.flatMap(({ text }) => secretsIn({ headers: [], body: text })),
  ];
  for (const secret of secrets) registerSecret(registeredSecrets, secret);
  return secrets;
}

/** A body that is no text is compressed, an image or the like; nobody can say what it holds. */
function searchedText(body: TrafficBody): string | undefined {
  return 'notHeld' in body ? undefined : textOf(body.bytes);
}

function maskHeader(name: string, value: string): string {
  return isSensitiveName(name) ? shownSensitive(name, value) : maskNamed(value).text;
}

function maskTarget(target: string): string {
  const at = target.indexOf('?');
  // The password of an address is a credential too.
  const plain = (at === -1 ? target : target.slice(0, at)).replace(/^(\w+:\/\/)[^/@]*@/, '$1');
  if (at === -1) return plain;
  const query = target.slice(at + 1);
  const names = new Set([...new URLSearchParams(query).keys()].filter(isSensitiveParameter));
  return `${plain}?${shownQuery(query, { headers: new Set(), query: names, isPublic: isPublicKey })}`;
}

const encoder = new TextEncoder();

/** @returns also the names of what is masked */
function maskBody(body: TrafficBody, redactor: Redactor): { body: TrafficBody; names: string[] } {
  if ('notHeld' in body || body.bytes.length === 0) return { body, names: [] };
  const text = textOf(body.bytes);
  const named = maskNamed(text ?? '');
  const plain = named.names.length === 0 ? body.bytes : encoder.encode(named.text);
  const bytes = redactor.bytes(plain);
  const names = [...named.names, ...(bytes === plain ? [] : ['a known secret'])];
  return names.length === 0 ? { body, names } : { body: { ...body, bytes }, names };
}

/** Tells whether a request has a credential of its own to show that credentials were recorded. */
export function hasCredentials(headers: TrafficHeaders): boolean {
  return headerIn(headers, 'authorization') !== undefined || headerIn(headers, 'cookie') !== undefined;
}
