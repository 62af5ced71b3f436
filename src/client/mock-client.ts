import type { ControlConnection } from './control-connection.js';
import { readEvents, type StreamedEvent } from './read-events.js';
import { Sandbox } from './sandbox.js';
import { namesText } from './scenario-names.js';
import type {
  Coverage,
  DrydockEvent,
  Known,
  MockedOperation,
  SandboxSummary,
  Scenario,
  ScenarioName,
  SentCallback,
  Webhook,
  WebhookOrder,
} from './types.js';

/** Which events to receive. */
export interface EventOptions {
  /** Only what happens in this sandbox and to the whole mock. */
  readonly sandbox?: string;
  /** Ends the events when it is aborted. */
  readonly signal?: AbortSignal;
}

/** A running mock, started by this process or another. Every call to it that fails throws a DrydockError. */
export class MockClient implements AsyncDisposable {
  private readonly closing = new AbortController();

  /**
   * @param url the address of the service, base path included
   * @param stop ends a mock that this process has started
   */
  constructor(
    readonly url: string,
    private readonly control: Pick<ControlConnection, 'ask' | 'stream'>,
    private readonly stop: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /**
   * A sandbox; the mock creates it on its first use.
   *
   * @param name default: an unused one
   * @example const sandbox = mock.sandbox();
   * await fetch(`${sandbox.url}/categories`, { headers: sandbox.headers() });
   */
  sandbox(name = `test-${crypto.randomUUID()}`): Sandbox {
    return new Sandbox(name, this.url, this.control);
  }

  /** The sandboxes that were used since the start, each with its scenario. */
  async sandboxes(): Promise<SandboxSummary[]> {
    return (await this.control.ask<{ sandboxes: SandboxSummary[] }>('GET', '/sandboxes')).sandboxes;
  }

  /** The operations of the document that the mock serves. */
  async operations(): Promise<MockedOperation[]> {
    return (await this.control.ask<{ operations: MockedOperation[] }>('GET', '/scenarios')).operations;
  }

  /** Every scenario that can be chosen. */
  async scenarios(): Promise<Scenario[]> {
    return (await this.control.ask<{ scenarios: Scenario[] }>('GET', '/scenarios')).scenarios;
  }

  /** The webhooks of the document that the mock serves. */
  async webhooks(): Promise<Webhook[]> {
    return (await this.control.ask<{ webhooks: Webhook[] }>('GET', '/webhooks')).webhooks;
  }

  /** Fires a webhook of the document, as the scenario of everyone has it: the same as `webhook` of the sandbox `public`. */
  webhook(name: string, order: WebhookOrder): Promise<SentCallback[]> {
    return this.sandbox('public').webhook(name, order);
  }

  /** The scenario of every sandbox that has none of its own; null is normal. */
  async defaultScenario(): Promise<string | null> {
    return (await this.control.ask<{ scenario: string | null }>('GET', '/default-scenario')).scenario;
  }

  /**
   * Chooses the scenario of every sandbox that has none of its own, `normal` to have none.
   *
   * @param scenarios applied in this order
   */
  async setDefaultScenario<Name extends string>(
    ...scenarios: readonly Known<Name, ScenarioName>[]
  ): Promise<void> {
    await this.control.ask('PUT', '/default-scenario', { scenario: namesText(scenarios) });
  }

  /** Which parts of the mocked document all sandboxes together have exercised: the coverage of a suite with a sandbox for each test. */
  async coverage(): Promise<Coverage> {
    // Few tests ask for it.
    const { mergeCoverage } = await import('../journal/coverage/merge-coverage.js');
    const { totals, operations, scenarios } = await this.sandbox('public').coverage();
    let whole: Coverage = { totals, operations, scenarios };
    for (const { name } of await this.sandboxes())
      whole = mergeCoverage(whole, await this.sandbox(name).coverage());
    return whole;
  }

  /** Resets every sandbox, and the default scenario to what it was at the start. */
  async reset(): Promise<void> {
    await this.control.ask('POST', '/reset');
  }

  /**
   * Events of the mock from now on. The promise resolves once the stream is open, so that nothing that happens afterwards is
   * missed. The events end with `break`, the signal, `close()` or the mock.
   *
   * @example for await (const event of await mock.events()) if (event.type === 'exchange') console.log(event.request.path);
   */
  async events({ sandbox, signal }: EventOptions = {}): Promise<AsyncIterableIterator<DrydockEvent>> {
    const query = sandbox === undefined ? '' : `?sandbox=${encodeURIComponent(sandbox)}`;
    const signals = [this.closing.signal, ...(signal ? [signal] : [])];
    const ended = AbortSignal.any(signals);
    const stream = await this.control.stream(`/events${query}`, ended);
    return eventsOf(readEvents(stream), ended);
  }

  /** Stops the mock if this process has started it, and ends every stream of events. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.stop();
  }

  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** A stream that was ended on purpose has not failed. */
async function* eventsOf(
  events: AsyncIterable<StreamedEvent>,
  ended: AbortSignal,
): AsyncGenerator<DrydockEvent, void> {
  try {
    for await (const { type, data } of events)
      yield { type, ...(JSON.parse(data) as object) } as DrydockEvent;
  } catch (error) {
    if (!ended.aborted) throw error;
  }
}
