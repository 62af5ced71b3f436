/** Replays recorded requests on paper: each is held against OLD and NEW; nothing is sent. */
import { StatedContract } from '../../conformance/document/stated-contract.js';
import { lacksCredentials, requestValidity } from '../../conformance/traffic/request-validity.js';
import { TrafficRouter } from '../../conformance/traffic/traffic-router.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';
import { exampleOf, type SeenExchange } from './seen-exchange.js';

/** Requests that NEW refuses for the same reason. */
export interface RefusedRequests {
  /** Of OLD. */
  readonly operation: string;
  /** A sentence, that of the first. */
  readonly problem: string;
  readonly exchanges: number;
  readonly clients: readonly string[];
  readonly example: string;
}

interface Group extends Omit<RefusedRequests, 'exchanges' | 'clients'> {
  exchanges: number;
  readonly clients: Set<string>;
}

interface Problem {
  /** The same for problems of one kind. */
  readonly kind: string;
  readonly text: string;
}

export class PaperReplay {
  private readonly old: StatedContract;
  private readonly now: StatedContract;
  private readonly router: TrafficRouter;
  private readonly found = new Map<string, Group>();

  /** @param basePaths of the recorded requests */
  constructor(old: Contract, now: Contract, basePaths: readonly string[]) {
    this.old = StatedContract.of(old);
    this.now = StatedContract.of(now);
    const own = now.operations.flatMap((operation) => operation.basePaths);
    this.router = new TrafficRouter(this.now, [...basePaths, ...own]);
  }

  add(seen: SeenExchange): void {
    const { operation } = seen;
    const before = new Set(problemsOf(this.old, operation, seen).map(({ kind }) => kind));
    for (const { kind, text } of this.problems(seen)) {
      if (before.has(kind)) continue;
      const key = `${operation.method} ${operation.path} ${kind}`;
      const group = this.found.get(key) ?? {
        ...{ operation: operation.id, problem: text, example: exampleOf(seen) },
        ...{ exchanges: 0, clients: new Set<string>() },
      };
      group.exchanges += 1;
      group.clients.add(seen.client);
      this.found.set(key, group);
    }
  }

  groups(): RefusedRequests[] {
    return [...this.found.values()]
      .sort((a, b) => b.exchanges - a.exchanges)
      .map(({ clients, ...group }) => ({ ...group, clients: [...clients] }));
  }

  private problems(seen: SeenExchange): Problem[] {
    const { method, target } = seen.exchange.request;
    const route = this.router.find(method, target);
    if (route.kind === 'wrong method')
      return [{ kind: 'method', text: `NEW has no ${method} here, only ${route.allowed.join(', ')}` }];
    if (route.kind !== 'operation') return [{ kind: 'path', text: 'NEW has no such path' }];
    return problemsOf(this.now, route.operation, seen);
  }
}

function problemsOf(
  stated: StatedContract,
  operation: Operation,
  { exchange, parts }: SeenExchange,
): Problem[] {
  const validity = requestValidity(stated, operation, parts, 'bytes' in exchange.request.body);
  const problems = [...validity.stated, ...validity.assumed].map(({ kind, pointer, text }) => ({
    kind: `${kind} at ${pointer.replace(/\/\d+(?=\/|$)/g, '/*')}`,
    text,
  }));
  const lacksKey = exchange.credentialsRemoved === false && lacksCredentials(stated, operation, parts);
  return lacksKey ? [...problems, { kind: 'credentials', text: 'the request has no credentials' }] : problems;
}
