/** The table of changes: a row says in which direction a change breaks clients, how sure that is, and its sentence. */
import { shown } from '../contract/validation/problem-text.js';

/** The values on both sides that a sentence may show. */
export interface Sides {
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface ChangeKind {
  /** The direction of the message in which it breaks clients. */
  readonly breaks: 'request' | 'response' | 'both' | 'neither';
  /** The document alone does not say whether a client breaks. */
  readonly isLikely?: true;
  /** The sentence behind the name of the place. */
  readonly says: (sides: Sides) => string;
}

/** Values in a sentence; further ones stand in the document. */
const maxShown = 8;

function list(values: unknown): string {
  if (!Array.isArray(values)) return typeof values === 'string' ? values : shown(values);
  const words = values
    .slice(0, maxShown)
    .map((value: unknown) => (typeof value === 'string' ? value : shown(value)));
  const left = values.length - words.length;
  return left === 0 ? words.join(', ') : `${words.join(', ')} and ${left} more`;
}

const countOf = (values: unknown): string =>
  Array.isArray(values) && values.length > 1 ? 'values' : 'value';
const removed = (): string => 'was removed';
const changed = ({ before, after }: Sides): string => `was ${list(before)}, is ${list(after)}`;

/** Changes of a schema, of a value in either direction. */
const ofSchemas = {
  'type-narrowed': {
    breaks: 'request',
    says: ({ before, after }) => `accepted ${list(before)}, accepts ${list(after)}`,
  },
  'type-widened': {
    breaks: 'response',
    says: ({ before, after }) => `was ${list(before)}, may be ${list(after)}`,
  },
  'type-changed': { breaks: 'both', says: changed },
  'null-forbidden': { breaks: 'request', says: () => 'may no longer be null' },
  'null-allowed': { breaks: 'response', says: () => 'may be null' },
  'enum-values-removed': {
    breaks: 'request',
    says: ({ before }) => `no longer takes ${list(before)}`,
  },
  'enum-values-added': {
    breaks: 'response',
    says: ({ after }) => `has the new ${countOf(after)} ${list(after)}`,
  },
  'enum-introduced': { breaks: 'request', says: ({ after }) => `took any value, takes ${list(after)}` },
  'enum-lifted': { breaks: 'response', says: ({ before }) => `was one of ${list(before)}, may be any value` },
  'lower-bound-raised': { breaks: 'request', says: changed },
  'lower-bound-lowered': { breaks: 'response', isLikely: true, says: changed },
  'upper-bound-lowered': { breaks: 'request', says: changed },
  'upper-bound-raised': { breaks: 'response', isLikely: true, says: changed },
  'pattern-added': { breaks: 'request', says: ({ after }) => `must match ${shown(after)}` },
  'pattern-removed': {
    breaks: 'response',
    isLikely: true,
    says: ({ before }) => `need not match ${shown(before)}`,
  },
  'format-added': { breaks: 'request', says: ({ after }) => `must have the format ${list(after)}` },
  'format-removed': {
    breaks: 'response',
    isLikely: true,
    says: ({ before }) => `need not have the format ${list(before)}`,
  },
  'multiple-added': { breaks: 'request', says: ({ after }) => `must be a multiple of ${list(after)}` },
  'multiple-removed': {
    breaks: 'response',
    isLikely: true,
    says: ({ before }) => `need not be a multiple of ${list(before)}`,
  },
  'unique-items-required': { breaks: 'request', says: () => 'must have no element twice' },
  'unique-items-lifted': { breaks: 'response', isLikely: true, says: () => 'may have an element twice' },
  'property-added': { breaks: 'neither', says: () => 'is new and optional' },
  'required-property-added': { breaks: 'request', says: () => 'is new and required' },
  'property-removed': { breaks: 'both', isLikely: true, says: removed },
  'property-refused': { breaks: 'request', says: () => 'was removed, and other fields are refused' },
  'required-property-removed': { breaks: 'response', says: removed },
  'property-became-required': { breaks: 'request', says: () => 'became required' },
  'property-became-optional': { breaks: 'response', says: () => 'is no longer always there' },
  'other-properties-refused': { breaks: 'request', says: () => 'refuses fields that it does not name' },
  'other-properties-allowed': { breaks: 'neither', says: () => 'may have fields that it does not name' },
  'alternative-removed': { breaks: 'request', says: ({ before }) => `can no longer be ${list(before)}` },
  'alternative-added': { breaks: 'response', says: ({ after }) => `can also be ${list(after)}` },
  'discriminator-changed': { breaks: 'both', isLikely: true, says: changed },
  'condition-added': {
    breaks: 'request',
    isLikely: true,
    says: ({ after }) => `has the new condition ${list(after)}`,
  },
  'condition-removed': {
    breaks: 'response',
    isLikely: true,
    says: ({ before }) => `lost the condition ${list(before)}`,
  },
  'condition-changed': {
    breaks: 'both',
    isLikely: true,
    says: ({ after }) => `has another condition ${list(after)}`,
  },
  'default-changed': {
    breaks: 'request',
    isLikely: true,
    says: ({ before, after }) => `had the default ${shown(before)}, has ${shown(after)}`,
  },
  'became-deprecated': { breaks: 'neither', says: () => 'became deprecated' },
  'no-longer-deprecated': { breaks: 'neither', says: () => 'is no longer deprecated' },
} as const satisfies Record<string, ChangeKind>;

/** Changes of operations and their messages. */
const ofOperations = {
  'operation-removed': { breaks: 'request', says: removed },
  'operation-added': { breaks: 'neither', says: () => 'is new' },
  'operation-id-changed': { breaks: 'neither', says: changed },
  'sunset-moved-earlier': {
    breaks: 'request',
    isLikely: true,
    says: ({ before, after }) => `had the sunset ${shown(before)}, has ${shown(after)}`,
  },
  'sunset-changed': {
    breaks: 'neither',
    says: ({ before, after }) => `has the sunset ${shown(after)}, had ${shown(before)}`,
  },
  'server-removed': { breaks: 'request', says: ({ before }) => `is no longer at ${list(before)}` },
  'server-added': { breaks: 'neither', says: ({ after }) => `is also at ${list(after)}` },
  'security-added': { breaks: 'request', says: ({ after }) => `needs ${list(after)}` },
  'security-alternative-removed': {
    breaks: 'request',
    says: ({ before }) => `can no longer be called with ${list(before)}`,
  },
  'security-loosened': { breaks: 'neither', says: ({ after }) => `can also be called with ${list(after)}` },
  'required-parameter-added': { breaks: 'request', says: () => 'is new and required' },
  'parameter-added': { breaks: 'neither', says: () => 'is new and optional' },
  'parameter-removed': { breaks: 'request', isLikely: true, says: removed },
  'parameter-became-required': { breaks: 'request', says: () => 'became required' },
  'parameter-became-optional': { breaks: 'neither', says: () => 'became optional' },
  'parameter-style-changed': { breaks: 'request', says: changed },
  'required-body-added': { breaks: 'request', says: () => 'is new and required' },
  'body-added': { breaks: 'neither', says: () => 'is new and optional' },
  'body-removed': { breaks: 'request', isLikely: true, says: removed },
  'body-became-required': { breaks: 'request', says: () => 'became required' },
  'body-became-optional': { breaks: 'neither', says: () => 'became optional' },
  'media-type-removed': {
    breaks: 'both',
    says: ({ before }) => `no longer has the media type ${list(before)}`,
  },
  'media-type-added': { breaks: 'neither', says: ({ after }) => `has the new media type ${list(after)}` },
  'success-status-removed': { breaks: 'response', says: removed },
  'success-status-added': { breaks: 'response', isLikely: true, says: () => 'is new' },
  'error-status-removed': { breaks: 'neither', says: removed },
  'error-status-added': { breaks: 'neither', says: () => 'is new' },
  'header-removed': { breaks: 'response', says: removed },
  'header-added': { breaks: 'neither', says: () => 'is new' },
  'header-became-optional': { breaks: 'response', says: () => 'is no longer always there' },
  'header-became-required': { breaks: 'neither', says: () => 'is always there' },
} as const satisfies Record<string, ChangeKind>;

/** Every kind of change by its name. */
export const changeKinds = { ...ofSchemas, ...ofOperations };

export type SchemaChangeName = keyof typeof ofSchemas;
export type ChangeKindName = keyof typeof changeKinds;

/** The row of a kind. */
export function kindOf(name: ChangeKindName): ChangeKind {
  return changeKinds[name];
}
