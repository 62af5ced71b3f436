/** The table of changes: a row says in which direction a change breaks clients, how sure that is, and its sentence. */
import { listed } from '../contract/printing/listed.js';
import { shown } from '../contract/validation/problem-text.js';

export interface ChangeKind {
  /** The direction of the message in which it breaks clients. */
  readonly breaks: 'request' | 'response' | 'both' | 'neither';
  /** True where the document alone does not say whether a client breaks. */
  readonly isLikely: boolean;
  /**
   * The sentence behind the name of the place: `{before}` and `{after}` stand for the values on both sides, `{before as JSON}` for those
   * of a schema, and `{values}` for the noun of what is there now.
   */
  readonly says: string;
}

/** Changes of a schema, of a value in either direction. */
const ofSchemas = {
  'type-narrowed': certain('request', 'accepted {before}, accepts {after}'),
  'type-widened': certain('response', 'was {before}, may be {after}'),
  'type-changed': certain('both', 'was {before}, is {after}'),
  'null-forbidden': certain('request', 'may no longer be null'),
  'null-allowed': certain('response', 'may be null'),
  'enum-values-removed': certain('request', 'no longer takes {before}'),
  'enum-values-added': certain('response', 'has the new {values} {after}'),
  'enum-introduced': certain('request', 'took any value, takes {after}'),
  'enum-lifted': certain('response', 'was one of {before}, may be any value'),
  'lower-bound-raised': certain('request', 'was {before}, is {after}'),
  'lower-bound-lowered': likely('response', 'was {before}, is {after}'),
  'upper-bound-lowered': certain('request', 'was {before}, is {after}'),
  'upper-bound-raised': likely('response', 'was {before}, is {after}'),
  'pattern-added': certain('request', 'must match {after as JSON}'),
  'pattern-removed': likely('response', 'need not match {before as JSON}'),
  'format-added': certain('request', 'must have the format {after}'),
  'format-removed': likely('response', 'need not have the format {before}'),
  'content-changed': certain('both', 'was {before}, is {after}'),
  'multiple-added': certain('request', 'must be a multiple of {after}'),
  'multiple-removed': likely('response', 'need not be a multiple of {before}'),
  'unique-items-required': certain('request', 'must have no element twice'),
  'unique-items-lifted': likely('response', 'may have an element twice'),
  'property-added': harmless('is new and optional'),
  'required-property-added': certain('request', 'is new and required'),
  'property-removed': likely('both', 'was removed'),
  'property-refused': certain('request', 'was removed, and other fields are refused'),
  'required-property-removed': certain('response', 'was removed'),
  'property-became-required': certain('request', 'became required'),
  'property-became-optional': certain('response', 'is no longer always there'),
  'other-properties-refused': certain('request', 'refuses fields that it does not name'),
  'other-properties-allowed': harmless('may have fields that it does not name'),
  'alternative-removed': certain('request', 'can no longer be {before}'),
  'alternative-added': certain('response', 'can also be {after}'),
  'discriminator-changed': likely('both', 'was {before}, is {after}'),
  'condition-added': likely('request', 'has the new condition {after}'),
  'condition-removed': likely('response', 'lost the condition {before}'),
  'condition-changed': likely('both', 'has another condition {after}'),
  'default-changed': likely('request', 'had the default {before as JSON}, has {after as JSON}'),
  'became-deprecated': harmless('became deprecated'),
  'no-longer-deprecated': harmless('is no longer deprecated'),
};

