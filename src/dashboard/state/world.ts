/** The state of the mock as signals: read when the page connects, then updated by events. */
import { computed, signal } from '@preact/signals';
import { control, messageOf } from '../control/control-api.js';
import type { Operation, Sandbox, SandboxList, Scenario, Service } from '../control/control-types.js';
import type { Connection } from '../control/watch-events.js';
import { ExchangeLog, keptExchanges, type LoggedExchange } from './exchange-log.js';

export const connection = signal<Connection>({ state: 'connecting' });
/** The one that answers, and what a proxy has found so far. */
export const service = signal<Service>({ mode: 'mock', targets: [], traffic: null });
export const isProxy = computed(() => service.value.mode === 'proxy');
export const scenarios = signal<readonly Scenario[]>([]);
/** The folder that scenarios can be saved into; null for none. */
export const scenarioFolder = signal<string | null>(null);
export const operations = signal<readonly Operation[]>([]);
/** The default scenario, for sandboxes without one; null means normal. */
export const defaultScenario = signal<string | null>(null);
export const sandboxes = signal<readonly Sandbox[]>([]);
/** Data that the mock evicted to stay within its memory budget. */
export const shed = signal<NonNullable<SandboxList['shed']>>([]);
/** The time at which the sandboxes were read, milliseconds since 1970. */
export const sandboxesReadAt = signal(0);
/** Incremented whenever a scenario is chosen for a sandbox, also the same one again. */
export const choicesVersion = signal(0);
/** Incremented whenever a sandbox is reset: its requests are numbered from 1 again. */
export const resetsVersion = signal(0);
/** Incremented whenever the time in a sandbox is moved. */
export const clocksVersion = signal(0);
/** Incremented whenever a webhook is fired, and when one of its attempts is over. */
export const webhooksVersion = signal(0);
/** Incremented at every change of the keys. */
export const keysVersion = signal(0);
/** Incremented when the mock has reloaded its document and scenarios. */
export const loadedVersion = signal(0);
/** True once the state has been read. */
export const known = signal(false);
/** A sentence about the last failure; undefined when it was dismissed. */
export const trouble = signal<string | undefined>(undefined);
export const exchangeLog = new ExchangeLog();

let defaultEvents = 0;

/** Takes up an event: another default scenario is in force. */
export function defaultChanged(scenario: string | null): void {
  defaultEvents += 1;
  defaultScenario.value = isNormal(scenario) ? null : scenario;
}

/** Chooses the default scenario; null for none. */
export function chooseDefault(scenario: string | null): Promise<void> {
  return takeDefault(async () => {
    await (scenario === null ? control.clearDefaultScenario() : control.setDefaultScenario(scenario));
    return scenario;
  });
}

/** Takes the default scenario that a call to the mock ends with, unless an event came meanwhile: that is newer. */
async function takeDefault(call: () => Promise<string | null>): Promise<void> {
  const before = defaultEvents;
  const scenario = await call();
  if (before === defaultEvents) defaultScenario.value = isNormal(scenario) ? null : scenario;
}

export async function readScenarios(): Promise<void> {
  const [list] = await Promise.all([
    control.scenarios(),
    takeDefault(async () => (await control.defaultScenario()).scenario),
  ]);
  scenarios.value = list.scenarios;
  operations.value = list.operations;
  scenarioFolder.value = list.folder;
}

let sandboxReads = 0;
let lastSandboxRead = 0;

export async function readSandboxes(): Promise<void> {
  const read = (sandboxReads += 1);
  const list = await control.sandboxes();
  // A response that comes after that of a later read is out of date.
  if (read < lastSandboxRead) return;
  lastSandboxRead = read;
  sandboxes.value = list.sandboxes;
  shed.value = list.shed ?? [];
  sandboxesReadAt.value = Date.now();
}

export async function readService(): Promise<void> {
  service.value = await control.service();
}

/** Reads everything; events that arrive meanwhile are not lost. */
export async function readWorld(): Promise<void> {
  exchangeLog.hold();
  let read: readonly LoggedExchange[] = [];
  try {
    const [{ requests }] = await Promise.all([
      control.search('', keptExchanges),
      readScenarios(),
      readSandboxes(),
      readService(),
    ]);
    read = requests;
  } finally {
    exchangeLog.replace(read);
  }
  known.value = true;
}

/** True if a chosen scenario changes nothing. */
export function isNormal(scenario: string | null): boolean {
  return scenario === null || scenario === 'normal';
}

/** Runs an action of the user; a failure is shown and not thrown. @returns whether it succeeded */
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
