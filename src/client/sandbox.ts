import type { ControlConnection } from './control-connection.js';
import { DrydockError } from './drydock-error.js';
import {
  readHar,
  readJournal,
  searchOf,
  type LastRequestsFilter,
  type RequestFilter,
} from './read-journal.js';
import { namesText } from './scenario-names.js';
import type {
  Coverage,
  ExplainedEntry,
  Har,
  IssuedKey,
  JournalEntry,
  KeyOrder,
  Known,
  NewKey,
  JournalSummary,
  RecordedScenario,
  ScenarioDefinition,
  SandboxClock,
  ScenarioName,
  SandboxScenario,
  SentCallback,
  Verdict,
  Verification,
  WebhookOrder,
} from './types.js';
import { verdictText } from './verdict-text.js';

/**
 * A part of the mock that one test has to itself: scenario, quota, orders and journal, reached by its own key. Sandboxes never
 * affect each other.
 */
export class Sandbox {
  /** The address of the service, the same for every sandbox: the key of a request says which one it is for. */
  readonly url: string;
  /** Its key, `dk_test_NAME`, which is no secret. */
  readonly key: string;
  /** An expired key of this sandbox: every request with it gets a 401. */
  readonly expiredKey: string;
  /** A key of this sandbox that may only list categories: everything else gets a 403. */
  readonly limitedKey: string;
  private readonly path: string;

  /** @throws DrydockError for a name that no key can carry */
  constructor(
    /** 1 to 64 of A-Z a-z 0-9 . _ - */
    readonly name: string,
    url: string,
    private readonly control: Pick<ControlConnection, 'ask'>,
  ) {
    if (!/^[A-Za-z0-9._-]{1,64}$/.test(name)) {
      throw new DrydockError(
        `A sandbox's name must be 1 to 64 of A-Z a-z 0-9 . _ -, got ${JSON.stringify(name)}.`,
      );
    }
    this.url = url;
    this.key = `dk_test_${name}`;
    this.expiredKey = `dk_expired_${name}`;
    this.limitedKey = `dk_limited_${name}`;
    this.path = `/sandboxes/${name}`;
  }

  /**
   * The headers of a request into this sandbox.
   *
   * @param scenarios what to apply to this one request instead of the sandbox's scenario
   * @example await fetch(`${sandbox.url}/categories`, { headers: sandbox.headers('slow') });
   */
  headers<Name extends string>(...scenarios: readonly Known<Name, ScenarioName>[]): Record<string, string> {
    const authorization = { Authorization: `Bearer ${this.key}` };
    return scenarios.length === 0
      ? authorization
      : { ...authorization, 'X-Mock-Scenario': namesText(scenarios) };
  }

  /**
   * A key that forces scenarios by itself, for code under test in which only the key can be set.
   *
   * @example createShop({ apiKey: sandbox.keyWith('rate-limited') });
   */
  keyWith<Name extends string>(...scenarios: readonly Known<Name, ScenarioName>[]): string {
    return `${this.key}~${namesText(scenarios)}`;
  }

  /**
   * Applies scenarios to every request of this sandbox from now on. Sequences start again from their first step.
   *
   * @param scenarios applied in this order
   * @returns this sandbox
   * @throws DrydockError for an unknown name, with the nearest known ones
   * @example const sandbox = await mock.sandbox().scenario('flaky');
   */
  scenario<Name extends string>(...scenarios: readonly Known<Name, ScenarioName>[]): Promise<this>;
  /**
   * Applies an inline scenario, one that no file has.
   *
   * @param definition what its file would hold; title and advice may be left out
   * @param name what journal and page call it; default `tried`
   * @throws DrydockError with what is wrong with the definition
   * @example await sandbox.scenario({ steps: [{ times: 3, answer: { status: 500 } }] });
   */
  scenario(definition: ScenarioDefinition, name?: string): Promise<this>;
  async scenario(
    first?: string | ScenarioDefinition,
    ...more: readonly (string | undefined)[]
  ): Promise<this> {
    const names = [first, ...more].filter((name) => typeof name === 'string');
    const body =
      typeof first === 'object'
        ? { definition: first, ...(more[0] === undefined ? {} : { name: more[0] }) }
        : { scenario: namesText(names) };
    await this.control.ask('PUT', `${this.path}/scenario`, body);
    return this;
  }

