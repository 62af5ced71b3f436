/** The state of the mock as signals: read when the page connects, then updated by events. */
import { computed, signal, type Signal } from '@preact/signals';
import { control, messageOf } from '../control/control-api.js';
import type {
  ControlEvent,
  Operation,
  Sandbox,
  SandboxList,
  Scenario,
  Service,
} from '../control/control-types.js';
import { eventTypes, type Connection } from '../control/watch-events.js';
import { ExchangeLog, keptExchanges } from './exchange-log.js';

export const connection = signal<Connection>({ state: 'connecting' });
/** The one that answers, and what a proxy has found so far. */
export const service = signal<Service>({ mode: 'mock', targets: [], traffic: null, start: null });
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
/** Incremented at each event, by its type: what such an event can change is read again then. */
export const versions = Object.fromEntries(eventTypes.map((type) => [type, signal(0)])) as Readonly<
  Record<ControlEvent['type'], Signal<number>>
>;
/** True once the state has been read. */
export const known = signal(false);
/** Why the state could not be read; it is read again at `until`, milliseconds since 1970. */
export const unread = signal<{ readonly until: number; readonly why: string } | undefined>(undefined);
/** A sentence about the last failure; undefined when it was dismissed. */
export const trouble = signal<string | undefined>(undefined);
export const exchangeLog = new ExchangeLog();

/**
 * A part of the state that is read now and then. A response that comes after that of a later read is out of date, and what events
 * change during a read is newer than its response.
 */
function repeatedRead<T>(call: () => Promise<T>, take: (value: T) => void) {
  let begun = 0;
  let taken = 0;
  const underWay = new Set<(() => void)[]>();
  const read = async (): Promise<void> => {
    const own = (begun += 1);
    const changes: (() => void)[] = [];
    underWay.add(changes);
    try {
      const value = await call();
      if (own < taken) return;
      taken = own;
      take(value);
      for (const change of changes) change();
    } finally {
      underWay.delete(changes);
    }
  };
  /** Makes the change of an event, and again over the response of each read under way. */
  const changeMeanwhile = (change: () => void): void => {
    for (const changes of underWay) changes.push(change);
    change();
  };
  return { read, changeMeanwhile };
}

const scenarioList = repeatedRead(control.scenarios, (list) => {
  scenarios.value = list.scenarios;
  operations.value = list.operations;
  scenarioFolder.value = list.folder;
});

const defaultChoice = repeatedRead(control.defaultScenario, ({ scenario }) => takeDefault(scenario));

function takeDefault(scenario: string | null): void {
  defaultScenario.value = isNormal(scenario) ? null : scenario;
}

/** Chooses the default scenario; null for none. */
export async function chooseDefault(scenario: string | null): Promise<void> {
  await control.setDefaultScenario(scenario);
  await defaultChoice.read();
}

export async function readScenarios(): Promise<void> {
  await Promise.all([scenarioList.read(), defaultChoice.read()]);
}

const sandboxList = repeatedRead(control.sandboxes, (list) => {
  sandboxes.value = list.sandboxes;
  shed.value = list.shed ?? [];
  sandboxesReadAt.value = Date.now();
});

export const readSandboxes = sandboxList.read;

/** Takes up an event: another scenario is in force, in a sandbox or by default (null). */
export function scenarioChanged(sandbox: string | null, scenario: string | null): void {
  if (sandbox === null) defaultChoice.changeMeanwhile(() => takeDefault(scenario));
  else changeChoices(({ name }) => name === sandbox, scenario);
}

/** Takes up an event: a sandbox was reset, or all of them (null). */
export function choicesEnded(sandbox: string | null): void {
  changeChoices(({ name }) => sandbox === null || name === sandbox, null);
}

function changeChoices(isMeant: (sandbox: Sandbox) => boolean, scenario: string | null): void {
  sandboxList.changeMeanwhile(() => {
    sandboxes.value = sandboxes.value.map((one) => (isMeant(one) ? { ...one, scenario } : one));
  });
}

export const { read: readService } = repeatedRead(control.service, (read) => (service.value = read));

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
