/**
 * What a scenario's YAML file holds, after `scenarios/scenario.schema.json` has accepted it. A test compares these
 * types with that schema, both ways. Durations are texts such as `300ms` or `2s`.
 */
export interface ScenarioFile extends EffectFields {
  title: string;
  advice: string;
  breaksContract?: boolean;
  operations?: 'all' | string[];
  match?: MatchFields;
  when?: 'always' | WhenFields;
  steps?: ('normal' | StepFields)[];
  atEnd?: 'normal' | 'hold' | 'loop';
}

/** What happens; beside each other at the top of a file or in a step. */
export interface EffectFields {
  answer?: AnswerFields;
  patch?: PatchFields[];
  headers?: HeaderFields;
  delay?: string | LognormalFields;
  quota?: 'spent';
  fault?: FaultKind | FaultFields;
}

export interface StepFields extends EffectFields {
  times?: number;
  label?: string;
}

export interface MatchFields {
  headers?: Record<string, ConditionFields>;
  body?: Record<string, ConditionFields>;
}

export interface ConditionFields {
  equals?: unknown;
  exists?: boolean;
  pattern?: string;
}

/** Exactly one of them. */
export interface WhenFields {
  first?: number;
  call?: number | number[];
  every?: number;
  probability?: number;
}

export interface AnswerFields {
  status: number;
  example?: string;
  message?: string;
  errors?: string[];
  headers?: Record<string, string>;
  body?: unknown;
  text?: string;
  contentType?: string;
}

/** Exactly one of the first seven says what is done and where. */
export interface PatchFields {
  set?: string;
  remove?: string;
  append?: string;
  repeat?: string;
  limit?: string;
  convert?: string;
  rename?: string;
  value?: unknown;
  length?: number;
  unique?: string[];
  type?: 'string' | 'number' | 'boolean';
  name?: string;
}

export interface HeaderFields {
  set?: Record<string, string>;
  remove?: string[];
}

export interface LognormalFields {
  median: string;
  sigma: number;
  max: string;
}

export type FaultKind =
  | 'reset'
  | 'close'
  | 'never-answer'
  | 'headers-then-nothing'
  | 'truncated-body'
  | 'slow-drip'
  | 'garbage'
  | 'malformed-json'
  | 'wrong-content-length';

export interface FaultFields {
  kind: FaultKind;
  keep?: number;
  chunk?: number;
  interval?: string;
  by?: number;
}
