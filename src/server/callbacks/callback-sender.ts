/**
 * Sends the requests that the document says its service sends: callbacks of an answered request, and webhooks. The threat is a
 * client, a document of somebody else, or a page in the developer's browser, that makes this machine ask addresses which only it
 * reaches. So they go to this machine's own addresses where the request names one, and to hosts that whoever started the mock has
 * named, never because of a page of another site, without credentials and without following redirects; and their number, size and
 * time are bounded. Nothing here delays an answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  allowedTarget,
  isAllowedOrigin,
  isNamedHost,
  type AllowedTarget,
} from '../../control/verify-runs/allowed-target.js';
import { ControlProblem } from '../../control/problem.js';
import { seededRandom } from '../../contract/seeded-random.js';
import type { SentCallback } from '../../journal/journal-entry.js';
import type { Exchange } from '../../mock/exchange/exchange.js';
import { headerOf, parseJsonBody } from '../../mock/exchange/request.js';
import type { MockResponse } from '../../mock/exchange/response.js';
import type { OutgoingRequest, SignaturePlace } from '../../mock/outgoing-requests.js';
import type { PendingExchange } from '../../mock/recording/record-exchange.js';
import type { CallbackEffect } from '../../scenarios/scenario.js';
import { attempt } from './attempt.js';
import { createHmac } from 'node:crypto';

export interface CallbackSettings {
  readonly hosts: readonly string[];
  /** Signs them; undefined leaves them unsigned. */
  readonly secret: string | undefined;
  readonly log: (line: string) => void;
  /** Names options in a sentence as the one who started the server gives them. */
  readonly naming: (sentence: string) => string;
}

/** A request that is sent, and the effects of a scenario on it. */
export interface Delivery {
  readonly request: OutgoingRequest;
  readonly effect: CallbackEffect | undefined;
  /** Its origin, such as a sandbox and the number of an exchange; its id is made of that. */
  readonly origin: readonly (string | number)[];
  /** Milliseconds since 1970, those of the service. */
  readonly time: number;
}

/** Requests that wait for an attempt or a response at once. */
const maxUnderWay = 100;
/** Those of one exchange, copies included. */
const maxOfExchange = 20;
const maxBodyBytes = 262_144;
const maxKeptText = 8192;
const usualAttempts = 3;
const usualWaitMs = 1000;
/** Milliseconds that attempts under way have when the mock ends. */
const graceMs = 1000;

/** The header that a request of the mock has, so that one which reaches a mock again causes no others. */
export const callbackHeader = 'X-Mock-Callback';

export class CallbackSender {
  private readonly ending = new AbortController();
  /** Aborted when attempts under way have had their time as well. */
  private readonly ended = new AbortController();
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(private readonly settings: CallbackSettings) {}

  /** Sends the callbacks of an answered request, and adds them to its record. Never throws. */
  async follow(
    exchange: Exchange,
    response: MockResponse,
    pending: Pick<PendingExchange, 'add'> & { readonly id: number },
  ): Promise<void> {
    const { mock, match, identity, request, method, query } = exchange;
    const { outgoing, now } = mock;
    const { headers, target } = request;
    if (!outgoing || match.kind !== 'operation' || response.status >= 400) return;
    if (headers[callbackHeader.toLowerCase()] !== undefined) return;
    const effect = exchange.scenario?.effect.callbacks;
    const { sandbox } = identity;
    const answered = {
      ...{ method, headers, query, sandbox, id: pending.id, url: exchange.origin + target },
      operation: match.served.operation,
      path: match.pathParameters,
      value: exchange.value ?? unreadBody(request.body.bytes),
    };
    const requests = outgoing.callbacksOf(answered, response);
    if (requests.length === 0) return;
    const deliveries = requests.map((request, index) => ({
      ...{ request, effect, time: now() },
      origin: [mock.options.seed, sandbox, pending.id, index],
    }));
    await this.deliver(deliveries, headerOf(headers, 'origin'), (callbacks) => pending.add({ callbacks }));
  }

  /**
   * Sends requests, each with its copies.
   *
   * @param page the Origin header of whoever asked for it; undefined where no page did
   * @param changed called with all of them whenever one has changed
   * @returns what became of them
   */
  async deliver(
    deliveries: readonly Delivery[],
    page: string | undefined,
    changed: (sent: readonly SentCallback[]) => unknown,
  ): Promise<readonly SentCallback[]> {
    const sent = deliveries.flatMap((delivery) => this.prepared(delivery)).slice(0, maxOfExchange);
    const failed = (cause: unknown): void => {
      this.settings.log(`Failed to record callbacks: ${String(cause)}`);
    };
    const update = async (): Promise<void> => {
      try {
        await changed(sent.map(({ shown }) => shown));
      } catch (cause) {
        failed(cause);
      }
    };
    const all = Promise.all(sent.map((one) => this.send(one, page, update).catch(failed)));
    this.underWay.add(all);
    await all.finally(() => this.underWay.delete(all));
    return sent.map(({ shown }) => shown);
  }

  /** Ends what waits, and gives attempts under way a moment. */
  async close(): Promise<void> {
    this.ending.abort();
    const late = setTimeout(() => {
      this.ended.abort();
    }, graceMs);
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
    clearTimeout(late);
  }

