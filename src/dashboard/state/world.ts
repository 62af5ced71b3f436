/** What the page knows of the mock, as signals: read once when it connects, then kept current by events. */
import { signal } from '@preact/signals';
import { control, messageOf } from '../control/control-api.js';
import type { Operation, Sandbox, Scenario } from '../control/control-types.js';
import type { Connection } from '../control/watch-events.js';
import { ExchangeLog } from './exchange-log.js';
import type { LoggedExchange } from './exchange-log.js';

export const connection = signal<Connection>({ state: 'connecting' });
export const scenarios = signal<readonly Scenario[]>([]);
export const operations = signal<readonly Operation[]>([]);
/** The scenario of everyone who has none of their own; null is normal. */
export const defaultScenario = signal<string | null>(null);
export const sandboxes = signal<readonly Sandbox[]>([]);
/** When the sandboxes were read, milliseconds since 1970. */
export const sandboxesReadAt = signal(0);
/** Grows whenever a scenario was chosen for a sandbox, also one of the same name as before. */
export const choicesVersion = signal(0);
/** Grows with every change of the keys. */
export const keysVersion = signal(0);
/** Grows when the mock has loaded its document and scenarios anew. */
export const loadedVersion = signal(0);
/** Whether anything was read since the page was opened. */
export const known = signal(false);
/** A sentence about the last thing that failed; undefined when it was put away. */
export const trouble = signal<string | undefined>(undefined);
export const exchangeLog = new ExchangeLog();

/** Sandboxes whose journals are read at once when the page connects, and exchanges from each. */
const journals = { most: 200, atOnce: 6, entries: 500 };

export async function readScenarios(): Promise<void> {
  const [list, chosen] = await Promise.all([control.scenarios(), control.defaultScenario()]);
  scenarios.value = list.scenarios;
  operations.value = list.operations;
  defaultScenario.value = isNormal(chosen.scenario) ? null : chosen.scenario;
}

export async function readSandboxes(): Promise<void> {
  sandboxes.value = await control.sandboxes();
  sandboxesReadAt.value = Date.now();
}

/** Reads everything; what happens meanwhile is not lost. */
export async function readWorld(): Promise<void> {
  exchangeLog.hold();
  let read: readonly LoggedExchange[] = [];
  try {
    await Promise.all([readScenarios(), readSandboxes()]);
    read = await readJournals(sandboxes.value.filter(({ requests }) => requests > 0).slice(0, journals.most));
    known.value = true;
  } finally {
    exchangeLog.replace(read);
  }
}

async function readJournals(all: readonly Sandbox[]): Promise<LoggedExchange[]> {
  const found: LoggedExchange[] = [];
  const left = [...all];
  const readNext = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { name } = next;
      for (const entry of await control.summaries(name, journals.entries))
        found.push({ ...entry, sandbox: name });
    }
  };
  await Promise.all(Array.from({ length: journals.atOnce }, readNext));
  return found;
}

/** Whether a chosen scenario changes nothing. */
export function isNormal(scenario: string | null): boolean {
  return scenario === null || scenario === 'normal';
}

/** Runs something that the reader asked for; what goes wrong is told and not thrown. @returns whether it went well */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    trouble.value = undefined;
    return true;
  } catch (error) {
    trouble.value = messageOf(error);
    return false;
  }
}
