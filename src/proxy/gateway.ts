/**
 * In front of a real service: each request passes the stages that hold there too, so that a scenario may force its response,
 * and goes to the target otherwise. What the target sends comes back as it is, or as a scenario changes it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { firstOwnStage, passStage } from '../mock/stages/serve-request.js';
import { scenarioLooksAtBody } from '../mock/scenarios/follow-scenario.js';
import { askForBody } from '../server/http/expect-continue.js';
import { refuseForMemory } from '../server/http/handle-request.js';
import { abandon } from '../server/http/send-responses.js';
import { waitingConnection, wantsUpgrade } from '../server/http/upgrades.js';
import type { Gateway, ServerContext } from '../server/server-context.js';
import { requestedNames } from './headers/request-fields.js';
import { CorsPolicy } from './headers/cors-policy.js';
import { answerPreflight } from './exchange/answer-preflight.js';
import { isPreflight } from '../mock/exchange/cors.js';
import type { Family } from '../control/metrics/prometheus-text.js';
import { knownHosts } from '../control/guard/known-hosts.js';
import { mayChangeBody, withoutConditions } from './exchange/change-body.js';
import { Forwarding, type Arrived, type Unreachable } from './exchange/forwarding.js';
import {
  answerFromMock,
  refuseForTarget,
  refuseWithoutRoute,
  sendOwn,
  refuseUpgrade,
} from './exchange/mock-answers.js';
import type { Outcome } from './exchange/outcome.js';
import { sendArrived } from './exchange/send-arrived.js';
import { fieldsForSwitch, switchProtocols } from './upgrade/switch-protocols.js';
import { proxyExchangeOf, type ProxyExchange } from './exchange/proxy-exchange.js';
import { gatewayOptions, type GatewayValues } from '../options/proxy-options.js';
import type { HarCounts, HarLog } from './recording/har-log.js';
import { harMetrics, judgeMetrics, WindowMetrics } from './recording/proxy-metrics.js';
import { ExchangeRecorder } from './recording/exchange-recorder.js';
import { errorResponse } from '../mock/exchange/error-response.js';
import type { Exchange } from '../mock/exchange/exchange.js';
import { headerOf } from '../mock/exchange/request.js';
import type { MockResponse } from '../mock/exchange/response.js';
import { ProxyJudge, type JudgeOptions } from './judging/proxy-judge.js';
import { verdictJson, type ProxyVerdict } from './judging/verdict.js';
import { Routes, type Route, type RouteOptions } from './target/routes.js';

/** Options for the exchanges that pass a proxy. */
export type GatewayOptions = RouteOptions &
  Partial<Pick<GatewayValues, 'mock' | 'mockOn' | 'maxHeld' | 'keepMessages'>>;

/** Without a request for so long nobody waits for a response, in milliseconds. */
const quietMs = 50;

/** A gateway to one service, or to several by the beginning of the path. */
export class TargetGateway implements Gateway {
  readonly routes: Routes;
  readonly maxHeadBytes: number;
  /** The verdict about everything that passed; undefined until the end. */
  lastVerdict: ProxyVerdict | undefined;
  /** Resolves when the control API ends the proxy. */
  readonly stopped: Promise<void>;
  /** Of responses to requests that no service gets. */
  private readonly cors: CorsPolicy;
  private readonly judge: ProxyJudge;
  private readonly recorder: ExchangeRecorder;
  /** Of the HAR, at the beginning of the window. */
  private before: HarCounts | undefined;
  private readonly windowMetrics = new WindowMetrics();
  private stop: () => void = () => undefined;
  /** Set before the first request. */
  declare private context: ServerContext;
  private lastRequest = 0;
  private readonly maxHeld: number;
  private readonly keepsMessages: boolean;
  private readonly mocked: ReadonlySet<string>;
  private readonly mockOn: ReadonlySet<number | 'unreachable'>;

