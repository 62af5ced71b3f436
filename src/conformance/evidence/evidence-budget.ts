import { lookahead } from '../../secrets/redactor.js';
import type { FailureGroup } from './failure-group.js';
import type { Exchange, TargetResponse } from '../target/exchange.js';

/** Bytes of evidence that a run keeps, however much a target sends and however much of it is wrong. */
const maxBytes = 16 * 1024 * 1024;

/** The remaining bytes that a run may keep. */
export class EvidenceBudget {
  private left = maxBytes;

  /** Returns whether so many bytes more may be kept, or fewer than before where negative; they are counted if so. */
  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }
}

/** The part of a response that is kept as evidence; behind the shown part of the body is the lookahead of the redactor. */
const limits = { bodyBytes: 8 * 1024 + 4 * lookahead, headers: 50, requestBytes: 12_000, rest: 2048 };

type Shown = Pick<FailureGroup, 'exchange' | 'before'>;

/** Exchanges before a failing one that are kept: the first, which may have made what the others are about, and the last ones. */
const maxBefore = 10;

/** The exchange that shows a breach and those before it, kept alike. */
export function keptEvidence({ exchange, before }: Shown): Shown {
  const shown = before.length <= maxBefore ? before : [...before.slice(0, 1), ...before.slice(1 - maxBefore)];
  return { exchange: keptExchange(exchange), before: shown.map(keptExchange) };
}

/** The exchange with as much of its response as evidence can show; the rest may be released. */
export function keptExchange(exchange: Exchange): Exchange {
  const { case: item, request, outcome } = exchange;
  if (outcome.kind === 'no response') return { case: item, request, outcome };
  // A part of a buffer would keep the whole.
  const body = Buffer.from(outcome.body.subarray(0, limits.bodyBytes));
  return {
    case: item,
    request,
    outcome: { ...outcome, body, headers: outcome.headers.slice(0, limits.headers) },
  };
}

/** About how many bytes kept exchanges and the evidence made of them take. */
export function bytesOf({ exchange, before }: Shown): number {
  return [exchange, ...before].reduce((sum, one) => sum + bytesOfExchange(one), 0);
}

function bytesOfExchange({ request, outcome }: Exchange): number {
  const sent = 2 * Math.min(request.body?.length ?? 0, limits.requestBytes);
  if (outcome.kind === 'no response') return limits.rest + sent;
  return limits.rest + sent + 2 * (outcome.body.length + headerBytes(outcome));
}

export function headerBytes({ headers }: TargetResponse): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
