import { markerFields, type PlannedScenario } from '../../mock/scenarios/change-response.js';
import { sentByFault } from '../../scenarios/faults/sent-by-fault.js';
import { deliveryNow, sentPart } from '../../journal/delivery.js';
import { endOf, followToEnd } from '../../server/http/follow-response.js';
import { sendFault } from '../../server/http/faults/send-fault.js';
import { wait } from '../../server/http/faults/wait.js';
import type { ExchangeRecorder } from '../recording/exchange-recorder.js';
import { changeBody } from './change-body.js';
import { passResponse, readResponse, type Passed } from './answer-client.js';
import type { Arrived, Forwarding } from './forwarding.js';
import { refuseForTarget } from './mock-answers.js';
import type { ChangedAnswer, Outcome, ResponseHead } from './outcome.js';
import type { ProxyExchange } from './proxy-exchange.js';
import { sentToClient } from './sent-to-client.js';
import type { OutgoingHttpHeaders } from 'node:http';
import type { HeaderChange } from '../../scenarios/scenario.js';
import { withoutField } from '../headers/end-to-end.js';

/** Sends a response of the target to the client, as it is or as a scenario changes it, and has the exchange recorded. */
export async function sendArrived(
  proxied: ProxyExchange,
  forwarding: Forwarding,
  arrived: Arrived,
  recorder: ExchangeRecorder,
): Promise<void> {
  const plan = proxied.exchange.scenario;
  const { status } = arrived.head;
  if (status < 200 || status > 999) {
    forwarding.abandon();
    await refuseForTarget(proxied, recorder, {
      code: 'STATUS',
      reason: `it answered with the status ${status}`,
    });
  } else if (!plan)
    record(proxied, arrived, recorder, await passResponse(proxied, forwarding, arrived, arrived.fields));
  else if (needsWholeBody(plan, arrived.head))
    await sendChanged(proxied, forwarding, arrived, plan, recorder);
  else await sendLater(proxied, forwarding, arrived, plan, recorder);
}

function record(
  proxied: ProxyExchange,
  arrived: Arrived,
  recorder: ExchangeRecorder,
  passed: Passed,
  changed?: ChangedAnswer,
): void {
  recorder.record(proxied, outcomeOf(proxied, arrived, passed, changed));
}

function outcomeOf(
  proxied: ProxyExchange,
  { head, fields }: Arrived,
  { held, end, problemBehind }: Passed,
  changed?: ChangedAnswer,
): Outcome {
  return {
    answer: { ...head, body: held },
    fields,
    ...(changed ? { changed } : {}),
    problem: end === 'target broke off' ? brokenOff : problemBehind,
    delivery: deliveryNow(proxied.delivery),
    isLeft: end === 'client went away',
    durationMs: performance.now() - proxied.exchange.request.elapsed,
  };
}

const brokenOff = 'the connection was closed before the whole response had arrived';

/** The target's response after a wait, with other fields. */
async function sendLater(
  proxied: ProxyExchange,
  forwarding: Forwarding,
  arrived: Arrived,
  plan: PlannedScenario,
  recorder: ExchangeRecorder,
): Promise<void> {
  forwarding.isDelayed = true;
  const fields = changedFields(arrived.fields, plan);
  const unsent = { held: proxied.responseBody, end: 'client went away' } as const;
  await showHeld(proxied, arrived, plan, recorder, unsent, fields);
  if ((await delayed(proxied, plan)) === 'gone') {
    recordUnsent(proxied, arrived, recorder, unsent, fields);
    return;
  }
  const passed = await passResponse(proxied, forwarding, arrived, fields);
  const body = passed.held.bytes ?? Buffer.alloc(0);
  record(proxied, arrived, recorder, passed, {
    status: arrived.head.status,
    fields,
    body,
    broken: undefined,
  });
}