/** Changes of operations and their messages. */
const ofOperations = {
  'operation-removed': certain('request', 'was removed'),
  'operation-added': harmless('is new'),
  'webhook-removed': certain('response', 'is no longer sent'),
  'webhook-added': harmless('is new'),
  'callback-removed': certain('response', 'is no longer sent'),
  'callback-added': harmless('is new'),
  'callback-address-changed': certain('response', 'was sent to {before}, is sent to {after}'),
  'operation-id-changed': harmless('was {before}, is {after}'),
  'sunset-moved-earlier': likely('request', 'had the sunset {before as JSON}, has {after as JSON}'),
  'sunset-changed': harmless('has the sunset {after as JSON}, had {before as JSON}'),
  'server-removed': certain('request', 'is no longer at {before}'),
  'server-added': harmless('is also at {after}'),
  'security-added': certain('request', 'needs {after}'),
  'security-alternative-removed': certain('request', 'can no longer be called with {before}'),
  'security-loosened': harmless('can also be called with {after}'),
  'flow-removed': certain('request', 'has no tokens by the flow {before} any more'),
  'flow-added': harmless('has tokens by the flow {after} as well'),
  'token-address-changed': certain('request', 'had the address {before}, has {after}'),
  'scopes-removed': likely('request', 'no longer knows the scope {before}'),
  'scopes-added': harmless('knows the new scope {after}'),
  'required-parameter-added': certain('request', 'is new and required'),
  'parameter-added': harmless('is new and optional'),
  'parameter-removed': likely('both', 'was removed'),
  'parameter-became-required': certain('request', 'became required'),
  'parameter-became-optional': certain('response', 'became optional'),
  'parameter-style-changed': certain('both', 'was {before}, is {after}'),
  'reserved-characters-refused': likely('request', 'no longer takes reserved characters as they are'),
  'reserved-characters-allowed': harmless('takes reserved characters as they are'),
  'empty-value-refused': likely('request', 'may no longer be empty'),
  'empty-value-allowed': harmless('may be empty'),
  'required-body-added': certain('request', 'is new and required'),
  'body-added': harmless('is new and optional'),
  'body-removed': likely('both', 'was removed'),
  'body-became-required': certain('request', 'became required'),
  'body-became-optional': certain('response', 'became optional'),
  'media-type-removed': certain('both', 'no longer has the media type {before}'),
  'media-type-added': harmless('has the new media type {after}'),
  'media-type-sent': likely('response', 'can also be {after}'),
  'field-style-changed': certain('both', 'was {before}, is {after}'),
  'part-media-type-removed': certain('request', 'no longer takes {before}'),
  'part-media-type-added': certain('response', 'can also be {after}'),
  'part-header-required': certain('request', 'needs the header {after}'),
  'part-header-removed': likely('both', 'no longer has the header {before}'),
  'part-header-added': harmless('has the new header {after}'),
  'success-status-removed': certain('both', 'was removed'),
  'success-status-added': likely('response', 'is new'),
  'error-status-removed': harmless('was removed'),
  'error-status-added': harmless('is new'),
  'header-removed': certain('response', 'was removed'),
  'header-added': harmless('is new'),
  'header-became-optional': certain('response', 'is no longer always there'),
  'header-became-required': certain('request', 'became required'),
};

/** Every kind of change by its name. */
export const changeKinds = { ...ofSchemas, ...ofOperations };

export type SchemaChangeName = keyof typeof ofSchemas;
export type ChangeKindName = keyof typeof changeKinds;

/** The sentence of a kind with the values of a change. */
export function sayChange(
  name: ChangeKindName,
  sides: { readonly before?: unknown; readonly after?: unknown },
): string {
  return changeKinds[name].says.replace(
    /\{(before|after|values)( as JSON)?\}/g,
    (_, part: string, asJson?: string) => {
      if (part === 'values') return Array.isArray(sides.after) && sides.after.length > 1 ? 'values' : 'value';
      const value = part === 'before' ? sides.before : sides.after;
      if (asJson !== undefined) return shown(value);
      const texts = [value].flat().map((one) => (typeof one === 'string' ? one : shown(one)));
      return listed(texts, maxShown);
    },
  );
}

/** Values in a sentence; further ones stand in the document. */
const maxShown = 8;

function certain(breaks: ChangeKind['breaks'], says: string): ChangeKind {
  return { breaks, isLikely: false, says };
}

function likely(breaks: ChangeKind['breaks'], says: string): ChangeKind {
  return { breaks, isLikely: true, says };
}

function harmless(says: string): ChangeKind {
  return certain('neither', says);
}
