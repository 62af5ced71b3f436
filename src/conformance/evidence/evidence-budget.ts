import { lookahead } from '../../secrets/redactor.js';
import type { Exchange, TargetResponse } from '../target/exchange.js';

/** Bytes of evidence that a run keeps, however much a target sends and however much of it is wrong. */
const maxBytes = 16 * 1024 * 1024;

/** The remaining bytes that a run may keep. */
export class EvidenceBudget {
  private left = maxBytes;

  /** Returns whether so many bytes may be kept; they are counted if so. */
  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  /** Returns bytes that were taken. */
  giveBack(bytes: number): void {
    this.left += bytes;
  }
}

/** The part of a response that is kept as evidence; behind the shown part of the body is the lookahead of the redactor. */
const limits = { bodyBytes: 8 * 1024 + 4 * lookahead, headers: 50, requestBytes: 12_000, rest: 2048 };

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

/** About how many bytes a kept exchange and the evidence made of it take. */
export function bytesOf({ request, outcome }: Exchange): number {
  const sent = 2 * Math.min(request.body?.length ?? 0, limits.requestBytes);
  if (outcome.kind === 'no response') return limits.rest + sent;
  return limits.rest + sent + 2 * (outcome.body.length + headerBytes(outcome));
}

export function headerBytes({ headers }: TargetResponse): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