  /** @throws OptionError for an address that is none */
  constructor(
    options: GatewayOptions,
    judging: JudgeOptions,
    private readonly har: HarLog | undefined,
    allowHosts?: readonly string[],
  ) {
    const isKnownHost = knownHosts({ allowHosts });
    this.routes = new Routes(options, isKnownHost);
    this.cors = new CorsPolicy(options.cors ?? false, isKnownHost);
    this.judge = new ProxyJudge(judging, this.routes);
    this.recorder = new ExchangeRecorder(this.judge, () => performance.now() - this.lastRequest < quietMs);
    this.keepsMessages = options.keepMessages ?? false;
    this.maxHeld = options.maxHeld ?? gatewayOptions.maxHeld.default;
    this.maxHeadBytes = options.maxHead ?? gatewayOptions.maxHead.default;
    this.mocked = new Set(options.mock);
    this.mockOn = new Set(options.mockOn);
    this.stopped = new Promise((resolve) => (this.stop = resolve));
  }

  open(context: ServerContext): void {
    this.context = context;
    this.har?.follow(context);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { context } = this;
    const route = this.routes.find(request.url ?? '/');
    const cors = route?.cors ?? this.cors;
    if (route && isOwnPreflight(request, cors)) void answerPreflight(request, response, route);
    else if (context.memory.isFull) refuseForMemory(context, response, cors.fieldsFor(request.headers));
    else
      this.answer(request, response, route).catch((cause: unknown) => {
        context.log(`Failed to forward ${request.method ?? ''} ${request.url ?? ''}: ${String(cause)}`);
        response.destroy();
      });
  }

  settled(): Promise<void> {
    return this.recorder.settled();
  }

  async report(stop: boolean): Promise<unknown> {
    const verdict = await this.verdict();
    if (stop) this.stop();
    return verdictJson(verdict);
  }

  async ended(): Promise<void> {
    this.lastVerdict = await this.verdict();
    await this.har?.close();
    this.routes.close();
  }

  /** The verdict about everything until now. */
  private async verdict(): Promise<ProxyVerdict> {
    await this.settled();
    return this.judge.verdict(this.context.serving.mock, this.har?.notices());
  }

  /** Ends a window with its verdict, and begins another one. */
  endWindow(): ProxyVerdict {
    const verdict = this.judge.endWindow(this.context.serving.mock, this.har?.notices(this.before));
    this.before = this.har?.counts;
    this.windowMetrics.add(verdict);
    return verdict;
  }

  service(): ReturnType<Gateway['service']> {
    const { passed, notJudged, found } = this.judge.counts;
    return {
      mode: 'proxy',
      targets: this.routes.addresses,
      traffic: {
        exchanges: passed,
        notJudged,
        brokenRules: found.map(({ count: _, ...rule }) => rule),
      },
      start: null,
    };
  }

  metrics(): readonly Family[] {
    return [
      ...judgeMetrics(this.judge.counts),
      ...this.windowMetrics.families,
      ...harMetrics(this.har?.counts),
    ];
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    route: Route | undefined,
  ): Promise<void> {
    const { context } = this;
    const proxied = proxyExchangeOf(context, request, response, route, this.maxHeld);
    context.accessLog?.describe(response, proxied.exchange);
    proxied.exchange.cors = (route?.cors ?? this.cors).fieldsFor(request.headers);
    this.lastRequest = performance.now();
    response.once('close', () => {
      proxied.body.held.release();
      proxied.responseBody.release();
      if (proxied.body.isAwaited) void abandon(proxied);
    });
    if (wantsUpgrade(request) && !waitingConnection(request)) refuseUpgrade(proxied);
    else
      await this.answerExchange(proxied).catch((cause: unknown) => {
        response.destroy();
        void abandon(proxied);
        throw cause;
      });
  }

  private async answerExchange(proxied: ProxyExchange): Promise<void> {
    const { match } = proxied.exchange;
    if (await followedScenario(proxied)) return;
    if (match.kind === 'operation' && this.mocked.has(match.served.operation.id))
      await answerFromMock(proxied, 'operation');
    else if (proxied.route) await this.forward(proxied, proxied.route);
    else refuseWithoutRoute(proxied, this.routes.all);
  }

  private async forward(given: ProxyExchange, route: Route): Promise<void> {
    const { scenario } = given.exchange;
    const isWhole = scenario !== undefined && mayChangeBody(scenario);
    const isSwitch = waitingConnection(given.request) !== undefined;
    const fields = isSwitch ? fieldsForSwitch(given, this.keepsMessages) : given.fields;
    const proxied =
      isWhole || isSwitch ? { ...given, fields: isWhole ? withoutConditions(fields) : fields } : given;
    const forwarding = new Forwarding(proxied, route.target);
    const result = await forwarding.send();
    if (result === undefined) await abandon(proxied);
    else if ('code' in result) await this.withoutTarget(proxied, result);
    else await this.withTarget(proxied, forwarding, presented(proxied, route, result));
  }

