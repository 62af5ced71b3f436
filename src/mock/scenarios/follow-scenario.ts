import { getOrMake } from '../../contract/get-or-make.js';
import { channelHeaders, channelText, chooseScenarios, type Choice } from '../../scenarios/channels.js';
import type { UnusableChoice } from '../../scenarios/choosing/selection.js';
import {
  combine,
  counterOf,
  countsCalls,
  effectOf,
  looksAtBody,
  matches,
} from '../../scenarios/plan-effect.js';
import type { RequestFacts } from '../../scenarios/plan-effect.js';
import type { Effect, Scenario, ForcedAnswer } from '../../scenarios/scenario.js';
import { seededRandom } from '../../contract/seeded-random.js';
import type { MaybePromise, SetScenario } from '../../state/state.js';
import { errorResponse, quotaSpent } from '../exchange/error-response.js';
import type { Exchange } from '../exchange/exchange.js';
import { headerOf, parseJsonBody, type RequestHeaders } from '../exchange/request.js';
import { jsonResponse, plainResponse, type MockResponse } from '../exchange/response.js';
import type { PlannedScenario } from './change-response.js';

/** Plans what the chosen scenario does to the request, and responds where it forces a response. */
export function followScenario(exchange: Exchange): MaybePromise<MockResponse | undefined> {
  const plan = planScenario(exchange);
  return plan instanceof Promise ? plan.then((late) => follow(exchange, late)) : follow(exchange, plan);
}

function follow(
  exchange: Exchange,
  plan: PlannedScenario | UnusableChoice | undefined,
): MockResponse | undefined {
  if (!plan) return undefined;
  if ('usable' in plan) return errorResponse(exchange, 400, plan.message, plan.errors);
  exchange.scenario = plan;
  const forced = forcedResponse(exchange, plan.effect);
  if (forced) exchange.answeredBy = 'scenario';
  return forced;
}

/**
 * Decides what the chosen scenarios do to a request, and counts the call. Undefined for a request that is answered normally;
 * an unusable choice when the request names a scenario that does not exist.
 */
function planScenario(exchange: Exchange): MaybePromise<PlannedScenario | UnusableChoice | undefined> {
  const set = exchange.mock.state.scenarios.inForce(exchange.identity.sandbox);
  return set instanceof Promise ? set.then((late) => plan(exchange, late)) : plan(exchange, set);
}

/** Tells whether a scenario that was chosen for a request looks at its body, which must have been read for `followScenario` then. */
export function scenarioLooksAtBody(exchange: Exchange): MaybePromise<boolean> {
  const looks = (set: SetScenario | undefined): boolean => {
    const choice = choose(exchange, set);
    return choice?.usable === true && choice.scenarios.some(looksAtBody);
  };
  const set = exchange.mock.state.scenarios.inForce(exchange.identity.sandbox);
  return set instanceof Promise ? set.then(looks) : looks(set);
}

function choose(exchange: Exchange, set: SetScenario | undefined): Choice | UnusableChoice | undefined {
  const { request, identity, match, mock } = exchange;
  const query = mock.options.queryControl && exchange.query.includes('__') ? exchange.query : undefined;
  if (!set && identity.scenario === undefined && query === undefined && !channelHeadersIn(request.headers))
    return undefined;
  return chooseScenarios(mock.scenarios, {
    headers: request.headers,
    query,
    keyScenario: identity.scenario,
    inlineScenario: set && mock.inlineScenarios.find(set),
    sandboxScenario: set?.channel === 'sandbox' ? set.names : undefined,
    defaultScenario: set?.channel === 'default' ? set.names : undefined,
    operation: match.kind === 'operation' ? match.served.operation : undefined,
  });
}

function plan(
  exchange: Exchange,
  set: SetScenario | undefined,
): MaybePromise<PlannedScenario | UnusableChoice | undefined> {
  const choice = choose(exchange, set);
  if (!choice?.usable) return choice;
  exchange.dynamic = choice.dynamic;
  exchange.preferredStatus = choice.status;
  const facts = factsOf(exchange);
  if (!facts || choice.scenarios.length === 0) return undefined;
  const effects = choice.scenarios.map((scenario) =>
    matches(scenario, facts) ? effectNow(exchange, scenario, facts) : undefined,
  );
  const known = effects.filter((effect): effect is Effect | undefined => !(effect instanceof Promise));
  if (known.length === effects.length) return planned(choice, known);
  return Promise.all(effects.map((effect) => Promise.resolve(effect))).then((late) => planned(choice, late));
}