  /** A request for each copy. */
  private prepared({ request, effect, origin, time }: Delivery): Prepared[] {
    const { name, method, url, signature, isDocumentsAddress } = request;
    const body = Buffer.from(request.body ?? '');
    const id = idOf(origin);
    const timestamp = Math.floor(time / 1000);
    const isSigned = this.settings.secret !== undefined && effect?.signature !== 'none';
    const secret = effect?.signature === 'wrong' ? `not ${this.settings.secret}` : this.settings.secret;
    const headers = {
      'User-Agent': 'drydock-kit',
      ...request.headers,
      [callbackHeader]: encodeURIComponent(name),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      ...(isSigned && secret !== undefined && signatureHeaders(secret, { id, timestamp, body }, signature)),
    };
    const kept = body.subarray(0, maxKeptText).toString('utf8');
    const facts = { name, method, url, headers, body: kept, size: body.length };
    return Array.from({ length: effect?.copies ?? 1 }, () => ({
      ...{ body, effect, isDocumentsAddress },
      shown: { ...facts, state: 'waiting', attempts: [] },
    }));
  }

  private async send(one: Prepared, page: string | undefined, update: () => Promise<void>): Promise<void> {
    const { log, naming } = this.settings;
    const end = async (state: SentCallback['state'], because?: string): Promise<void> => {
      const reason = because && naming(because);
      one.shown = { ...one.shown, state, reason };
      if (state === 'refused') log(`The callback ${one.shown.name} was not sent: ${reason ?? ''}`);
      await update();
    };
    const { lost, attempts = usualAttempts, cut = 0, waitMs = usualWaitMs, delayMs = 0 } = one.effect ?? {};
    if (lost === true) return end('lost');
    const target = await this.targetOf(one, page);
    if (typeof target === 'string') return end('refused', target);
    await update();
    for (let number = 1; number <= attempts; number += 1) {
      const pause = number === 1 ? delayMs : waitMs * 2 ** (number - 2);
      if (!(await this.waited(pause))) return end('failed', 'The mock ended before it was delivered.');
      const { method, headers } = one.shown;
      const made = await attempt({
        ...{ target, method, headers, body: one.body },
        ...{ isCut: number <= cut, signal: this.ended.signal },
      });
      one.shown = { ...one.shown, attempts: [...one.shown.attempts, made] };
      const { status = 0 } = made;
      if (status >= 200 && status < 300) return end('delivered');
      if (number < attempts) await update();
    }
    const none = attempts === 1 ? 'The attempt was not' : `None of ${attempts} attempts was`;
    return end('failed', `${none} answered with 2xx.`);
  }

  /** @returns a sentence where it must not be sent */
  private async targetOf(
    { body, shown, isDocumentsAddress }: Prepared,
    page: string | undefined,
  ): Promise<AllowedTarget | string> {
    const { hosts } = this.settings;
    if (page !== undefined && !isAllowedOrigin(page, hosts))
      return 'A page of another site asked for it; start the mock with --callback-host and its host to allow that.';
    if (isDocumentsAddress && URL.canParse(shown.url) && !isNamedHost(new URL(shown.url), hosts))
      return 'The document gives its address, and not the request; start the mock with --callback-host and its host to allow that.';
    if (body.length > maxBodyBytes) return `Its body is larger than ${maxBodyBytes} bytes.`;
    if (this.underWay.size > maxUnderWay) return `${maxUnderWay} others are under way.`;
    return this.allowed(shown.url).catch((cause: unknown) => {
      if (cause instanceof ControlProblem) return cause.message;
      throw cause;
    });
  }

  /** Checks an address, and resolves its host. @throws ControlProblem */
  allowed(url: string): Promise<AllowedTarget> {
    return allowedTarget(url, this.settings.hosts, undefined, notAllowed);
  }

  /** @returns false where the mock ends first */
  private async waited(ms: number): Promise<boolean> {
    if (this.ending.signal.aborted) return false;
    if (ms === 0) return true;
    return sleep(ms, true, { signal: this.ending.signal }).catch(() => false);
  }
}

/** A request with its bytes, and what the journal shows of it. */
interface Prepared {
  readonly body: Uint8Array;
  readonly effect: CallbackEffect | undefined;
  /** True if the document gives the host, and not the request. */
  readonly isDocumentsAddress: boolean;
  shown: SentCallback;
}

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The id by which a receiver tells callbacks apart; the same for every attempt and copy (Standard Webhooks, `webhook-id`). */
function idOf(origin: readonly (string | number)[]): string {
  const random = seededRandom('callback', ...origin);
  return `msg_${Array.from({ length: 24 }, () => digits[Math.floor(random() * digits.length)]).join('')}`;
}

/** The value of a body that no stage has read: a scenario answers before. */
function unreadBody(bytes: Uint8Array): unknown {
  const parsed = bytes.length === 0 ? {} : parseJsonBody(bytes);
  return 'value' in parsed ? parsed.value : undefined;
}

function notAllowed(host: string): string {
  return `Callbacks are sent only to this machine; start the mock with --callback-host ${host} for this one.`;
}

/**
 * The signature headers of a request: that of Standard Webhooks (its specification, section "Signature scheme"), and where the
 * document has a place of its own, the HMAC of the body there.
 *
 * @param secret a text, or `whsec_` and the base64 of the key
 * @param signed what is signed; the timestamp in seconds since 1970
 */
function signatureHeaders(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: Uint8Array },
  place: SignaturePlace | undefined,
): Record<string, string> {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const own = place && createHmac('sha256', key).update(body).digest(place.encoding);
  return {
    'webhook-signature': `v1,${standard}`,
    ...(place && own !== undefined && { [place.header]: place.prefix + own }),
  };
}
