/** The state of the mock as signals: read when the page connects, then updated by events. */
import { computed, signal } from '@preact/signals';
import { control, messageOf } from '../control/control-api.js';
import type { Operation, Sandbox, SandboxList, Scenario, Service } from '../control/control-types.js';
import type { Connection } from '../control/watch-events.js';
import { ExchangeLog, keptExchanges } from './exchange-log.js';

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
/** Why the state could not be read; it is read again at `until`, milliseconds since 1970. */
export const unread = signal<{ readonly until: number; readonly why: string } | undefined>(undefined);
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

/** A read that can be repeated: a response that comes after that of a later read is out of date. */
function inOrder<T>(read: () => Promise<T>, take: (value: T) => void): () => Promise<void> {
  let begun = 0;
  let taken = 0;
  return async () => {
    const own = (begun += 1);
    const value = await read();
    if (own < taken) return;
    taken = own;
    take(value);
  };
}

const readScenarioList = inOrder(control.scenarios, (list) => {
  scenarios.value = list.scenarios;
  operations.value = list.operations;
  scenarioFolder.value = list.folder;
});

export async function readScenarios(): Promise<void> {
  const readDefault = takeDefault(async () => (await control.defaultScenario()).scenario);
  await Promise.all([readScenarioList(), readDefault]);
}

interface Choice {
  readonly sandbox: string;
  readonly scenario: string | null;
}

/** Choices by events, while sandboxes are read: they are newer than the response. */
const choicesMeanwhile = new Set<Choice[]>();

/** Takes up an event: another scenario is in force in a sandbox. */
export function choiceChanged(choice: Choice): void {
  choicesVersion.value += 1;
  for (const choices of choicesMeanwhile) choices.push(choice);
  sandboxes.value = withChoices(sandboxes.value, [choice]);
}

/** Takes up an event: a sandbox was reset, or all of them. */
export function choicesEnded(sandbox: string | null): void {
  const names = sandbox === null ? sandboxes.value.map(({ name }) => name) : [sandbox];
  for (const name of names) choiceChanged({ sandbox: name, scenario: null });
}

function withChoices(all: readonly Sandbox[], choices: readonly Choice[]): readonly Sandbox[] {
  if (choices.length === 0) return all;
  const chosen = new Map(choices.map(({ sandbox, scenario }) => [sandbox, scenario]));
  return all.map((one) => {
    const scenario = chosen.get(one.name);
    return scenario === undefined ? one : { ...one, scenario };
  });
}

export const readSandboxes = inOrder(
  async () => {
    const choices: Choice[] = [];
    choicesMeanwhile.add(choices);
    try {
      return { list: await control.sandboxes(), choices };
    } finally {
      choicesMeanwhile.delete(choices);
    }
  },
  ({ list, choices }) => {
    sandboxes.value = withChoices(list.sandboxes, choices);
    shed.value = list.shed ?? [];
    sandboxesReadAt.value = Date.now();
  },
);

export const readService = inOrder(control.service, (read) => (service.value = read));

let worldReads = 0;

/** Reads everything; events that arrive meanwhile are not lost. */
export async function readWorld(): Promise<void> {
  const own = (worldReads += 1);
  exchangeLog.hold();
  try {
    const [{ requests }] = await Promise.all([
      control.search('', keptExchanges),
      readScenarios(),
      readSandboxes(),
      readService(),
    ]);
    if (own !== worldReads) return;
    exchangeLog.replace(requests);
  } catch (error) {
    if (own === worldReads) exchangeLog.release();
    throw error;
  }
  known.value = true;
}

/** True if a chosen scenario changes nothing. */
export function isNormal(scenario: string | null): boolean {
  return scenario === null || scenario === 'normal';
}

let lastChange: Promise<unknown> = Promise.resolve();

/** Changes the mock once every change asked for before is done: two clicks in a row act in their order. */
export function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const turn = lastChange.then(change);
  lastChange = turn.catch(() => undefined);
  return turn;
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

/** Changes the mock as the user asked, after the changes that were asked for before. @returns whether it succeeded */
export function change(action: () => Promise<unknown>): Promise<boolean> {
  return attempt(() => inTurn(action));
}
