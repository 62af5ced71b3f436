/** Runs the contract suite against one server. */
import type { Contract } from '../../src/contract/contract.js';
import { brokenRules, type ConformanceEvent } from '../../src/conformance/events.js';
import type { LoadedRule } from '../../src/conformance/rules/rule.js';
import { verify } from '../../src/conformance/run/verify.js';
import { DEFAULT_KEYS } from '../reference-server/keys.js';
import { startReferenceServer } from '../reference-server/reference-server.js';
import { SearchedReports, type KeySearches } from '../secrets/searched-reports.js';
import type { Fault } from '../variations/variation.js';
import type { Server } from './servers.js';

export interface Suite {
  /** The searches for keys that a report shows. */
  readonly searches: KeySearches;
  readonly contract: Contract;
  readonly rules: readonly LoadedRule[];
}

/** The suite's findings on one server. */
export interface Result {
  readonly id: string;
  /** Ids of the rules that the server breaks, as failures or as warnings. */
  readonly broken: readonly string[];
  /** Failures of the server, each with the rule, what was sent and what came; warnings are not among it. */
  readonly failures: readonly string[];
  /** The exit code of `drydock verify`; undefined when only the rules that the fault names were run. */
  readonly exitCode: number | undefined;
  /** Parts of the keys that reports, events and progress of a whole run show; sentences. */
  readonly leaks: readonly string[];
  /** Cases that were sent. */
  readonly requests: number;
  readonly seconds: number;
}

/** Runs every rule to the end. */
export async function checkWhole(server: Server, suite: Suite): Promise<Result> {
  const findings = new Findings(server);
  const { settings } = server.variation;
  const reports = await SearchedReports.of(suite.searches.for(settings.keys ?? DEFAULT_KEYS));
  await findings.collect(suite, {}, () => false, reports);
  return findings.result(reports.leaks());
}

/**
 * Runs each rule that the fault names, alone, until it has found the fault. Some rules find it only in responses to requests
 * of others, such as an order that another rule makes: these get the whole suite.
 */
export async function checkNamedRules(server: Server, fault: Fault, suite: Suite): Promise<Result> {
  const findings = new Findings(server);
  for (const rule of fault.rules) {
    const isFound = () => findings.broken.has(rule);
    await findings.collect(suite, { only: rule }, isFound);
    if (!isFound()) await findings.collect(suite, {}, isFound);
  }
  return { ...findings.result([]), exitCode: undefined };
}

/** Runs rules alone, each to the end. */
export async function checkRules(server: Server, rules: readonly string[], suite: Suite): Promise<Result> {
  const findings = new Findings(server);
  for (const only of rules) await findings.collect(suite, { only }, () => false);
  const result = findings.result([]);
  return { ...result, exitCode: result.exitCode ?? 0 };
}

/** Findings of one run or several on a server; each run gets a server of its own. */
class Findings {
  readonly broken = new Set<string>();
  private readonly failures: string[] = [];
  private requests = 0;
  private exitCode: number | undefined;
  private readonly startedAt = performance.now();

  constructor(private readonly server: Server) {}

  async collect(
    { contract, rules }: Suite,
    narrowed: { only?: string },
    isEnough: () => boolean,
    reports?: SearchedReports,
  ): Promise<void> {
    const running = await startReferenceServer({ variation: this.server.variation });
    try {
      for await (const event of verify({
        ...{ contract, rules },
        ...optionsFor(running.url, this.server),
        ...narrowed,
      })) {
        this.note(event);
        reports?.write(event);
        if (isEnough()) break;
      }
    } finally {
      await running.close();
    }
  }

  result(leaks: readonly string[]): Result {
    const { broken, failures, requests, exitCode } = this;
    const seconds = (performance.now() - this.startedAt) / 1000;
    const { id } = this.server.variation;
    return { id, broken: [...broken].sort(), failures, exitCode, leaks, requests, seconds };
  }

  private note(event: ConformanceEvent): void {
    if (event.type === 'case') {
      this.requests += 1;
      for (const rule of event.broken) this.broken.add(rule);
    }
    if (event.type === 'failure') {
      const { failure } = event;
      for (const { id } of brokenRules(failure)) this.broken.add(id);
      if (failure.verdict === 'FAIL')
        this.failures.push(`${failure.rule.id}: ${failure.title}: got ${failure.actual}`);
    }
    if (event.type === 'summary') this.exitCode = Math.max(this.exitCode ?? 0, event.exitCode);
  }
}

function optionsFor(url: string, server: Server) {
  const { settings, level } = server.variation;
  const keys = settings.keys ?? DEFAULT_KEYS;
  return {
    url,
    level,
    key: keys.valid,
    expiredKey: keys.expired,
    limitedKey: keys.limited,
    timeoutMs: mayNeverAnswer(server) ? 2000 : 60_000,
    maxTimeSeconds: 300,
    allowWrites: true,
  };
}

/** Here a response that is only late breaks no rule but the one that must fail anyway. */
export function mayNeverAnswer({ kind, variation }: Server): boolean {
  return kind === 'fault' && variation.rules.includes('http/answers');
}