  private async withTarget(proxied: ProxyExchange, forwarding: Forwarding, result: Arrived): Promise<void> {
    if (result.switched) {
      const isOver = await switchProtocols(proxied, result, result.switched, {
        recorder: this.recorder,
        keepsMessages: this.keepsMessages,
      });
      if (!isOver) await abandon(proxied);
    } else if (this.mockOn.has(result.head.status) && (await canMock(proxied))) {
      forwarding.abandon();
      await answerFromMock(proxied, `status=${result.head.status}`);
    } else {
      const show = (outcome: Outcome) => this.recorder.show(proxied, outcome);
      this.recorder.record(proxied, await sendArrived({ proxied, forwarding, arrived: result, show }));
    }
  }

  private async withoutTarget(proxied: ProxyExchange, reason: Unreachable): Promise<void> {
    if (this.mockOn.has('unreachable') && (await canMock(proxied)))
      await answerFromMock(proxied, 'unreachable');
    else this.recorder.record(proxied, await refuseForTarget(proxied, reason));
  }
}

/** Tells whether a preflight is not for the target alone: `--cors` answers it, or it names fields that speak to Drydock. */
function isOwnPreflight({ method, headers }: IncomingMessage, cors: CorsPolicy): boolean {
  if (method !== 'OPTIONS' || !isPreflight(headers)) return false;
  return cors.decidesFor(headers.origin) || requestedNames(headers).own.length > 0;
}

/** A response of the target as the page may read it, where the target does not decide that; learns from it where it does. */
function presented(
  { request, exchange }: ProxyExchange,
  { address, cors }: Route,
  arrived: Arrived,
): Arrived {
  const { headers, method } = request;
  const { origin } = headers;
  const { fields, mapped } = address.response(arrived.fields, exchange.origin);
  if (mapped.length > 0) exchange.mapped = [...exchange.mapped, ...mapped.map((name) => `response ${name}`)];
  if (origin === undefined) return { ...arrived, fields };
  if (cors.decidesFor(origin)) return { ...arrived, fields: cors.forced(fields, headers) };
  cors.learn(origin, fields, method === 'OPTIONS' && isPreflight(headers));
  exchange.cors = cors.fieldsFor(headers);
  return { ...arrived, fields };
}

/** Tells whether a stage before the service responded: a scenario that forces a response, or a choice that can't be used. */
async function followedScenario(proxied: ProxyExchange): Promise<boolean> {
  const { exchange, context, body, request, response } = proxied;
  // Without a wait where nothing has to be waited for, as for most requests.
  let looks = scenarioLooksAtBody(exchange);
  if (looks instanceof Promise) looks = await looks;
  if (looks) {
    if (request.headers.expect !== undefined) askForBody(response);
    await body.readAhead();
  }
  for (let index = 0; index < firstOwnStage; index += 1) {
    let answer = passStage(exchange, context.log, index);
    if (answer instanceof Promise) answer = await answer;
    if (!answer) continue;
    if (request.headers.expect === undefined) await body.readAhead();
    sendOwn(proxied, answer);
    return true;
  }
  const refusal = refuseScenario(exchange);
  if (!refusal) return false;
  sendOwn(proxied, refusal);
  return true;
}

/** Refuses a scenario that a request names where it can't be applied: elsewhere than on an operation. */
function refuseScenario(exchange: Exchange): MockResponse | undefined {
  const named = headerOf(exchange.request.headers, 'x-mock-scenario');
  if (exchange.match.kind === 'operation' || named === undefined || named.trim() === 'normal')
    return undefined;
  const { method, path } = exchange;
  const error = `Scenarios apply to operations of the document, and it has no ${method} ${path}: leave X-Mock-Scenario out, or describe the operation`;
  return errorResponse(exchange, 400, "The scenario asked for can't be applied", [error]);
}

/** The mock knows the document's operations alone, and needs the whole request, which may be too large to be held. */
async function canMock({ exchange, body, request, response }: ProxyExchange): Promise<boolean> {
  if (exchange.match.kind !== 'operation') return false;
  if (request.headers.expect !== undefined && !request.complete) askForBody(response);
  await body.readAhead();
  return body.held.notHeld === undefined;
}
