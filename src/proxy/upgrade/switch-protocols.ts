/** A connection that becomes another protocol's, such as WebSocket (RFC 9110 section 7.8): the response 101, then every byte. */
import type { Socket } from 'node:net';
import type { LiveDelivery } from '../../journal/delivery.js';
import type { FrameCounts, KeptMessage, WebSocketFrames } from '../../journal/journal-entry.js';
import { updateExchange } from '../../mock/recording/record-exchange.js';
import { faultKind, type Fault } from '../../scenarios/faults/registry.js';
import { sentByFault } from '../../scenarios/faults/sent-by-fault.js';
import { ResponseMeter } from '../../server/http/follow-response.js';
import { headText } from '../../server/http/streams/fields.js';
import { waitingConnection } from '../../server/http/upgrades.js';
import type { Arrived, SwitchedConnection } from '../exchange/forwarding.js';
import { refuseForTarget } from '../exchange/mock-answers.js';
import type { ProxyExchange } from '../exchange/proxy-exchange.js';
import { changedFields, delayed } from '../exchange/send-arrived.js';
import { sendByFault } from '../exchange/sent-to-client.js';
import { withoutFields } from '../headers/end-to-end.js';
import { keptFields, otherProtocol, type ExchangeRecorder } from '../recording/exchange-recorder.js';
import { FrameCounter } from './frame-counter.js';
import { MessageLog } from './message-log.js';
import { tunnel, type TunnelBreak } from './tunnel.js';

/**
 * The fields of a request that asks for another protocol, as they go to the target.
 *
 * @param isRead whether messages are kept: compressed ones could not be read
 */
export function fieldsForSwitch({ fields, request }: ProxyExchange, isRead: boolean): readonly string[] {
  const offered = isRead ? withoutFields(fields, 'sec-websocket-extensions') : fields;
  return [...offered, 'Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? ''];
}

interface SwitchOptions {
  readonly recorder: ExchangeRecorder;
  /** True if the messages of a WebSocket are kept. */
  readonly keepsMessages: boolean;
}

/**
 * Hands a client's connection over to the protocol that the target agreed to, or breaks it as a scenario wants, and records the exchange
 * at its end.
 *
 * @returns false where the client went away before
 */
export async function switchProtocols(
  proxied: ProxyExchange,
  arrived: Arrived,
  switched: SwitchedConnection,
  { recorder, keepsMessages }: SwitchOptions,
): Promise<boolean> {
  const { scenario: plan } = proxied.exchange;
  const { socket: target } = switched;
  target.on('error', () => target.destroy());
  if (plan && (await delayed(proxied, plan)) !== 'elapsed') {
    target.destroy();
    return false;
  }
  const fault = plan?.effect.fault;
  const broken = fault && tunnelBreaks[fault.kind];
  if (!fault || broken) {
    const fields = plan ? changedFields(arrived.fields, plan) : arrived.fields;
    await join(proxied, { ...arrived, fields }, switched, { recorder, broken, keepsMessages });
    return true;
  }
  target.destroy();
  if (faultKind(fault.kind)?.hidesStatus) await breakInstead(proxied, arrived, fault, recorder);
  else {
    const reason = `a scenario was to break its body (${fault.kind}), and a connection that changes its protocol has none`;
    recorder.record(proxied, await refuseForTarget(proxied, { code: 'UNCHANGEABLE', reason }));
  }
  return true;
}

/** The faults of a response's body that a tunnel has too. */
const tunnelBreaks: Readonly<Record<string, TunnelBreak>> = {
  'truncated-body': 'cut',
  'headers-then-nothing': 'stall',
};

/** Breaks the connection in place of the response. */
async function breakInstead(
  proxied: ProxyExchange,
  arrived: Arrived,
  fault: Fault,
  recorder: ExchangeRecorder,
): Promise<void> {
  const { status } = arrived.head;
  const body = Buffer.alloc(0);
  await sendByFault(proxied, { status, headers: {}, body }, fault);
  const { end } = await sentByFault(fault, body);
  const changed = { status, fields: [], body, broken: { head: false, end } };
  await recorder.recordSwitched(proxied, { answer: arrived.head, fields: arrived.fields, changed });
}

interface JoinOptions extends SwitchOptions {
  readonly broken: TunnelBreak | undefined;
}

async function join(
  proxied: ProxyExchange,
  arrived: Arrived,
  { socket: target, early }: SwitchedConnection,
  { recorder, broken, keepsMessages }: JoinOptions,
): Promise<void> {
  const { context, exchange, delivery, request, response } = proxied;
  const connection = waitingConnection(request);
  if (!connection) throw new TypeError('The connection can not change its protocol.');
  const { socket: client } = connection;
  const ahead = connection.take();
  const sinceArrival = (): number => performance.now() - exchange.request.elapsed;
  const frames = isWebSocket(request.headers.upgrade) ? new Frames(sinceArrival, keepsMessages) : undefined;
  // Bytes that came before go through the tunnel like the rest.
  if (ahead.length > 0) client.unshift(ahead);
  if (early.length > 0) target.unshift(early);
  writeHead(client, arrived, delivery);
  response.statusCode = arrived.head.status;
  const { fields, head } = arrived;
  const shown = { status: head.status, headers: keptFields(fields), body: noBody, fromTarget: true } as const;
  exchange.answeredBy = 'target';
  await updateExchange(context, exchange, {
    response: shown,
    webSocket: frames,
    notJudged: otherProtocol,
  });
  const passing = (bytes: Buffer, from: 'client' | 'target'): void => frames?.of[from].add(bytes);
  delivery.end(await tunnel({ client, target, passing }, context.signal, broken));
  await recorder.recordSwitched(proxied, { answer: head, fields }, frames?.toJSON());
  response.emit('close');
}

function isWebSocket(upgrade = ''): boolean {
  return upgrade.trim().toLowerCase() === 'websocket';
}

/** Writes the response as the target sent it; what leaves behind it counts as its body. */
function writeHead(client: Socket, { head, fields, message }: Arrived, delivery: LiveDelivery): void {
  const { upgrade = '' } = message.headers;
  const text = headText(head.status, head.reason, [...fields, 'Connection', 'Upgrade', 'Upgrade', upgrade]);
  delivery.measureWith(new ResponseMeter(client, text.length).measure);
  client.write(text, 'latin1');
}

const noBody = { bytes: new Uint8Array(0), size: 0 };

/** Frames of both directions, as they are when they are asked for. */
class Frames implements WebSocketFrames {
  readonly of: Readonly<Record<'client' | 'target', FrameCounter>>;
  private readonly log: MessageLog | undefined;

  constructor(sinceArrival: () => number, keepsMessages: boolean) {
    this.log = keepsMessages ? new MessageLog(sinceArrival) : undefined;
    this.of = {
      client: new FrameCounter(sinceArrival, this.log?.listen('client')),
      target: new FrameCounter(sinceArrival, this.log?.listen('target')),
    };
  }

  get messages(): readonly KeptMessage[] | undefined {
    return this.log?.soFar.messages;
  }

  get dropped(): number | undefined {
    return this.log?.soFar.dropped;
  }

  get fromClient(): FrameCounts {
    return this.of.client.soFar;
  }

  get fromTarget(): FrameCounts {
    return this.of.target.soFar;
  }

  /** As they are now. */
  toJSON(): WebSocketFrames {
    return { fromClient: this.fromClient, fromTarget: this.fromTarget, ...this.log?.soFar };
  }
}
