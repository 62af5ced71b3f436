import type { Coverage, Har, Verification } from '../../client/types.js';
import type { Exchange, Schemas, Service } from './control-types.js';
import { parsedJson } from '../parts/text.js';
import { refuseToken, token } from './token.js';

/** The control API over fetch: one function for each call of the page. */

/** The URL of the control API: beside the page, whatever the prefix. */
export const controlBase = new URL('.', location.href).pathname;

/** A refusal of the mock, or a failure to reach it: one sentence for the user. */
export class ControlError extends Error {
  override readonly name = 'ControlError';

  /** @param errors one string for each problem, where the mock lists them */
  constructor(
    message: string,
    readonly errors: readonly string[] = [message],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function openEvents(path: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${controlBase}${path}`, {
    headers: authorization(),
    cache: 'no-store',
    signal: signal ?? null,
  });
}

function authorization(): Record<string, string> {
  return { Authorization: `Bearer ${token.value ?? ''}` };
}

async function call<T>(method: string, path: string, body?: unknown, accept = '*/*'): Promise<T> {
  const used = token.value ?? '';
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
  if (response.status === 401) refuseToken(used);
  const json = parsedJson(await response.text());
  if (!response.ok) {
    const { detail, title, errors } = (json ?? {}) as Partial<Schemas['Problem']>;
    const sentence = detail ?? title ?? `The mock answered ${response.status}.`;
    throw new ControlError(sentence, errors);
  }
  return json as T;
}

/** The names of scenarios, or a definition and what it is called. */
export type SandboxChoice =
  | { readonly scenario: string }
  | { readonly definition: object; readonly name: string };

function choose(path: string, chosen: object | null): Promise<unknown> {
  return chosen === null ? call('DELETE', path) : call('PUT', path, chosen);
}

const scenarioPath = (name: string): string => `scenarios/${encodeURIComponent(name)}`;
const sandboxPath = (name: string): string => `sandboxes/${encodeURIComponent(name)}`;
const keyPath = (id: string): string => `keys/${encodeURIComponent(id)}`;

export const control = {
  service: () => call<Service>('GET', 'service'),
  scenarios: () => call<Schemas['ScenarioList']>('GET', 'scenarios'),
  scenario: (name: string) => call<Schemas['ScenarioSource']>('GET', scenarioPath(name)),
  saveScenario: (name: string, definition: object) => call('PUT', scenarioPath(name), { definition }),
  defaultScenario: () => call<{ scenario: string | null }>('GET', 'default-scenario'),
  /** @param scenario null for none */
  setDefaultScenario: (scenario: string | null) =>
    choose('default-scenario', scenario === null ? null : { scenario }),

  webhooks: async () => (await call<Schemas['WebhookList']>('GET', 'webhooks')).webhooks,
  firedWebhooks: async (name: string) =>
    (await call<Schemas['FiredWebhook']>('GET', `${sandboxPath(name)}/webhooks`)).sent,
  fireWebhook: async (name: string, order: Schemas['WebhookOrder']) =>
    (await call<Schemas['FiredWebhook']>('POST', `${sandboxPath(name)}/webhooks`, order)).sent,

  compare: (document: string) => call<Schemas['Comparison']>('POST', 'comparisons', { document }),

  sandboxes: () => call<Schemas['SandboxList']>('GET', 'sandboxes'),
  sandbox: (name: string) => call<Schemas['Sandbox']>('GET', sandboxPath(name)),
  coverage: (name: string) => call<Coverage>('GET', `${sandboxPath(name)}/coverage`),
  resetSandbox: (name: string) => call('POST', `${sandboxPath(name)}/reset`),
  resetAll: () => call('POST', 'reset'),
  clock: (name: string) => call<Schemas['SandboxClock']>('GET', `${sandboxPath(name)}/clock`),
  moveClock: (name: string, change: Schemas['ClockChange']) =>
    call<Schemas['SandboxClock']>('PUT', `${sandboxPath(name)}/clock`, change),
  resetClock: (name: string) => call('DELETE', `${sandboxPath(name)}/clock`),
  verify: (name: string, expected: Verification) =>
    call<Schemas['Verdict']>('POST', `${sandboxPath(name)}/verify`, expected),
  recordedScenario: (name: string, id: number) =>
    call<Schemas['RecordedScenario']>('POST', `${sandboxPath(name)}/scenario-from-requests`, {
      requests: [id],
    }),

  sandboxScenario: (name: string) => call<Schemas['SandboxScenario']>('GET', `${sandboxPath(name)}/scenario`),
  /** @param chosen null for none */
  setSandboxScenario: (name: string, chosen: SandboxChoice | null) =>
    choose(`${sandboxPath(name)}/scenario`, chosen),

  /** Lines of all journals that match a search, oldest first. */
  search: (search: string, limit: number) => {
    const query = new URLSearchParams({ summary: 'true', limit: String(limit), search });
    return call<Schemas['FoundSummaries']>('GET', `requests?${query.toString()}`);
  },
  /** Exchanges in full. @param query such as `limit=100&after=7` */
  exchanges: (name: string, query: string) =>
    call<{ readonly requests: readonly Schemas['JournalEntry'][] }>(
      'GET',
      `${sandboxPath(name)}/requests?${query}`,
    ),
  /** The same as an archive, HAR 1.2. */
  har: (name: string, query: string) =>
    call<Har>('GET', `${sandboxPath(name)}/requests?${query}`, undefined, 'application/har+json'),
  exchange: async (sandbox: string, id: string): Promise<Exchange> => {
    const path = `${sandboxPath(sandbox)}/requests/${encodeURIComponent(id)}`;
    return { ...(await call<Schemas['ExplainedEntry']>('GET', path)), sandbox };
  },

  startVerifyRun: (order: Schemas['VerifyOrder']) => call<Schemas['VerifyRun']>('POST', 'verify-runs', order),
  verifyRun: (id: number) => call<Schemas['VerifyRunWithReport']>('GET', `verify-runs/${id}`),
  stopVerifyRun: (id: number) => call('DELETE', `verify-runs/${id}`),

  keys: () => call<Schemas['KeyList']>('GET', 'keys'),
  issueKey: (order: Schemas['KeyOrder']) => call<Schemas['NewKey']>('POST', 'keys', order),
  expireKey: (id: string) => call('POST', `${keyPath(id)}/expire`),
  revokeKey: (id: string) => call('DELETE', keyPath(id)),
};

/** The reasons for which an action was refused, a sentence each. */
export function refusals(error: unknown): readonly string[] {
  return error instanceof ControlError ? error.errors : [messageOf(error)];
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The service's address, without a trailing slash. The server writes it into the page: page and control API share an origin
 * that the service is not on.
 */
export const serviceAddress =
  document.querySelector<HTMLMetaElement>('meta[name=drydock-service]')?.content ?? location.origin;