  /** Applies no scenario from now on, not even the mock's default. */
  normal(): Promise<this> {
    return this.scenario('normal');
  }

  /** The chosen scenario, what it does to the next request, and how far its sequences are. */
  state(): Promise<SandboxScenario> {
    return this.control.ask('GET', `${this.path}/scenario`);
  }

  /**
   * Requests of this sandbox with their responses, oldest first. The mock keeps the last 500; its option `journal` sets another
   * number.
   *
   * @example const [order] = await sandbox.requests({ operation: 'createOrder', status: 201 });
   */
  requests(filter: RequestFilter = {}): Promise<JournalEntry[]> {
    return readJournal(this.control, this.path, filter);
  }

  /** One request with its response, and what its charges are made of where the service explains them. @param id of the journal */
  request(id: number): Promise<ExplainedEntry> {
    return this.control.ask('GET', `${this.path}/requests/${id}`);
  }

  /**
   * The same as HTTP Archive 1.2, for browsers, Playwright's `routeFromHAR` and `drydock drift`; secrets are masked.
   *
   * @example await writeFile('failed.har', JSON.stringify(await sandbox.har()));
   */
  har(filter: RequestFilter = {}): Promise<Har> {
    return readHar(this.control, this.path, filter);
  }

  /**
   * Makes a scenario that gives clients what they got in these requests: each operation answers as it did, in that order, with
   * status, headers, body, delay and fault. Nothing is saved or chosen.
   *
   * @param requests of this sandbox, or their ids
   * @param title what happens, in a few words
   * @example const { definition } = await sandbox.scenarioFrom(await sandbox.requests({ status: '5XX' }));
   * await other.scenario(definition);
   */
  scenarioFrom(
    requests: readonly (number | Pick<JournalEntry, 'id'>)[],
    title?: string,
  ): Promise<RecordedScenario> {
    const ids = requests.map((request) => (typeof request === 'number' ? request : request.id));
    const body = { requests: ids, ...(title === undefined ? {} : { title }) };
    return this.control.ask('POST', `${this.path}/scenario-from-requests`, body);
  }

  /**
   * The last requests of this sandbox, each in a line without headers and bodies, oldest first.
   *
   * @param limit 1 to 1,000
   * @example const earlier = await sandbox.lastRequests(20, { before: page[0].id });
   */
  async lastRequests(limit = 100, filter: LastRequestsFilter = {}): Promise<JournalSummary[]> {
    const address = `${this.path}/requests?${searchOf({ summary: true, limit, ...filter })}`;
    return (await this.control.ask<{ requests: JournalSummary[] }>('GET', address)).requests;
  }

  /** Empties the journal; scenario, quota, orders and coverage stay. */
  async clearRequests(): Promise<this> {
    await this.control.ask('DELETE', `${this.path}/requests`);
    return this;
  }

  /** Checks the journal against what is expected, and returns the verdict either way. */
  verify(expected: Verification): Promise<Verdict> {
    return this.control.ask('POST', `${this.path}/verify`, expected);
  }

  /**
   * Checks the journal against what is expected.
   *
   * @throws DrydockError that says what was expected, what was received, and which requests came near to it
   * @example await sandbox.expectVerified({ requests: [{ operation: 'createOrder', times: 1 }] });
   * @example await sandbox.expectVerified({ backoff: true }); // did the client wait as long as each 429 asked?
   */
  async expectVerified(expected: Verification): Promise<Verdict> {
    const verdict = await this.verify(expected);
    if (verdict.verified) return verdict;
    throw new DrydockError(verdictText(this.name, verdict));
  }

