/**
 * A scenario under work: its name, and what its file will hold. The form shows and changes parts of that; what it has no field
 * for stays as it is.
 */
import type { ScenarioDefinition } from '../../../control/control-types.js';

export interface ScenarioDraft {
  readonly name: string;
  readonly content: ScenarioDefinition;
}

const effectKeys = ['answer', 'patch', 'headers', 'delay', 'quota', 'fault', 'callbacks'] as const;

export type EffectFields = Pick<ScenarioDefinition, (typeof effectKeys)[number]>;

export type Step = NonNullable<ScenarioDefinition['steps']>[number];
export type StepFields = Exclude<Step, string>;

/** Occasions of which the file has a number: what the form calls it, its bounds there, and by what it is greater there. */
export const numberedOccasions = [
  { value: 'first', label: 'on the first calls', number: 'Calls', min: 1, max: 1000, usual: 2, factor: 1 },
  { value: 'call', label: 'on one call', number: 'Call', min: 1, max: 1000, usual: 2, factor: 1 },
  { value: 'every', label: 'on every n-th call', number: 'Every', min: 2, max: 1000, usual: 2, factor: 1 },
  {
    value: 'probability',
    label: 'by chance (the same with the same seed)',
    number: 'Percent of calls',
    ...{ min: 1, max: 100, usual: 20, factor: 100 },
  },
] as const;

export const occasions = [
  { value: 'steps', label: 'step by step' },
  { value: 'always', label: 'on every call' },
  ...numberedOccasions,
] as const;

export type Occasion = (typeof occasions)[number]['value'];

export const emptyDraft: ScenarioDraft = { name: '', content: { title: '', advice: '' } };

export function isEmpty({ name, content }: ScenarioDraft): boolean {
  return name === '' && Object.values(content).every((value) => value === '');
}

/** Shows a beginner what the fields do. */
export const exampleDraft: ScenarioDraft = {
  name: 'busy-evening',
  content: {
    title: 'Two server errors, then slow',
    advice: 'Retry with growing waits.',
    steps: [{ times: 2, answer: { status: 500 } }, { delay: '2s' }],
    atEnd: 'normal',
  },
};

export function effectOf(fields: EffectFields): EffectFields {
  return defined(Object.fromEntries(effectKeys.map((key) => [key, fields[key]])));
}

/** Fields to change; undefined removes one. */
export type Changes<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export function defined<Fields>(fields: Changes<Fields>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

export function withEffect<T extends EffectFields>(fields: T, effect: EffectFields): T {
  return { ...(without(fields, effectKeys) as T), ...effect };
}

export function occasionOf({ when, steps }: ScenarioDefinition): Occasion {
  if (steps) return 'steps';
  if (typeof when !== 'object') return 'always';
  return numberedOccasions.find(({ value }) => when[value] !== undefined)?.value ?? 'always';
}

/** Content that happens on another occasion; the effect goes along into the first step, and out of it. */
export function onOccasion(content: ScenarioDefinition, occasion: Occasion): ScenarioDefinition {
  if (occasion === occasionOf(content)) return content;
  const plain = without(content, ['when', 'steps', 'atEnd', ...effectKeys]) as ScenarioDefinition;
  const first = content.steps?.find((step): step is StepFields => step !== 'normal');
  const effect = effectOf(content.steps ? (first ?? {}) : content);
  if (occasion === 'steps') return { ...plain, steps: [{ times: 2, ...effect }], atEnd: 'normal' };
  const numbered = numberedOccasions.find(({ value }) => value === occasion);
  const when = numbered && { [numbered.value]: numbered.usual / numbered.factor };
  return { ...plain, ...(when && { when }), ...effect };
}

/** Problems that the page finds itself, a sentence each; the mock finds the rest. */
export function draftProblems({ name, content }: ScenarioDraft): readonly string[] {
  const problems: string[] = [];
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
    problems.push('The name must be of small letters, digits and hyphens, such as busy-evening.');
  if (/^(normal|status-\d+)$/.test(name)) problems.push(`The name ${name} is taken by Drydock itself.`);
  if ((content.title ?? '').trim() === '') problems.push('Say in the title what happens.');
  if ((content.advice ?? '').trim() === '')
    problems.push('Say in the advice what a good client does about it.');
  return problems;
}

/** Fields in the order in which a file is read best. */
export function inOrder(content: ScenarioDefinition): ScenarioDefinition {
  const order = ['title', 'advice', 'breaksContract', 'operations', 'match', 'when', 'delay', 'answer'];
  const rank = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(Object.entries(defined(content)).sort(([a], [b]) => rank(a) - rank(b)));
}

function without(fields: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));
}

const noticeableMs = 100;

/**
 * The draft of a scenario that was made of one recorded exchange. Its one response needs no sequence: as an effect of its own it
 * has all the fields of the form.
 */
export function draftFromRecording(definition: ScenarioDefinition): ScenarioDraft {
  const { title, advice, sequences = {}, ...others } = definition;
  const [[operation, sequence] = ['', undefined], more] = Object.entries(sequences);
  const [step, next] = sequence?.steps ?? [];
  if (more || next || typeof step !== 'object') return { name: 'recorded', content: definition };
  const { times: _times, label: _label, delay, ...effect } = step;
  const status = effect.answer?.status;
  return {
    name: nameOf(operation, status),
    content: {
      ...others,
      title: status === undefined ? (title ?? '') : `${operation} answers ${status} as recorded`,
      advice: advice ?? '',
      operations: [operation],
      ...(isNoticeable(delay) ? { delay } : {}),
      ...effect,
    },
  };
}

/** True if a recorded delay is longer than an ordinary response takes. */
function isNoticeable(delay: ScenarioDefinition['delay']): delay is NonNullable<ScenarioDefinition['delay']> {
  const [, ms] = /^(\d+)ms$/.exec(typeof delay === 'string' ? delay : '') ?? [];
  return delay !== undefined && (ms === undefined || Number(ms) >= noticeableMs);
}

/** `getShippingRates` and 200 → `get-shipping-rates-200`. */
function nameOf(operation: string, status = 0): string {
  const words = operation.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  const plain = words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  const name = plain === '' ? 'recorded' : plain.slice(0, 50);
  return status === 0 ? name : `${name}-${status}`;
}
