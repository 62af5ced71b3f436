/** The content of a scenario's YAML file, once the schema has accepted it. Durations are texts such as `300ms` or `2s`. */
import type { scenarioSchema } from './scenario-schema.js';
import type { ValueOf } from './value-of.js';

type Defs = (typeof scenarioSchema)['$defs'];

export type ScenarioFile = ValueOf<typeof scenarioSchema, Defs>;

/** A scenario that no file holds: what its file would say, save that nobody need explain it yet. */
export type ScenarioDefinition = Omit<ScenarioFile, 'title' | 'advice'> &
  Partial<Pick<ScenarioFile, 'title' | 'advice'>> &
  // A text would be assignable to optional fields alone.
  object;

/** The effects; beside each other at the top of a file or in a step. */
export type EffectFields = Pick<
  ScenarioFile,
  'answer' | 'patch' | 'headers' | 'delay' | 'quota' | 'fault' | 'callbacks'
>;
export type StepFields = Exclude<ValueOf<Defs['step'], Defs>, string>;
export type ConditionFields = ValueOf<Defs['condition'], Defs>;
export type AnswerFields = ValueOf<Defs['answer'], Defs>;
/** Exactly one of the fields that hold a pointer says what is done and where. */
export type PatchFields = ValueOf<Defs['patch'], Defs>[number];
export type HeaderFields = ValueOf<Defs['headers'], Defs>;