  /**
   * Fires a webhook of the document, as this sandbox's scenario has it, and waits until it was delivered or no attempt is left.
   *
   * @param name of the webhook in the document
   * @returns what was sent, and what became of it; several where the scenario asks for copies
   * @throws DrydockError for an unknown name, and for a receiver that must not be asked
   * @example const [sent] = await sandbox.webhook('orderShipped', { to: `${app.url}/hooks` });
   */
  async webhook(name: string, { to, body }: WebhookOrder): Promise<SentCallback[]> {
    const order = { webhook: name, to, ...(body !== undefined && { body }) };
    const { sent } = await this.control.ask<{ sent: SentCallback[] }>('POST', `${this.path}/webhooks`, order);
    return sent;
  }

  /** The webhooks that were fired in this sandbox since it was created or reset, the last 100, oldest first. */
  async firedWebhooks(): Promise<SentCallback[]> {
    return (await this.control.ask<{ sent: SentCallback[] }>('GET', `${this.path}/webhooks`)).sent;
  }

  /** Which parts of the mocked document were exercised here since the sandbox was created or reset. */
  coverage(): Promise<Coverage> {
    return this.control.ask('GET', `${this.path}/coverage`);
  }

  /** Issues a secret key for this sandbox; needed only to test scopes, expiry and revocation. */
  issueKey(order: Omit<KeyOrder, 'sandbox'>): Promise<NewKey> {
    return this.control.ask('POST', '/keys', { ...order, sandbox: this.name });
  }

  /** Expires an issued key now: requests with it get the 401 of an expired key. @param id its id, not the key */
  expireKey(id: string): Promise<IssuedKey> {
    return this.control.ask('POST', `/keys/${encodeURIComponent(id)}/expire`);
  }

  /** Revokes an issued key: requests with it get the 401 of an unknown key. @param id its id, not the key */
  async revokeKey(id: string): Promise<void> {
    await this.control.ask('DELETE', `/keys/${encodeURIComponent(id)}`);
  }

  /**
   * Moves this sandbox's time on: its keys expire, its quota's window ends and its orders are dated accordingly.
   *
   * @param duration ISO 8601, such as `PT1H` or `P1M`
   * @returns the time in the sandbox
   * @example await sandbox.advanceClock('PT1H');
   */
  advanceClock(duration: string): Promise<SandboxClock> {
    return this.control.ask('PUT', `${this.path}/clock`, { advance: duration });
  }

  /** Sets this sandbox's time, which runs on from there unless it is frozen. @param at ISO 8601 with its zone, or a Date */
  setClock(at: string | Date): Promise<SandboxClock> {
    return this.control.ask('PUT', `${this.path}/clock`, { at: iso(at) });
  }

  /**
   * Stops this sandbox's time: no key expires and no window of its quota ends until it is moved on or runs again.
   *
   * @param at where it stands, ISO 8601 with its zone, or a Date; without it where it is
   * @example await sandbox.freezeClock('2027-01-01T09:30:00Z');
   */
  freezeClock(at?: string | Date): Promise<SandboxClock> {
    return this.control.ask('PUT', `${this.path}/clock`, { ...(at && { at: iso(at) }), frozen: true });
  }

  /** Lets this sandbox's time run again, from where it stood. */
  unfreezeClock(): Promise<SandboxClock> {
    return this.control.ask('PUT', `${this.path}/clock`, { frozen: false });
  }

  /** Gives this sandbox the mock's time again. */
  async resetClock(): Promise<this> {
    await this.control.ask('DELETE', `${this.path}/clock`);
    return this;
  }

  /** Gives this sandbox its whole quota again. */
  async resetQuota(): Promise<this> {
    await this.control.ask('DELETE', `${this.path}/quota`);
    return this;
  }

  /** Resets everything: scenario, quota, clock, orders, journal and coverage. */
  async reset(): Promise<this> {
    await this.control.ask('POST', `${this.path}/reset`);
    return this;
  }
}

function iso(time: string | Date): string {
  return typeof time === 'string' ? time : time.toISOString();
}
