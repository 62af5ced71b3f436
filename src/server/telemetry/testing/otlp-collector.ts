import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A span as it arrived. */
export interface ReceivedSpan extends Pick<RawSpan, 'traceId' | 'spanId' | 'name' | 'kind'> {
  readonly service: string;
  readonly parentSpanId: string | undefined;
  readonly traceState: string | undefined;
  readonly ms: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Resource {
  readonly resource: { readonly attributes: readonly Attribute[] };
}

interface Traces {
  readonly resourceSpans?: readonly (Resource & {
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[];
  })[];
}

interface RawSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly Attribute[];
}

interface Metrics {
  readonly resourceMetrics?: readonly (Resource & {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
  })[];
}

/** Receives traces and metrics by OTLP over HTTP, as JSON (opentelemetry-proto 1.x). */
export class OtlpCollector {
  readonly spans: ReceivedSpan[] = [];
  /** The last of each metric, by service and name. */
  readonly metrics = new Map<string, unknown>();
  /** Everything that came, as text. */
  text = '';

  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.take(Buffer.concat(chunks).toString());
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });

  /** Starts one on a free port. @returns it and its address */
  static async start(): Promise<{ collector: OtlpCollector; url: string }> {
    const collector = new OtlpCollector();
    collector.server.listen(0, '127.0.0.1');
    await once(collector.server, 'listening');
    const { port } = collector.server.address() as AddressInfo;
    return { collector, url: `http://127.0.0.1:${port}` };
  }

  /** Waits for a span. */
  async span(isWanted: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
    for (;;) {
      const found = this.spans.find(isWanted);
      if (found) return found;
      await wait(10);
    }
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take(text: string): void {
    this.text += text;
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(text) as Traces & Metrics;
    for (const { resource, scopeSpans } of resourceSpans)
      for (const { spans } of scopeSpans)
        this.spans.push(...spans.map((span) => receivedSpan(serviceOf(resource), span)));
    for (const { resource, scopeMetrics } of resourceMetrics)
      for (const { metrics } of scopeMetrics)
        for (const metric of metrics) this.metrics.set(`${serviceOf(resource)} ${metric.name}`, metric);
  }
}

function receivedSpan(service: string, span: RawSpan): ReceivedSpan {
  const { traceId, spanId, parentSpanId, traceState, name, kind, status, attributes } = span;
  const ms = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6;
  const isError = status.code === 2;
  return {
    ...{ service, traceId, spanId, parentSpanId, traceState, name, kind, ms, isError },
    attributes: valuesOf(attributes),
  };
}

function serviceOf({ attributes }: Resource['resource']): string {
  return String(valuesOf(attributes)['service.name']);
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
