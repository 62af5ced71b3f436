import type { PlannedScenario } from '../../mock/scenarios/change-response.js';
import { sentByFault } from '../../scenarios/faults/sent-by-fault.js';
import { sendFault } from '../../server/http/faults/send-fault.js';
import { wait } from '../../server/http/faults/wait.js';
import type { ExchangeRecorder } from '../recording/exchange-recorder.js';
import { passResponse, readResponse } from './answer-client.js';
import type { Passed } from './answer-client.js';
import { changedFields, fieldsByName, needsWholeBody, patchBody } from './change-answer.js';
import type { Arrived, Forwarding } from './forwarding.js';
import { refuseForTarget } from './mock-answers.js';
import type { ChangedAnswer } from './outcome.js';
import type { ProxyExchange } from './proxy-exchange.js';

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
    refuseForTarget(proxied, recorder, { code: 'STATUS', reason: `it answered with the status ${status}` });
  } else if (!plan)
    record(proxied, arrived, recorder, await passResponse(proxied, forwarding, arrived, arrived.head.fields));
  else if (needsWholeBody(plan, arrived.head))
    await sendChanged(proxied, forwarding, arrived, plan, recorder);
  else await sendLater(proxied, forwarding, arrived, plan, recorder);
}

function record(
  proxied: ProxyExchange,
  { head }: Arrived,
  recorder: ExchangeRecorder,
  { held, end, problemBehind }: Passed,
  changed?: ChangedAnswer,
): void {
  recorder.record(proxied, {
    answer: { ...head, body: held },
    ...(changed ? { changed } : {}),
    problem: end === 'target broke off' ? brokenOff : problemBehind,
    isLeft: end === 'client went away',
    durationMs: performance.now() - proxied.exchange.request.elapsed,
  });
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
  if ((await delayed(proxied, plan)) === 'gone') return;
  const fields = changedFields(arrived.head.fields, plan);
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
    refuseForTarget(proxied, recorder, {
      code: 'UNCHANGEABLE',
      reason: `a scenario was to change it, but ${reason}`,
    });
    return;
  }
  const { status, reason } = arrived.head;
  const patched = await patchBody(arrived.head, original, plan);
  const fields = changedFields(patched.fields, plan);
  const { body } = patched;
  if ((await delayed(proxied, plan)) === 'gone') return;
  const { fault } = plan.effect;
  if (!fault) {
    response.sendDate = false;
    response.writeHead(status, reason, [...fields]).end(exchange.method === 'HEAD' ? undefined : body);
    record(proxied, arrived, recorder, passed, { status, fields, body, broken: undefined });
    return;
  }
  const { contentLength, bytes, end } = await sentByFault(fault, body);
  const broken = { head: contentLength !== undefined, end };
  record(proxied, arrived, recorder, passed, { status, fields, body: Buffer.from(bytes), broken });
  response.sendDate = false;
  await sendFault(response, { status, headers: fieldsByName(fields), body }, fault, context.signal);
}

async function delayed({ response, context }: ProxyExchange, { effect }: PlannedScenario) {
  return effect.delayMs > 0 ? wait(effect.delayMs, response, context.signal) : 'elapsed';
}
