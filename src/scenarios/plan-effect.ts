import { valueAt } from '../contract/json-pointer.js';
import { jsonEqual } from '../contract/schema/json-equal.js';
import { maxDelayMs } from './scenario.js';
import type {
  CallbackEffect,
  CallbackTemplate,
  Condition,
  Effect,
  EffectTemplate,
  Scenario,
  Schedule,
  Sequence,
  Delay,
} from './scenario.js';

/** The parts of a request that a scenario may look at. Reading must be cheap: the request's own context can be passed as it is. */
export interface RequestFacts {
  readonly operationId: string;
  /** @param name in lower case; several lines of one header joined by `, ` */
  header(name: string): string | undefined;
  /** The parsed JSON body; undefined without one, or when it does not parse. Asked only by scenarios that match bodies. */
  body(): unknown;
}

/** Tells whether a scenario applies to a request. Only a request that does is counted as a call. */
export function matches(scenario: Scenario, facts: RequestFacts): boolean {
  if (!scenario.operations.has(facts.operationId)) return false;
  const { headers, body } = scenario.match;
  return (
    headers.every((condition) => holds(condition, facts.header(condition.name))) &&
    body.every((condition) => holds(condition, valueAt(facts.body(), condition.pointer)))
  );
}

/** Tells whether `matches` asks for the body, so that it must have been read. */
export function looksAtBody(scenario: Scenario): boolean {
  return scenario.match.body.length > 0;
}

/** Tells whether the number of the call makes a difference; where it does not, counting can be saved and the call be 1. */
export function countsCalls(scenario: Scenario): boolean {
  const { schedule } = scenario;
  if (schedule.kind !== 'always') return true;
  return schedule.effect.delay !== undefined && schedule.effect.delay.kind !== 'fixed';
}

/** Names the counter of an operation's calls. No scenario's name has a blank. */
export function counterOf({ name, schedule }: Scenario, operationId: string): string {
  return schedule.kind === 'by operation' ? `${name} ${operationId}` : name;
}

/**
 * Plans the effect of a scenario on its n-th call; undefined if that call is answered normally.
 *
 * @param call from 1: how many matching calls this sandbox has had of this scenario, this one included
 * @param random made of the seed, the sandbox, the scenario's name and the call, so that a call can be repeated
 */
export function effectOf(
  scenario: Scenario,
  call: number,
  facts: Pick<RequestFacts, 'operationId'>,
  random: () => number,
): Effect | undefined {
  const turn = turnAt(scheduleFor(scenario, facts.operationId), call, random);
  if (!turn) return undefined;
  const { template } = turn;
  return {
    answer: template.answerFor?.(facts.operationId),
    patches: template.patches,
    headers: template.headers,
    delayMs: template.delay ? sampleDelay(template.delay, random) : 0,
    spendQuota: template.spendQuota,
    fault: template.fault,
    callbacks: template.callbacks && callbackEffect(template.callbacks, random),
    stepLabel: turn.label,
  };
}

function callbackEffect({ delay, ...rest }: CallbackTemplate, random: () => number): CallbackEffect {
  return { ...rest, delayMs: delay ? sampleDelay(delay, random) : 0 };
}

/** The effect on one call, before its operation is known. */
export interface Turn {
  readonly template: EffectTemplate;
  readonly label: string;
}

export type PlainSchedule = Exclude<Schedule, { kind: 'by operation' }>;

/** The schedule of an operation's calls; undefined where the scenario has none for it. */
export function scheduleFor({ schedule }: Scenario, operationId: string): PlainSchedule | undefined {
  return schedule.kind === 'by operation' ? schedule.sequences.get(operationId) : schedule;
}

/** The turn of a so-manyth call; undefined for one that is answered normally. @param call from 1 */
export function turnAt(
  schedule: PlainSchedule | undefined,
  call: number,
  random: () => number,
): Turn | undefined {
  if (!schedule) return undefined;
  switch (schedule.kind) {
    case 'always':
      return { template: schedule.effect, label: '' };
    case 'first':
      if (call > schedule.times) return undefined;
      return { template: schedule.effect, label: `call ${call} of ${schedule.times}` };
    case 'calls':
      return schedule.calls.has(call) ? { template: schedule.effect, label: `call ${call}` } : undefined;
    case 'every':
      return call % schedule.nth === 0 ? { template: schedule.effect, label: `call ${call}` } : undefined;
    case 'probability':
      return random() < schedule.probability
        ? { template: schedule.effect, label: `call ${call}` }
        : undefined;
    case 'sequence':
      return stepAt(schedule, call);
    default:
      return schedule satisfies never;
  }
}

function stepAt(schedule: Sequence, call: number): Turn | undefined {
  const { steps, atEnd } = schedule;
  const length = steps.reduce((sum, step) => sum + step.times, 0);
  if (call > length && atEnd === 'normal') return undefined;
  const place = atEnd === 'loop' ? ((call - 1) % length) + 1 : Math.min(call, length);
  let left = place;
  const step = steps.find(({ times }) => (left -= times) <= 0);
  if (!step?.effect) return undefined;
  const counted = `step ${place} of ${length}`;
  return { template: step.effect, label: step.label === undefined ? counted : `${step.label} (${counted})` };
}

function holds(condition: Condition, value: unknown): boolean {
  if (condition.kind === 'exists') return (value !== undefined) === condition.exists;
  if (condition.kind === 'equals') return jsonEqual(value, condition.value);
  return typeof value === 'string' && condition.pattern.search(value) === true;
}

/**
 * One effect of several scenarios in their order: of answers and spent quotas the last wins, of faults and what happens to
 * callbacks too; patches, headers and delays add up.
 */
export function combine(effects: readonly Effect[]): Effect | undefined {
  if (effects.length <= 1) return effects[0];
  return effects.reduce((before, effect) => {
    const answers = effect.answer !== undefined || effect.spendQuota;
    return {
      answer: answers ? effect.answer : before.answer,
      spendQuota: answers ? effect.spendQuota : before.spendQuota,
      patches: [...before.patches, ...effect.patches],
      headers: [...before.headers, ...effect.headers],
      delayMs: Math.min(maxDelayMs, before.delayMs + effect.delayMs),
      fault: effect.fault ?? before.fault,
      callbacks: effect.callbacks ?? before.callbacks,
      stepLabel: [before.stepLabel, effect.stepLabel].filter((label) => label !== '').join(', '),
    };
  });
}

/**
 * The wait of one call, in whole milliseconds.
 *
 * @param random a source of numbers from 0 up to but not 1; a fixed delay does not ask it
 */
function sampleDelay(delay: Delay, random: () => number): number {
  if (delay.kind === 'fixed') return delay.ms;
  if (delay.kind === 'range') return Math.round(delay.fromMs + random() * (delay.toMs - delay.fromMs));
  return Math.round(Math.min(delay.maxMs, delay.medianMs * Math.exp(delay.sigma * standardNormal(random))));
}

/** Box and Muller's transform; 1 - u keeps the logarithm's argument above 0. */
function standardNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
