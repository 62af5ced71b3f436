import type { OutgoingHttpHeaders } from 'node:http';
import { sentPart } from '../../journal/delivery.js';
import { markerFields, type PlannedScenario } from '../../mock/scenarios/change-response.js';
import { sentByFault } from '../../scenarios/faults/sent-by-fault.js';
import type { HeaderChange } from '../../scenarios/scenario.js';
import { wait } from '../../server/http/faults/wait.js';
import { endOf } from '../../server/http/follow-response.js';
import { byName, withoutFields } from '../headers/end-to-end.js';
import { brokenOff, passResponse, readResponse, wentAway, type Passed } from './answer-client.js';
import { changeBody } from './change-body.js';
import type { Arrived, Forwarding } from './forwarding.js';
import { refuseForTarget } from './mock-answers.js';
import type { ChangedAnswer, Outcome, ResponseHead } from './outcome.js';
import type { ProxyExchange } from './proxy-exchange.js';
import { sendBody, sendByFault } from './sent-to-client.js';

/** A response of the target on its way to the client. */
interface Sending {
  readonly proxied: ProxyExchange;
  readonly forwarding: Forwarding;
  readonly arrived: Arrived;
  /** Shows what is known of the response in the record of the exchange, while its end is far. */
  readonly show: (outcome: Outcome) => Promise<void>;
}

/** Sends a response of the target to the client, as it is or as a scenario changes it. @returns the outcome once that is over */
export async function sendArrived(sending: Sending): Promise<Outcome> {
  const { proxied, forwarding, arrived } = sending;
  const plan = proxied.exchange.scenario;
  const { status } = arrived.head;
  if (status < 200 || status > 999) return refuse(sending, 'STATUS', `it answered with the status ${status}`);
  if (!plan) return outcomeOf(arrived, await passResponse(proxied, forwarding, arrived, arrived.fields));
  return needsWholeBody(plan, arrived.head) ? sendChanged(sending, plan) : sendLater(sending, plan);
}

/** Answers instead of a target whose response can't be sent on. */
function refuse({ proxied, forwarding }: Sending, code: string, reason: string): Promise<Outcome> {
  forwarding.abandon();
  return refuseForTarget(proxied, { code, reason });
}

function outcomeOf({ head, fields }: Arrived, passed: Passed, changed?: ChangedAnswer): Outcome {
  return { answer: head, fields, changed, ...passed };
}

/** The target's response after a wait, with other fields. */
async function sendLater(sending: Sending, plan: PlannedScenario): Promise<Outcome> {
  const { proxied, forwarding, arrived } = sending;
  forwarding.isDelayed = true;
  const fields = changedFields(arrived.fields, plan);
  const left = await leftMeanwhile(sending, plan, {}, fields);
  if (left) return left;
  const passed = await passResponse(proxied, forwarding, arrived, fields);
  const body = proxied.responseBody.bytes ?? Buffer.alloc(0);
  return outcomeOf(arrived, passed, { status: arrived.head.status, fields, body });
}

/** The target's response with a patched body, or broken by a fault. */
async function sendChanged(sending: Sending, plan: PlannedScenario): Promise<Outcome> {
  const { proxied, forwarding, arrived } = sending;
  const { response, exchange, delivery, responseBody } = proxied;
  const passed = await readResponse(proxied, forwarding, arrived);
  const original = responseBody.bytes;
  if (original === undefined || passed === brokenOff) {
    const reason = responseBody.notHeld ?? 'it broke off in the middle of its response';
    return refuse(sending, 'UNCHANGEABLE', `a scenario was to change it, but ${reason}`);
  }
  const { status, reason } = arrived.head;
  const changed = await changeBody(arrived, exchange.method === 'HEAD', original, plan);
  const fields = changedFields(changed.fields, plan);
  const { body } = changed;
  const left = await leftMeanwhile(sending, plan, passed, fields);
  if (left) return left;
  const { fault } = plan.effect;
  response.sendDate = false;
  if (!fault || changed.isBroken) {
    response.writeHead(status, reason, [...fields]);
    await sendBody(proxied, body);
    const broken = fault && ({ head: true, end: 'finished' } as const);
    return outcomeOf(arrived, passed, { status, fields, body, broken });
  }
  const { contentLength, bytes, end } = await sentByFault(fault, body);
  await sendByFault(proxied, { status, headers: headersOf(fields), body }, fault);
  const sent = sentPart({ bytes, size: bytes.length }, delivery);
  const broken = { head: contentLength !== undefined, end };
  return outcomeOf(arrived, passed, { status, fields, body: sent.bytes, broken });
}

/**
 * Waits as long as a scenario holds the response back, and shows meanwhile in the record of the exchange what the target answered.
 *
 * @returns the outcome where the client did not wait
 */
async function leftMeanwhile(
  { proxied, arrived, show }: Sending,
  plan: PlannedScenario,
  passed: Passed,
  fields: readonly string[],
): Promise<Outcome | undefined> {
  const nothingSent = { status: arrived.head.status, fields, body: Buffer.alloc(0) };
  const unsent = outcomeOf(arrived, { ...passed, ...wentAway }, nothingSent);
  if (plan.effect.delayMs > 0 || plan.effect.fault) await show(unsent);
  if ((await delayed(proxied, plan)) !== 'gone') return undefined;
  proxied.delivery.end(endOf(proxied.request.socket, proxied.context.signal));
  return unsent;
}

export async function delayed({ response, context }: ProxyExchange, { effect }: PlannedScenario) {
  return effect.delayMs > 0 ? wait(effect.delayMs, response, context.signal) : 'elapsed';
}

/** Tells whether a scenario must see the whole body of a response. */
function needsWholeBody({ effect }: PlannedScenario, { status }: ResponseHead): boolean {
  return effect.fault !== undefined || (effect.patches.length > 0 && status >= 200 && status < 300);
}

/** The fields of a response after a scenario's changes, with the marker headers. */
export function changedFields(fields: readonly string[], { effect, applied }: PlannedScenario): string[] {
  return [...effect.headers.reduce(changeField, [...fields]), ...markerFields(applied)];
}

function changeField(fields: string[], { name, value }: HeaderChange): string[] {
  const kept = withoutFields(fields, name.toLowerCase());
  return value === undefined ? kept : [...kept, name, value];
}

/** The form in which a fault sends fields: a value that stands alone is a text. */
function headersOf(fields: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(
    byName(fields).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}
