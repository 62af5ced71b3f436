/** Traces and metrics over OTLP, by the official SDK, which is loaded only where the variables of its specification name a collector. */
import { setTimeout as delay } from 'node:timers/promises';
import type * as Sdk from '@opentelemetry/sdk-node';
import { loadOptional } from '../../contract/load-optional.js';
import { OptionError } from '../../contract/option-error.js';
import { packageVersion } from '../../contract/package-root.js';
import type { Family } from '../../control/metrics/prometheus-text.js';
import { serverFamilies } from '../../control/metrics/server-metrics.js';
import { ExchangeSpans, httpAttributes } from './exchange-spans.js';
import { collectorVariable, type Telemetry } from './telemetry.js';

/** Limit of the wait for the last spans and metrics, in milliseconds. */
const lastSpansMs = 3000;

/** Upper bounds that the semantic conventions advise for durations, in seconds. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Starts the SDK with its own variables: endpoint, headers, protocol, sampler, service name and the rest.
 *
 * @param env that of the process, which the SDK reads
 * @param log gets a sentence where nothing can be sent
 * @returns undefined where no variable names a collector, or the package is not installed
 */
export async function openTelemetry(
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<Telemetry | undefined> {
  const variable = collectorVariable(env);
  if (variable === undefined) return undefined;
  const problem = addressProblem(env, variable);
  if (problem !== undefined) log(problem);
  const sdk = problem === undefined && (await loadSdk(variable, log));
  if (!sdk) return undefined;
  const { api } = sdk;
  const node = withDefaults(env, () => startSdk(sdk, log));
  const spans = new ExchangeSpans(api, api.trace.getTracer('drydock', packageVersion()));
  const meter = api.metrics.getMeter('drydock', packageVersion());
  const durations = meter.createHistogram('http.server.request.duration', {
    description: 'Time from the arrival of a request until its response ended, scenario delays included.',
    unit: 's',
    advice: { explicitBucketBoundaries: durationBounds },
  });
  let stopFollowing = (): void => undefined;
  return {
    fieldsFor: (exchange) => spans.begin(exchange),
    follow(context) {
      const { events, mock } = context;
      stopFollowing = events.subscribe((event) => {
        if (
          event.type !== 'exchange' ||
          event.elsewhere ||
          event.again ||
          event.entry.delivery.ending === undefined
        )
          return;
        const { sandbox, entry } = event;
        const route = mock().contract.operations.find(({ id }) => id === entry.operation)?.path;
        spans.end(sandbox, entry, route);
        durations.record(entry.durationMs / 1000, httpAttributes(entry, route));
      });
      sendMetrics(meter, () => serverFamilies(context)).catch((cause: unknown) => {
        log(`Metrics can't be sent: ${String(cause)}`);
      });
    },
    async close() {
      stopFollowing();
      const sent = node.shutdown().catch(() => undefined);
      await Promise.race([sent, delay(lastSpansMs, undefined, { ref: false })]);
    },
  };
}

/**
 * Has metrics sent at the regular times of the SDK, as Prometheus gets them and by the same names, but for histograms: the API
 * takes measurements, no buckets.
 */
async function sendMetrics(meter: Sdk.api.Meter, families: () => Promise<readonly Family[]>): Promise<void> {
  const instruments = new Map<string, Sdk.api.Observable>();
  const observe: Sdk.api.BatchObservableCallback = async (result) => {
    const current = await families();
    for (const { name, samples } of current) {
      const instrument = instruments.get(name);
      if (instrument) for (const { value, labels } of samples) result.observe(instrument, value, labels);
    }
    addInstruments(current);
  };
  // Families come later too: those of a store that was out of reach.
  const addInstruments = (current: readonly Family[]): void => {
    const added = current.filter(({ name, type }) => type !== 'histogram' && !instruments.has(name));
    if (added.length === 0) return;
    meter.removeBatchObservableCallback(observe, [...instruments.values()]);
    for (const { name, help: description, type } of added) {
      const create = type === 'counter' ? 'createObservableCounter' : 'createObservableGauge';
      instruments.set(name, meter[create](name, { description }));
    }
    meter.addBatchObservableCallback(observe, [...instruments.values()]);
  };
  addInstruments(await families());
}

/** The SDK would send to its usual address in the place of one that is none. */
function addressProblem(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const isGrpc = Object.entries(env).some(
    ([name, value]) => /^OTEL_EXPORTER_OTLP_(?:\w+_)?PROTOCOL$/.test(name) && value?.trim() === 'grpc',
  );
  const address = env[variable]?.trim() ?? '';
  if (isGrpc || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))) return undefined;
  return `${variable} must be an address with http or https; nothing is sent.`;
}

async function loadSdk(variable: string, log: (line: string) => void): Promise<typeof Sdk | undefined> {
  const name = '@opentelemetry/sdk-node';
  try {
    return await loadOptional(variable, name, () => import('@opentelemetry/sdk-node'));
  } catch (cause) {
    if (!(cause instanceof OptionError)) throw cause;
    log(`${variable} is set, but nothing is sent: run \`npm install ${name}\`.`);
    return undefined;
  }
}

/** Of the detectors only the environment's: that of the process would send its arguments, and with them tokens and keys. */
function startSdk({ NodeSDK, api, resources }: typeof Sdk, log: (line: string) => void): Sdk.NodeSDK {
  let isFailing = false;
  const failed = (message: string): void => {
    if (!isFailing) log(`Traces or metrics can't be sent: ${reasonIn(message)}.`);
    isFailing = true;
  };
  const none = (): void => undefined;
  api.diag.setLogger(
    { error: failed, warn: none, info: none, debug: none, verbose: none },
    { logLevel: api.DiagLogLevel.ERROR },
  );
  const named = { 'service.name': 'drydock', 'service.version': packageVersion() };
  const sdk = new NodeSDK({
    resource: resources.resourceFromAttributes(named),
    resourceDetectors: [resources.envDetector],
  });
  sdk.start();
  return sdk;
}

/** The reason in a message of the SDK, which is an error as JSON with its stack, or a text. */
function reasonIn(message: string): string {
  const [reason] = /\b(?:connect|getaddrinfo|read|write) E[A-Z_]+(?: [\w.:-]*\w)?/.exec(message) ?? [];
  const [, text] = /"message":"([^"]+)"/.exec(message) ?? [];
  return (reason ?? text ?? message.split('\n')[0] ?? '').slice(0, 200).replace(/\.$/, '');
}

/** Runs with defaults for variables that are not set; programs that are started later see none of them. */
function withDefaults<Made>(env: NodeJS.ProcessEnv, make: () => Made): Made {
  const exporterOf = (signal: string): string =>
    env.OTEL_EXPORTER_OTLP_ENDPOINT || env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ? 'otlp' : 'none';
  const defaults = {
    OTEL_TRACES_EXPORTER: exporterOf('TRACES'),
    OTEL_METRICS_EXPORTER: exporterOf('METRICS'),
    OTEL_LOGS_EXPORTER: 'none',
    // The exporters repeat for so long what fails, and hold the end of the process up.
    OTEL_EXPORTER_OTLP_TIMEOUT: String(lastSpansMs),
  };
  const added = Object.entries(defaults).filter(([name]) => !env[name]);
  for (const [name, value] of added) env[name] = value;
  try {
    return make();
  } finally {
    for (const [name] of added) Reflect.deleteProperty(env, name);
  }
}
