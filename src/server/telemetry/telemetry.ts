import type { GivenContext } from '../../control/control-context.js';
import type { Exchange } from '../../mock/exchange/exchange.js';

/** Sends spans and metrics of a server to a collector. */
export interface Telemetry {
  /** Sends each exchange of a server that ends from now on, and its metrics at regular times. */
  follow(server: GivenContext): void;
  /**
   * The fields by which the target of a forwarded request joins its trace, names and values in turn; the span of the exchange begins
   * with it. Its exchange has entered the journal.
   */
  fieldsFor(exchange: Exchange): readonly string[];
  /** Sends what is left; returns once that is done, or can't be. */
  close(): Promise<void>;
}

/** The fields of a trace (W3C Trace Context), in lower case. */
export const traceFields = ['traceparent', 'tracestate'] as const;

/** The variable that names a collector; undefined where none does, or where OTEL_SDK_DISABLED is true. */
export function collectorVariable(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return undefined;
  const names = ['', '_TRACES', '_METRICS'].map((signal) => `OTEL_EXPORTER_OTLP${signal}_ENDPOINT`);
  return names.find((name) => (env[name] ?? '').trim() !== '');
}
