/** A scenario as the state of the form, as a definition that can be tried, and as a file. */
import { faultKinds } from '../../../scenarios/faults/registry.js';
import type { Fault } from '../../../scenarios/faults/registry.js';
import type { ScenarioDefinition } from '../../control/control-types.js';

export interface ScenarioDraft {
  readonly name: string;
  readonly title: string;
  readonly advice: string;
  /** Ids of operations; none is all. */
  readonly operations: readonly string[];
  readonly effect: 'answer' | 'quota' | 'fault' | 'none';
  readonly status: number;
  readonly message: string;
  readonly fault: Fault['kind'];
  /** Milliseconds; 0 is none. */
  readonly delay: number;
  readonly when: 'always' | 'first' | 'every' | 'probability';
  readonly times: number;
  /** Percent. */
  readonly chance: number;
}

export const emptyDraft: ScenarioDraft = {
  name: 'busy-evening',
  title: 'Two times out of ten the service is overloaded',
  advice: 'Retry with growing waits.',
  operations: [],
  effect: 'answer',
  status: 500,
  message: '',
  fault: 'reset',
  delay: 0,
  when: 'probability',
  times: 2,
  chance: 20,
};

/** The problems of a draft, one sentence each. */
export function draftProblems(draft: ScenarioDraft): readonly string[] {
  const problems: string[] = [];
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(draft.name))
    problems.push('The name must be of small letters, digits and hyphens, such as busy-evening.');
  if (/^(normal|status-\d+)$/.test(draft.name))
    problems.push(`The name ${draft.name} is taken by Drydock itself.`);
  if (draft.title.trim() === '') problems.push('Say in the title what happens.');
  if (draft.advice.trim() === '') problems.push('Say in the advice what a good client does about it.');
  if (draft.effect === 'none' && draft.delay === 0)
    problems.push('It changes nothing yet: choose a response, a fault or a delay.');
  return problems;
}

/** The file's content as data: a definition that the mock accepts. */
export function draftDefinition(draft: ScenarioDraft): ScenarioDefinition {
  const { title, advice, operations, delay } = draft;
  return {
    title,
    advice,
    ...(operations.length > 0 ? { operations: [...operations] } : {}),
    ...whenOf(draft),
    ...(delay > 0 ? { delay: `${delay}ms` } : {}),
    ...effectOf(draft),
  };
}

function whenOf({ when, times, chance }: ScenarioDraft): Pick<ScenarioDefinition, 'when'> {
  if (when === 'first') return { when: { first: Math.max(1, times) } };
  if (when === 'every') return { when: { every: Math.max(2, times) } };
  if (when === 'probability') return { when: { probability: Math.min(100, Math.max(1, chance)) / 100 } };
  return {};
}

function effectOf({ effect, status, message, fault }: ScenarioDraft): ScenarioDefinition {
  if (effect === 'quota') return { quota: 'spent' };
  if (effect === 'fault') return { fault };
  if (effect === 'none') return {};
  return { answer: { status, ...(message === '' ? {} : { message }) } };
}

/** The draft of a definition; undefined for one that the form can't show. */
export function draftOf(name: string, definition: ScenarioDefinition): ScenarioDraft | undefined {
  const { title = '', advice = '', operations, when, delay, answer, quota, fault } = definition;
  const occasion = typeof when === 'object' ? when : {};
  const draft: ScenarioDraft = {
    ...{ name, title, advice },
    operations: Array.isArray(operations) ? operations : [],
    effect: answer ? 'answer' : quota ? 'quota' : fault === undefined ? 'none' : 'fault',
    status: answer?.status ?? emptyDraft.status,
    message: answer?.message ?? '',
    fault: faultKinds.find(({ kind }) => kind === fault)?.kind ?? emptyDraft.fault,
    delay: typeof delay === 'string' ? Number.parseInt(delay, 10) : 0,
    when: occasions.find((kind) => occasion[kind] !== undefined) ?? 'always',
    times: occasion.first ?? occasion.every ?? emptyDraft.times,
    chance: Math.round((occasion.probability ?? emptyDraft.chance / 100) * 100),
  };
  return isSame(draftDefinition(draft), definition) ? draft : undefined;
}

const occasions = ['first', 'every', 'probability'] as const;

/** Whether two definitions are equal, with fields in the order of drafts. */
export function isSame(one: ScenarioDefinition, other: ScenarioDefinition): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The file: `scenarios/NAME.yaml`. */
export function draftYaml(draft: ScenarioDraft): string {
  const { title, advice, operations, delay } = draft;
  const lines = [`title: ${text(title)}`, `advice: ${text(advice)}`];
  if (operations.length > 0) lines.push(`operations: [${operations.map(text).join(', ')}]`);
  lines.push(...whenLines(draft));
  if (delay > 0) lines.push(`delay: ${delay}ms`);
  lines.push(...effectLines(draft));
  return `${lines.join('\n')}\n`;
}

function whenLines(draft: ScenarioDraft): string[] {
  const { when } = whenOf(draft);
  return typeof when === 'object'
    ? ['when:', ...Object.entries(when).map(([kind, value]) => `  ${kind}: ${String(value)}`)]
    : [];
}

function effectLines({ effect, status, message, fault }: ScenarioDraft): string[] {
  if (effect === 'quota') return ['quota: spent'];
  if (effect === 'fault') return [`fault: ${fault}`];
  if (effect === 'none') return [];
  return ['answer:', `  status: ${status}`, ...(message === '' ? [] : [`  message: ${text(message)}`])];
}

/** A YAML scalar that is this text and nothing else; JSON's strings are YAML's. */
function text(value: string): string {
  const plain =
    /^[A-Za-z][A-Za-z0-9 ,.'()/_-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return plain && value.trim() === value ? value : JSON.stringify(value);
}
