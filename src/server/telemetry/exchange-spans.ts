import type { api } from '@opentelemetry/sdk-node';
import { LRUCache } from 'lru-cache';
import { sentStatus } from '../../journal/delivery.js';
import type { JournalEntry, RequestHeaders } from '../../journal/journal-entry.js';
import type { Exchange } from '../../mock/exchange/exchange.js';
import { traceFields } from './telemetry.js';

type Attributes = api.Attributes;

/** Forwarded exchanges whose spans are open, at most: beyond, the oldest are never sent. */
const maxOpen = 10_000;

/** One span for each exchange, made from its entry in the journal: what the trace says is what the page says. */
export class ExchangeSpans {
  private readonly open = new LRUCache<string, api.Span>({ max: maxOpen });

  constructor(
    private readonly otel: typeof api,
    private readonly tracer: api.Tracer,
  ) {}

  /** Begins the span of an exchange that goes on to a target. @returns the fields by which that joins the trace */
  begin({ method, request, entered }: Exchange): string[] {
    const { otel } = this;
    const parent = this.parentOf(request.headers);
    const span = this.start(method, request.time, parent);
    const keep = (id: number): void => {
      if (entered) this.open.set(keyOf(entered.sandbox, id), span);
    };
    if (entered?.id instanceof Promise) entered.id.then(keep, () => undefined);
    else if (entered) keep(entered.id);
    const fields: string[] = [];
    otel.propagation.inject(otel.trace.setSpan(parent, span), fields, {
      set: (carrier, name, value) => carrier.push(name, value),
    });
    return fields;
  }

  /** Sends the span of an exchange that is over. @param route the path of its operation, such as `/rates/{id}` */
  end(sandbox: string, entry: JournalEntry, route: string | undefined): void {
    const { time, durationMs, request } = entry;
    const key = keyOf(sandbox, entry.id);
    const span = this.open.get(key) ?? this.start(request.method, time, this.parentOf(request.headers));
    this.open.delete(key);
    span.updateName(route === undefined ? request.method : `${request.method} ${route}`);
    span.setAttributes(attributesOf(sandbox, entry, route));
    if (errorType(entry) !== undefined) span.setStatus({ code: this.otel.SpanStatusCode.ERROR });
    span.end(time + durationMs);
  }

  private start(name: string, startTime: number, parent: api.Context): api.Span {
    return this.tracer.startSpan(name, { kind: this.otel.SpanKind.SERVER, startTime }, parent);
  }

  private parentOf(headers: RequestHeaders): api.Context {
    const { propagation, ROOT_CONTEXT } = this.otel;
    return propagation.extract(ROOT_CONTEXT, headers, { keys: () => [...traceFields], get: valueOf });
  }
}

/** Without the prototype's members, which a client might name. */
function valueOf(headers: RequestHeaders, name: string): string | string[] | undefined {
  return Object.hasOwn(headers, name) ? headers[name] : undefined;
}

function keyOf(sandbox: string, id: number): string {
  return `${sandbox} ${id}`;
}

/** By the semantic conventions for HTTP spans, and Drydock's own under `drydock.`. */
function attributesOf(sandbox: string, entry: JournalEntry, route: string | undefined): Attributes {
  const { request, operation, problems, findings, scenario, delivery, answeredBy, notJudged } = entry;
  return {
    ...httpAttributes(entry, route),
    'url.path': request.path,
    'drydock.sandbox': sandbox,
    'drydock.exchange': entry.id,
    'drydock.operation': operation,
    'drydock.answered_by': answeredBy,
    'drydock.problems': problems.length,
    'drydock.findings': findings?.length,
    'drydock.not_judged': notJudged,
    'drydock.scenario': scenario?.names.join(','),
    'drydock.scenario.channel': scenario?.channel,
    'drydock.scenario.fault': scenario?.fault,
    'drydock.ending': delivery.ending,
  };
}

/** Those that the metric of durations has too: few values each. */
export function httpAttributes(entry: JournalEntry, route: string | undefined): Attributes {
  const status = sentStatus(entry);
  return {
    'http.request.method': entry.request.method,
    'http.response.status_code': status === 0 ? undefined : status,
    'http.route': route,
    'error.type': errorType(entry),
  };
}

/** The way in which an exchange failed on the side of the server; undefined where it did not. */
function errorType(entry: JournalEntry): string | undefined {
  const { ending } = entry.delivery;
  if (ending !== undefined && ending !== 'complete' && ending !== 'left') return ending;
  const status = sentStatus(entry);
  return status >= 500 ? String(status) : undefined;
}