/** Tells whether a request has a header that a channel reads; most have none, and nobody else chooses either. */
function channelHeadersIn(headers: RequestHeaders): boolean {
  for (const name of lowerCaseChannelHeaders) if (headers[name] !== undefined) return true;
  return false;
}

const lowerCaseChannelHeaders = channelHeaders.map((name) => name.toLowerCase());

function effectNow(
  exchange: Exchange,
  scenario: Scenario,
  facts: RequestFacts,
): MaybePromise<Effect | undefined> {
  const { mock, identity } = exchange;
  const effectAt = (call: number): Effect | undefined =>
    effectOf(scenario, call, facts, seededRandom(mock.options.seed, identity.sandbox, scenario.name, call));
  if (!countsCalls(scenario)) return effectAt(1);
  const counter = counterOf(scenario, facts.operationId);
  const call = mock.state.scenarios.countCall(identity.sandbox, counter);
  return call instanceof Promise ? call.then(effectAt) : effectAt(call);
}

/** @param effects of the chosen scenarios, in the same order */
function planned(
  { scenarios, channels }: Choice,
  effects: readonly (Effect | undefined)[],
): PlannedScenario | undefined {
  const effect = combine(effects.filter((one) => one !== undefined));
  if (!effect) return undefined;
  const applied = <T>(items: readonly T[]): T[] => items.filter((_, index) => effects[index] !== undefined);
  const names = applied(scenarios).map(({ name }) => name);
  const channel = channelText(applied(channels));
  const { stepLabel: step, fault } = effect;
  return { effect, applied: { names, channel, step, fault: fault?.kind, changes: changesOf(effect) } };
}

function changesOf({ answer, spendQuota, delayMs, headers, patches, fault, callbacks }: Effect): string[] {
  return [
    ...(answer ? [`status ${answer.status}`] : spendQuota ? ['quota spent'] : []),
    ...(delayMs > 0 ? [`delay ${delayMs} ms`] : []),
    ...headers.map(({ name, value }) => (value === undefined ? `without header ${name}` : `header ${name}`)),
    ...patches.map(({ kind, pointer }) => `${kind} ${pointer}`),
    ...(fault ? [`fault ${fault.kind}`] : []),
    ...(callbacks ? ['callbacks'] : []),
  ];
}

/** Scenarios apply to operations; an unknown path or method gets its usual error. */
function factsOf(exchange: Exchange): RequestFacts | undefined {
  const { match, request } = exchange;
  if (match.kind !== 'operation') return undefined;
  let body: { readonly value: unknown } | undefined;
  return {
    operationId: match.served.operation.id,
    header: (name) => headerOf(request.headers, name.toLowerCase()),
    body() {
      if (!body) {
        const parsed = parseJsonBody(request.body.bytes);
        body = { value: 'value' in parsed ? parsed.value : undefined };
      }
      return body.value;
    },
  };
}

/** The response that a scenario forces, whatever the key, quota or body; undefined when it forces none. */
function forcedResponse(exchange: Exchange, { answer, spendQuota }: Effect): MockResponse | undefined {
  const { mock, match, origin } = exchange;
  if (answer) {
    const response = getOrMake(made, answer, () => responseOf(answer));
    if (match.kind !== 'operation' || !mock.withOwnLinks) return response;
    return mock.withOwnLinks(match.served.operation, response, origin);
  }
  if (!spendQuota) return undefined;
  const resetSeconds = mock.quota?.windowSeconds ?? 60;
  exchange.quota = { allowed: false, remaining: 0, resetSeconds };
  return quotaSpent(exchange, resetSeconds);
}

/** Requests share forced answers, and so the responses made of them. */
const made = new WeakMap<ForcedAnswer, MockResponse>();

function responseOf({ status, headers, content }: ForcedAnswer): MockResponse {
  if (!content) return plainResponse(status, headers);
  if ('bytes' in content.body) {
    const { bytes } = content.body;
    const all = { 'Content-Type': content.mediaType, ...headers };
    return { ...plainResponse(status, all), body: bytes, size: bytes.length };
  }
  if ('json' in content.body) return jsonResponse(status, content.body.json, headers, content.mediaType);
  const type = /charset=|^(?!text\/)/.test(content.mediaType)
    ? content.mediaType
    : `${content.mediaType}; charset=utf-8`;
  return plainResponse(status, { 'Content-Type': type, ...headers }, content.body.text);
}