/** The target's response with a patched body, or broken by a fault. */
async function sendChanged(
  proxied: ProxyExchange,
  forwarding: Forwarding,
  arrived: Arrived,
  plan: PlannedScenario,
  recorder: ExchangeRecorder,
): Promise<void> {
  const { response, context, exchange } = proxied;
  const passed = await readResponse(proxied, forwarding, arrived);
  const original = passed.held.bytes;
  if (original === undefined || passed.end !== 'complete') {
    forwarding.abandon();
    const reason = passed.held.notHeld ?? 'it broke off in the middle of its response';
    await refuseForTarget(proxied, recorder, {
      code: 'UNCHANGEABLE',
      reason: `a scenario was to change it, but ${reason}`,
    });
    return;
  }
  const { status, reason } = arrived.head;
  const changed = await changeBody(arrived, exchange.method === 'HEAD', original, plan);
  const fields = changedFields(changed.fields, plan);
  const { body } = changed;
  await showHeld(proxied, arrived, plan, recorder, passed, fields);
  if ((await delayed(proxied, plan)) === 'gone') {
    recordUnsent(proxied, arrived, recorder, { ...passed, end: 'client went away' }, fields);
    return;
  }
  const { fault } = plan.effect;
  if (!fault || changed.isBroken) {
    response.sendDate = false;
    response.writeHead(status, reason, [...fields]);
    const isOver = sentToClient(proxied, () => (exchange.method === 'HEAD' ? 0 : body.length));
    response.end(exchange.method === 'HEAD' ? undefined : body);
    await isOver;
    const broken = fault && ({ head: true, end: 'finished' } as const);
    record(proxied, arrived, recorder, passed, { status, fields, body, broken });
    return;
  }
  const { contentLength, bytes, end } = await sentByFault(fault, body);
  const broken = { head: contentLength !== undefined, end };
  const { delivery } = proxied;
  response.sendDate = false;
  const isOver = new Promise<void>((resolve) => {
    delivery.whenEnded = resolve;
  });
  await sendFault(response, { status, headers: fieldsByName(fields), body }, fault, context.signal, delivery);
  followToEnd(response, delivery, context.signal);
  await isOver;
  const sent = sentPart({ bytes, size: bytes.length }, delivery);
  record(proxied, arrived, recorder, passed, { status, fields, body: sent.bytes, broken });
}

/** Records a response for which the client did not wait. */
function recordUnsent(
  proxied: ProxyExchange,
  arrived: Arrived,
  recorder: ExchangeRecorder,
  passed: Passed,
  fields: readonly string[],
): void {
  proxied.delivery.end(endOf(proxied.request.socket, proxied.context.signal));
  record(proxied, arrived, recorder, passed, nothingSent(arrived, fields));
}

/** Shows in the record of an exchange what the target answered, where a scenario may hold the response back for long. */
async function showHeld(
  proxied: ProxyExchange,
  arrived: Arrived,
  { effect }: PlannedScenario,
  recorder: ExchangeRecorder,
  passed: Passed,
  fields: readonly string[],
): Promise<void> {
  if (effect.delayMs === 0 && effect.fault === undefined) return;
  await recorder.show(proxied, outcomeOf(proxied, arrived, passed, nothingSent(arrived, fields)));
}

function nothingSent({ head: { status } }: Arrived, fields: readonly string[]): ChangedAnswer {
  return { status, fields, body: Buffer.alloc(0), broken: undefined };
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
  const kept = withoutField(fields, name.toLowerCase());
  return value === undefined ? kept : [...kept, name, value];
}

/** Fields by name, repeated ones as a list: the form in which a fault sends them. */
export function fieldsByName(fields: readonly string[]): OutgoingHttpHeaders {
  const byName: Record<string, string[]> = {};
  const written = new Map<string, string>();
  for (let index = 0; index < fields.length; index += 2) {
    const [given = '', value = ''] = [fields[index], fields[index + 1]];
    const name = written.get(given.toLowerCase()) ?? given;
    written.set(given.toLowerCase(), name);
    byName[name] = [...(byName[name] ?? []), value];
  }
  return Object.fromEntries(
    Object.entries(byName).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}
