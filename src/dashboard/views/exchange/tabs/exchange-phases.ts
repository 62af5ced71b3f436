import type { Exchange } from '../../../control/control-types.js';

export interface Phase {
  readonly name: string;
  /** Milliseconds from the arrival of the request's head. */
  readonly fromMs: number;
  readonly toMs: number;
}

type Timed = Pick<Exchange, 'durationMs' | 'delivery'> & {
  readonly request: Pick<Exchange['request'], 'bodyMs'>;
};

/** The phases of an exchange in their order, without those that it never reached; together they are its duration. */
export function exchangePhases({ request, delivery, durationMs }: Timed): readonly Phase[] {
  const { firstByteMs, lastByteMs } = delivery;
  const received = Math.min(request.bodyMs ?? 0, firstByteMs ?? durationMs, durationMs);
  const first = Math.min(firstByteMs ?? durationMs, durationMs);
  const last = Math.max(first, Math.min(lastByteMs ?? first, durationMs));
  const phases = [
    { name: 'Receiving the request', fromMs: 0, toMs: received },
    { name: 'Waiting for the first byte', fromMs: received, toMs: first },
    { name: 'Sending the response', fromMs: first, toMs: last },
    { name: 'Until the end', fromMs: last, toMs: durationMs },
  ];
  return phases.filter(({ fromMs, toMs }, index) => toMs > fromMs || index === 1);
}
