/** Runs the contract suite against one server. */
import type { Contract } from '../../src/contract/contract.js';
import type { LoadedRule } from '../../src/conformance/rules/rule.js';
import { verify } from '../../src/conformance/run/verify.js';
import { DEFAULT_KEYS } from '../reference-server/keys.js';
import { startReferenceServer } from '../reference-server/reference-server.js';
import type { Server } from './servers.js';

export interface Suite {
  readonly contract: Contract;
  readonly rules: readonly LoadedRule[];
}

/** What the suite found on one server. */
export interface Result {
  readonly id: string;
  /** Ids of the rules that the server breaks, as failures or as warnings. */
  readonly broken: readonly string[];
  /** The exit code of `drydock verify`; undefined when the run ended early because all that was asked was known. */
  readonly exitCode: number | undefined;
  /** Cases that were sent until the end, or until every named rule had found the fault. */
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Runs the suite against a server started for it. The run ends as soon as every rule that must find the fault has found
 * it; it goes on to the end for a variant, for a fault that no other rule may find, and when `complete` is set.
 */
export async function checkServer(server: Server, suite: Suite, complete: boolean): Promise<Result> {
  const { variation } = server;
  const running = await startReferenceServer({ variation });
  const startedAt = performance.now();
  const broken = new Set<string>();
  let requests = 0;
  let exitCode: number | undefined;
  try {
    for await (const event of verify(optionsFor(running.url, server, suite))) {
      if (event.type === 'case') {
        requests = event.done;
        for (const rule of event.broken) broken.add(rule);
      }
      if (event.type === 'failure') broken.add(event.failure.rule.id);
      if (event.type === 'summary') ({ exitCode, requests } = event);
      if (!complete && isSettled(server, broken)) break;
    }
  } finally {
    await running.close();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { id: variation.id, broken: [...broken].sort(), exitCode, requests, seconds };
}

function isSettled(server: Server, broken: ReadonlySet<string>): boolean {
  if (server.kind !== 'fault' || server.variation.sole) return false;
  return server.variation.rules.every((rule) => broken.has(rule));
}

function optionsFor(url: string, server: Server, suite: Suite) {
  const { settings, level } = server.variation;
  const keys = settings.keys ?? DEFAULT_KEYS;
  return {
    ...suite,
    url,
    level,
    key: keys.valid,
    expiredKey: keys.expired,
    limitedKey: keys.limited,
    timeoutMs: mayNeverAnswer(server) ? 2000 : 8000,
    maxTimeSeconds: 300,
  };
}

/** Here a response that is only late breaks no rule but the one that must fail anyway. */
export function mayNeverAnswer({ kind, variation }: Server): boolean {
  return kind === 'fault' && variation.rules.includes('http/answers');
}
