/** Judges a server by ordinary traffic: exchange by exchange, and through a proxy in front of it. */
import type { ConformanceEvent } from '../../conformance/events.js';
import type { LoadedRule } from '../../conformance/rules/rule.js';
import { exchangeWith, ordinaryRequests } from '../../conformance/testing/ordinary-traffic.js';
import { createTrafficJudge } from '../../conformance/traffic/traffic-judge.js';
import { startProxy } from '../start-proxy.js';
import { loadShippingContract, shippingService } from '../../shipping/shipping-service.js';
import { startReferenceServer } from '../../../kill-matrix/reference-server/reference-server.js';
import type { RunningServer } from '../../../kill-matrix/reference-server/reference-server.js';
import type { Variation } from '../../../kill-matrix/variations/variation.js';

/** Loaded and compiled once for all servers. */
const contract = await loadShippingContract();

/** Ids of the rules that a server fails, in alphabetical order. */
export interface TrafficResult {
  /** By the exchanges of a client that talks to it. */
  readonly direct: readonly string[];
  /** By those of a client that talks to the proxy. */
  readonly proxied: readonly string[];
}

/** Sends the fixed set of ordinary requests to a server with a variation, without and with a proxy. */
export async function checkTraffic(
  variation: Variation | undefined,
  rules: readonly LoadedRule[],
): Promise<TrafficResult> {
  const [direct, proxied] = await Promise.all([
    onServer(variation, (server) => judgedDirectly(server, rules)),
    onServer(variation, (server) => judgedByProxy(server, rules)),
  ]);
  return { direct, proxied };
}

async function onServer(
  variation: Variation | undefined,
  check: (server: RunningServer) => Promise<string[]>,
): Promise<string[]> {
  const server = await startReferenceServer({ variation });
  try {
    return await check(server);
  } finally {
    await server.close();
  }
}

async function judgedDirectly({ url }: RunningServer, rules: readonly LoadedRule[]): Promise<string[]> {
  const judge = createTrafficJudge({ contract, rules, target: url });
  for (const [index, step] of ordinaryRequests.entries())
    await judge.judge(await exchangeWith(url, step, `request ${index}`));
  return failedRules([...judge.events()]);
}

async function judgedByProxy({ url }: RunningServer, rules: readonly LoadedRule[]): Promise<string[]> {
  const proxy = await startProxy({
    server: { port: 0, service: shippingService({}) },
    gateway: { url, timeout: 60_000 },
    judging: { rules },
  });
  for (const [index, step] of ordinaryRequests.entries())
    await exchangeWith(proxy.server.origin, step, `request ${index}`);
  const { events } = await proxy.close();
  return failedRules(events);
}

function failedRules(events: readonly ConformanceEvent[]): string[] {
  const failures = events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));
  const failed = failures.filter(({ verdict }) => verdict === 'FAIL');
  const ids = failed.flatMap(({ rule, alsoBroken }) => [
    rule.id,
    ...alsoBroken.map((other) => other.rule.id),
  ]);
  return [...new Set(ids)].sort();
}
