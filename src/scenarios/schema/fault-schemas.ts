/** The part of a scenario file that breaks the connection, made of the registry of faults. */
import type { FaultKind } from '../faults/fault.js';
import { faultKinds, type Fault } from '../faults/registry.js';

/** Of `{a: A} | {b: B}` the type `{a: A} & {b: B}`. */
type Beside<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllOptions = Beside<(typeof faultKinds)[number]['options']>;

const options = (faultKinds as readonly FaultKind[]).flatMap(({ kind, options: own }) =>
  Object.entries(own).map(([name, schema]) => ({ kind, name, schema })),
);

export const faultKindSchema = {
  description: faultKinds.map(({ kind, explanation }) => `${kind}: ${explanation}.`).join(' '),
  enum: faultKinds.map(({ kind }) => kind) as readonly Fault['kind'][],
} as const;

export const faultSchema = {
  type: ['string', 'object'],
  description: 'Breaks the connection: a kind, or {kind, ...} with what the kind can be given.',
  if: { type: 'string' },
  then: { $ref: '#/$defs/faultKind' },
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: { $ref: '#/$defs/faultKind' },
    ...(Object.fromEntries(
      options.map(({ kind, name, schema }) => [
        name,
        { ...schema, description: `For ${kind}: ${schema.description}` },
      ]),
    ) as unknown as AllOptions),
  },
  dependentSchemas: Object.fromEntries(
    options.map(({ kind, name }) => [name, { properties: { kind: { const: kind } } }]),
  ),
} as const;
