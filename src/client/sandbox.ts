import type { ControlConnection } from './control-connection.js';
import { DrydockError } from './drydock-error.js';
import { namesText } from './scenario-names.js';
import type {
  Coverage,
  IssuedKey,
  JournalEntry,
  KeyOrder,
  NewKey,
  ScenarioDefinition,
  SandboxScenario,
  Verdict,
  Verification,
} from './types.js';
import { verdictText } from './verdict-text.js';

/** Which exchanges of a journal are wanted; all that is said must hold. */
export interface RequestFilter {
  /** An operation's id, or `none` for requests that met no operation. */
  readonly operation?: string;
  /** A status such as 404, or a class such as `4XX`. */
  readonly status?: number | string;
  /** Only exchanges after the one with this id. */
  readonly after?: number;
}

/** The most that the control API tells at once. */
const pageSize = 1000;

/**
 * One test's own world in the mock: its scenario, quota, orders and journal, reached by its own key. Nothing that is
 * done in it can be seen from another.
 */
export class Sandbox {
  /** The address of the service, the same for every sandbox; requests differ by their key. */
  readonly url: string;
  /** Its key, `dk_test_NAME`; not a secret. */
  readonly key: string;
  /** A key of this sandbox that has expired: every request is answered 401. */
  readonly expiredKey: string;
  /** A key of this sandbox that may list categories only: anything else is answered 403. */
  readonly limitedKey: string;
  private readonly path: string;

  /** @throws DrydockError for a name that no key can carry */
  constructor(
    readonly name: string,
    url: string,
    private readonly control: ControlConnection,
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
   * @param scenarios what this one request is to meet, whatever the sandbox's scenario is
   * @example await fetch(`${sandbox.url}/categories`, { headers: sandbox.headers('slow') });
   */
  headers(...scenarios: readonly string[]): Record<string, string> {
    const authorization = { Authorization: `Bearer ${this.key}` };
    return scenarios.length === 0
      ? authorization
      : { ...authorization, 'X-Mock-Scenario': namesText(scenarios) };
  }

  /**
   * A key that forces scenarios by itself, for a client in which only the key can be set.
   *
   * @example createShop({ apiKey: sandbox.keyWith('rate-limited') });
   */
  keyWith(...scenarios: readonly string[]): string {
    return `${this.key}~${namesText(scenarios)}`;
  }

  /**
   * Chooses what every request of this sandbox meets from now on; sequences begin anew.
   *
   * @param scenarios applied in this order
   * @returns this sandbox
   * @throws DrydockError for an unknown name, telling the nearest
   * @example const sandbox = await mock.sandbox().scenario('flaky');
   */
  scenario(...scenarios: readonly string[]): Promise<this>;
  /**
   * Lets this sandbox meet a scenario that no file has.
   *
   * @param definition what its file would hold; title and advice may be left out
   * @param name what journal and page call it: `tried` unless told
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

  /** Answers normally from now on, also where the mock has a default scenario. */
  normal(): Promise<this> {
    return this.scenario('normal');
  }

  /** What was chosen, what the next request meets, and where sequences stand. */
  state(): Promise<SandboxScenario> {
    return this.control.ask('GET', `${this.path}/scenario`);
  }

  /**
   * What clients sent here and were answered, oldest first; the mock keeps the last 500 unless `--journal` says otherwise.
   *
   * @example const [order] = await sandbox.requests({ operation: 'createOrder', status: 201 });
   */
  async requests(filter: RequestFilter = {}): Promise<JournalEntry[]> {
    const found: JournalEntry[] = [];
    let after = filter.after ?? 0;
    for (;;) {
      const query = new URLSearchParams({ limit: String(pageSize), after: String(after) });
      if (filter.operation !== undefined) query.set('operation', filter.operation);
      if (filter.status !== undefined) query.set('status', String(filter.status));
      const page = await this.control.ask<{ requests: JournalEntry[]; more: boolean }>(
        'GET',
        `${this.path}/requests?${query.toString()}`,
      );
      found.push(...page.requests);
      const last = page.requests.at(-1);
      if (!page.more || !last) return found;
      after = last.id;
    }
  }

  /** Forgets what was asked so far; scenario, quota, orders and coverage stay. */
  async clearRequests(): Promise<this> {
    await this.control.ask('DELETE', `${this.path}/requests`);
    return this;
  }

  /** Holds what was asked against what is expected, and tells the verdict either way. */
  verify(expected: Verification): Promise<Verdict> {
    return this.control.ask('POST', `${this.path}/verify`, expected);
  }

  /**
   * Holds what was asked against what is expected.
   *
   * @throws DrydockError that says what was expected, what came, and what was nearly it
   * @example await sandbox.expectVerified({ requests: [{ operation: 'createOrder', times: 1 }] });
   * @example await sandbox.expectVerified({ backoff: true }); // did the client wait as each 429 told it?
   */
  async expectVerified(expected: Verification): Promise<Verdict> {
    const verdict = await this.verify(expected);
    if (verdict.verified) return verdict;
    throw new DrydockError(verdictText(this.name, verdict));
  }

  /** What of the mocked document was met here since the sandbox was made or reset. */
  coverage(): Promise<Coverage> {
    return this.control.ask('GET', `${this.path}/coverage`);
  }

  /** Issues a secret key into this sandbox; needed only to test scopes, expiry and revoking. */
  issueKey(order: Omit<KeyOrder, 'sandbox'>): Promise<NewKey> {
    return this.control.ask('POST', '/keys', { ...order, sandbox: this.name });
  }

  /** Lets an issued key expire now: it is answered 401 as an expired one. @param id its id, not the key */
  expireKey(id: string): Promise<IssuedKey> {
    return this.control.ask('POST', `/keys/${encodeURIComponent(id)}/expire`);
  }

  /** Takes an issued key back for good: it is answered 401 like one that never was. @param id its id, not the key */
  async revokeKey(id: string): Promise<void> {
    await this.control.ask('DELETE', `/keys/${encodeURIComponent(id)}`);
  }

  /** Forgets everything: scenario, quota, orders, journal and coverage. */
  async reset(): Promise<this> {
    await this.control.ask('POST', `${this.path}/reset`);
    return this;
  }
}
