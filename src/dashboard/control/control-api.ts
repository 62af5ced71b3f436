/** The control API over fetch: one function for each call of the page. */
import type { Coverage, Verification } from '../../client/types.js';
import type * as types from './control-types.js';
import { parsedJson } from '../parts/parsed-json.js';
import { forgetToken, token } from './token.js';

/** The URL of the control API: beside the page, whatever the prefix. */
export const controlBase = new URL('.', location.href).pathname;

/** A refusal of the mock, or a failure to reach it: one sentence for the user. */
export class ControlError extends Error {
  override readonly name = 'ControlError';

  /**
   * @param status the status of the refusal; undefined when there was no response
   * @param errors one string for each problem, where the mock lists them
   */
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
    readonly errors: readonly string[] = [message],
  ) {
    super(message, options);
  }
}

export function authorization(): Record<string, string> {
  return { Authorization: `Bearer ${token.value ?? ''}` };
}

async function call(method: string, path: string, body?: unknown, accept = '*/*'): Promise<unknown> {
  const response = await fetch(`${controlBase}${path}`, {
    method,
    headers: {
      ...authorization(),
      Accept: accept,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    cache: 'no-store',
  }).catch((cause: unknown) => {
    throw new ControlError('The mock does not answer; is it running?', undefined, { cause });
  });
  if (response.status === 401) forgetToken();
  const json = parsedJson(await response.text());
  if (!response.ok) {
    const { detail, title, errors } = (json ?? {}) as Partial<types.Problem>;
    const sentence = detail ?? title ?? `The mock answered ${response.status}.`;
    throw new ControlError(sentence, response.status, undefined, errors);
  }
  return json;
}

const sandboxPath = (name: string): string => `sandboxes/${encodeURIComponent(name)}`;

export const control = {
  scenarios: async () => (await call('GET', 'scenarios')) as types.ScenarioList,
  defaultScenario: async () => (await call('GET', 'default-scenario')) as { scenario: string | null },
  setDefaultScenario: (scenario: string) => call('PUT', 'default-scenario', { scenario }),
  clearDefaultScenario: () => call('DELETE', 'default-scenario'),

  sandboxes: async () => (await call('GET', 'sandboxes')) as types.SandboxList,
  sandbox: async (name: string) => (await call('GET', sandboxPath(name))) as types.SandboxDetails,
  moveClock: (name: string, change: types.ClockChange) => call('PUT', `${sandboxPath(name)}/clock`, change),
  resetClock: (name: string) => call('DELETE', `${sandboxPath(name)}/clock`),
  verify: async (name: string, expected: Verification) =>
    (await call('POST', `${sandboxPath(name)}/verify`, expected)) as types.Verdict,
  scenario: async (name: string) =>
    (await call('GET', `scenarios/${encodeURIComponent(name)}`)) as types.ScenarioSource,
  recordedScenario: async (name: string, id: number) =>
    (await call('POST', `${sandboxPath(name)}/scenario-from-requests`, {
      requests: [id],
    })) as types.RecordedScenario,
  saveScenario: (name: string, definition: object) =>
    call('PUT', `scenarios/${encodeURIComponent(name)}`, { definition }),
  sandboxScenario: async (name: string) =>
    (await call('GET', `${sandboxPath(name)}/scenario`)) as types.SandboxScenario,
  setSandboxScenario: (name: string, scenario: string) =>
    call('PUT', `${sandboxPath(name)}/scenario`, { scenario }),
  tryScenario: async (name: string, definition: object, called: string) =>
    (await call('PUT', `${sandboxPath(name)}/scenario`, {
      definition,
      name: called,
    })) as types.SandboxScenario,
  clearSandboxScenario: (name: string) => call('DELETE', `${sandboxPath(name)}/scenario`),
  resetSandbox: (name: string) => call('POST', `${sandboxPath(name)}/reset`),
  resetAll: () => call('POST', 'reset'),

  /** Lines of all journals that match a search, oldest first. */
  search: async (text: string, limit: number) =>
    (await call(
      'GET',
      `requests?${new URLSearchParams({ summary: 'true', limit: String(limit), search: text }).toString()}`,
    )) as {
      readonly matching: number;
      readonly requests: readonly types.FoundSummary[];
    },
  /** Lines of a journal. @param query such as `limit=100&after=7` */
  summaries: async (name: string, query: string) =>
    (await call('GET', `${sandboxPath(name)}/requests?summary=true&${query}`)) as {
      readonly requests: readonly types.JournalSummary[];
      readonly more: boolean;
    },
  /** Exchanges in full. @param query such as `limit=100&after=7` */
  exchanges: async (name: string, query: string) =>
    (await call('GET', `${sandboxPath(name)}/requests?${query}`)) as {
      readonly requests: readonly types.JournalEntry[];
    },
  /** The same as an archive, HAR 1.2. */
  har: (name: string, query: string) =>
    call('GET', `${sandboxPath(name)}/requests?${query}`, undefined, 'application/har+json'),
  exchange: async (name: string, id: string) =>
    (await call('GET', `${sandboxPath(name)}/requests/${encodeURIComponent(id)}`)) as types.Exchange,
  coverage: async (name: string) => (await call('GET', `${sandboxPath(name)}/coverage`)) as Coverage,

  startVerifyRun: async (order: types.VerifyOrder) =>
    (await call('POST', 'verify-runs', order)) as types.VerifyRun,
  verifyRun: async (id: number) => (await call('GET', `verify-runs/${id}`)) as types.VerifyRunWithReport,
  stopVerifyRun: (id: number) => call('DELETE', `verify-runs/${id}`),

  keys: async () => (await call('GET', 'keys')) as types.KeyList,
  issueKey: async (order: types.KeyOrder) => (await call('POST', 'keys', order)) as types.NewKey,
  expireKey: (id: string) => call('POST', `keys/${encodeURIComponent(id)}/expire`),
  revokeKey: (id: string) => call('DELETE', `keys/${encodeURIComponent(id)}`),
};

/** What an action was refused for, a sentence each. */
export function refusals(error: unknown): readonly string[] {
  return error instanceof ControlError ? error.errors : [messageOf(error)];
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
