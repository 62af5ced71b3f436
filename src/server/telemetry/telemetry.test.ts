/** Traces and metrics as a collector gets them from the command. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { CliProcess } from '../../testing/cli-process.js';
import { OtlpCollector, type ReceivedSpan } from './testing/otlp-collector.js';
import { collectorVariable } from './telemetry.js';

const token = 'a-token-for-tests';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const server = 2;

let collector: OtlpCollector;
let environment: Record<string, string>;
beforeAll(async () => {
  const started = await OtlpCollector.start();
  collector = started.collector;
  environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: started.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_METRIC_EXPORT_INTERVAL: '100',
    OTEL_METRIC_EXPORT_TIMEOUT: '100',
  };
});
afterAll(() => collector.close());

async function start(args: readonly string[], env: Record<string, string>) {
  const command = new CliProcess([...args, '--port', '0', '--control-token', token], env);
  const line = await command.line(/^Drydock ready at /);
  return { command, url: line.slice('Drydock ready at '.length) };
}

async function stop(command: CliProcess) {
  command.child.kill('SIGTERM');
  return command.finished;
}

const headers = (more: Record<string, string> = {}) => ({ Authorization: 'Bearer dk_test_shop', ...more });

describe('a mock that sends traces', () => {
  let mock: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    mock = await start(['mock'], environment);
  });
  afterAll(() => stop(mock.command));

  const spanFor = async (path: string, given: Record<string, string>, init: RequestInit = {}) => {
    const traced = { traceparent: `00-${traceId}-${parentId}-01`, ...given };
    await fetch(`${mock.url}${path}`, { ...init, headers: headers(traced) }).then(
      (response) => response.text(),
      () => undefined,
    );
    const [route = ''] = path.split('?');
    const known = new Set(seen);
    const span = await collector.span(
      (one) => !known.has(one.spanId) && String(one.attributes['url.path']).endsWith(route),
    );
    seen.add(span.spanId);
    return span;
  };
  const seen = new Set<string>();

  it('sends a span for each exchange, with operation, sandbox and problems', async () => {
    const span = await spanFor('/categories?secret=unseen', { tracestate: 'vendor=1' });
    expect(span).toMatchObject({
      ...{ service: 'drydock', traceId, parentSpanId: parentId, kind: server, isError: false },
      ...{ name: 'GET /categories', traceState: 'vendor=1' },
      attributes: {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'http.route': '/categories',
        'drydock.sandbox': 'shop',
        'drydock.operation': 'listCategories',
        'drydock.answered_by': 'operation',
        'drydock.problems': 0,
        'drydock.ending': 'complete',
      },
    });
    expect(span.ms).toBeGreaterThan(0);
  });

  it('says which scenario forced an error, and what of a connection broke', async () => {
    const forced = await spanFor('/categories', { 'X-Mock-Scenario': 'server-error' });
    expect([forced.isError, forced.attributes]).toMatchObject([
      true,
      {
        'http.response.status_code': 500,
        'error.type': '500',
        'drydock.scenario': 'server-error',
        'drydock.scenario.channel': 'header',
        'drydock.answered_by': 'scenario',
      },
    ]);
    const broken = await spanFor('/categories', { 'X-Mock-Scenario': 'connection-reset' });
    expect([broken.isError, broken.attributes]).toMatchObject([
      true,
      { 'error.type': 'reset', 'drydock.scenario.fault': 'reset' },
    ]);
    expect(broken.attributes).not.toHaveProperty('http.response.status_code');
  });

  it('counts the problems of a refused request', async () => {
    const span = await spanFor(
      '/get-shipping-rates',
      { 'Content-Type': 'application/json' },
      { method: 'POST', body: '{}' },
    );
    expect(span.attributes).toMatchObject({
      'http.response.status_code': 400,
      'http.route': '/get-shipping-rates',
    });
    expect(Number(span.attributes['drydock.problems'])).toBeGreaterThan(0);
    expect(span.isError).toBe(false);
  });

  it('has a name without the path where no operation is met, and a trace of its own without a valid parent', async () => {
    const span = await spanFor('/nothing-here', { traceparent: 'no-trace' });
    expect([span.name, span.parentSpanId ?? '']).toEqual(['GET', '']);
    expect(span.traceId).not.toBe(traceId);
  });

  it('sends metrics by the names that Prometheus reads, and the durations of requests', async () => {
    while (!collector.metrics.has('drydock http.server.request.duration')) await wait(10);
    while (!collector.metrics.has('drydock drydock_requests_total')) await wait(10);
    expect(collector.metrics.get('drydock http.server.request.duration')).toMatchObject({ unit: 's' });
    expect(JSON.stringify(collector.metrics.get('drydock drydock_requests_total'))).toContain(
      'listCategories',
    );
    expect(collector.metrics.has('drydock process_resident_memory_bytes')).toBe(true);
  });

  it('sends no token, no key and no query', () => {
    for (const secret of [token, 'dk_test_shop', 'unseen']) expect(collector.text).not.toContain(secret);
  });
});

describe('a proxy that sends traces', () => {
  it('continues the trace to its target: one trace from the test to the service', async () => {
    const service = await start(['mock'], { ...environment, OTEL_SERVICE_NAME: 'orders' });
    const proxy = await start(['proxy', service.url], { ...environment, OTEL_SERVICE_NAME: 'in-between' });
    const given = headers({ traceparent: `00-${'c'.repeat(32)}-${parentId}-01`, tracestate: 'vendor=2' });
    await (await fetch(`${proxy.url}/categories`, { headers: given })).text();
    const inTrace = (name: string) => (span: ReceivedSpan) =>
      span.service === name && span.traceId === 'c'.repeat(32);
    const [between, atService] = await Promise.all([
      collector.span(inTrace('in-between')),
      collector.span(inTrace('orders')),
    ]);
    expect(between).toMatchObject({
      parentSpanId: parentId,
      name: 'GET /categories',
      attributes: {
        'drydock.answered_by': 'target',
        'drydock.findings': 0,
        'http.response.status_code': 200,
      },
    });
    expect(atService).toMatchObject({ parentSpanId: between.spanId, traceState: 'vendor=2' });
    const journal = await fetch(`${proxy.url}/__drydock/sandboxes/public/requests`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(JSON.stringify(await journal.json())).toContain('request traceparent');
    await Promise.all([stop(proxy.command), stop(service.command)]);
  });
});

describe('the end', () => {
  it('waits for no collector that is out of reach, and says so in one line', async () => {
    const { command, url } = await start(['mock'], {
      ...environment,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    });
    await (await fetch(`${url}/categories`, { headers: headers() })).text();
    while (command.err.length === 0) await wait(10);
    const { exitCode, err } = await stop(command);
    expect([exitCode, err]).toEqual([0, [expect.stringMatching(/^Traces or metrics can't be sent: .+\.$/)]]);
  });

  it('sends nothing to an address that is none, and says so', async () => {
    const { command, url } = await start(['mock'], {
      ...environment,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    });
    expect((await fetch(`${url}/categories`, { headers: headers() })).status).toBe(200);
    const { exitCode, err } = await stop(command);
    const line = 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address with http or https; nothing is sent.';
    expect([exitCode, err]).toEqual([0, [line]]);
  });

  it('sends what came last', async () => {
    const { command, url } = await start(['mock'], {
      ...environment,
      OTEL_BSP_SCHEDULE_DELAY: '60000',
      OTEL_SERVICE_NAME: 'short',
    });
    await (await fetch(`${url}/categories`, { headers: headers() })).text();
    expect((await stop(command)).exitCode).toBe(0);
    expect(collector.spans.filter(({ service }) => service === 'short')).toHaveLength(1);
  });
});

it.each([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'TRUE' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c:4318' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://c:4318' }, 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'],
])('the variable that names a collector: %j', (env, expected) => {
  expect(collectorVariable(env)).toBe(expected);
});
