import { getOrMake } from '../../../contract/get-or-make.js';
import { firstOf, increment, plural } from '../../counting.js';
import type { Planner } from '../../cases/planner.js';
import { printableName } from '../../printable.js';
import type { Exchange } from '../../target/exchange.js';
import type { Operation } from '../../../contract/operations.js';
import type { RunOptions } from '../options.js';

/** The operations that never answered a valid request with success: nothing of what they do then was judged. */
export class ServedOperations {
  private readonly served = new Set<Operation>();
  /** Counts of each status for valid requests of an operation. */
  private readonly statuses = new Map<Operation, Map<string, number>>();

  constructor(private readonly planner: Planner) {}

  take({ case: item, request, outcome }: Exchange): void {
    const { operation, problems, parameter, accept } = item;
    if (operation === undefined || outcome.kind === 'no response') return;
    const isValid = problems.length === 0 && parameter === undefined && accept.some((status) => status < 300);
    if (!isValid || operation.method.toUpperCase() !== request.method) return;
    if (outcome.status < 400) this.served.add(operation);
    increment(
      getOrMake(this.statuses, operation, () => new Map<string, number>()),
      String(outcome.status),
    );
  }

  /** Of this service all is judged by rules of its own. */
  get unserved(): readonly Operation[] {
    const { stated, operations } = this.planner;
    return stated.own ? [] : operations.filter((operation) => !this.served.has(operation));
  }

  /** A sentence on how much was not judged for that, and what changes it; undefined where every operation was served. */
  notice({ nameOption }: Pick<RunOptions, 'nameOption'>): string | undefined {
    const { unserved, planner } = this;
    if (unserved.length === 0) return undefined;
    const reasons = unserved.map((operation) => [operation, this.reasonOf(operation)] as const);
    const named = firstOf(reasons.map(([{ id }, { text }]) => `${printableName(id)} (${text})`));
    const kinds = new Set(reasons.map(([, { kind }]) => kind));
    const ways: readonly (readonly [kind: Reason['kind'], way: string])[] = [
      ['withheld', `let the suite send what may change data (${nameOption('allowWrites')})`],
      ['caller', `give a credential that may use them (${nameOption('key')}, ${nameOption('auth')})`],
      ['thing', 'give the document examples of ids that exist'],
      ['request', 'give the document examples of requests that the target accepts'],
      ['unsent', `send more (${nameOption('budget')})`],
    ];
    const told = ways.filter(([kind]) => kinds.has(kind)).map(([, way]) => way);
    const way = told.length === 0 ? '' : ` To have them judged, ${told.join('; ')}.`;
    const count = unserved.length;
    const all = plural(planner.operations.length, 'operation');
    return `Of ${all} ${count} never answered a valid request with success, so that nothing behind it was judged: ${named}.${way}`;
  }

  private reasonOf(operation: Operation): Reason {
    const { planner } = this;
    const [most] = [...(this.statuses.get(operation) ?? [])].sort(([, a], [, b]) => b - a);
    if (
      !planner.maySend(operation) ||
      (!planner.allowWrites && operation.method !== 'get' && !operation.isSafe)
    )
      return { kind: 'withheld', text: 'not sent, for it may change data' };
    if (most === undefined) return { kind: 'unsent', text: 'not sent' };
    const status = Number(most[0]);
    const kind =
      status === 401 || status === 403
        ? 'caller'
        : status === 404 || status === 410
          ? 'thing'
          : status < 500
            ? 'request'
            : 'server';
    return { kind, text: `status ${status}` };
  }
}

interface Reason {
  readonly kind: 'withheld' | 'caller' | 'thing' | 'request' | 'server' | 'unsent';
  readonly text: string;
}
