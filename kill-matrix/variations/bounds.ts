/** The vocabulary of bounds: which values of an otherwise valid rate request are refused, with one problem for each place. */
import type { Call, Fields, Problem } from '../reference-server/stages.js';
import { boxesOf, valueAt } from './calls.js';
import type { Apply } from '../reference-server/reference-server.js';

/** A place as text, such as box_dimension[0].weight, and the value there. */
export type Found = [place: string, value: unknown];

/** Refuses what is at some places of a body. */
export const refuseAt =
  (places: (call: Call) => string[], complaint: string): Apply =>
  ({ validate }) => {
    const problem = (place: string): Problem => ({
      path: [place],
      kind: 'value',
      text: `${place} ${complaint}`,
    });
    return {
      validate: (call) => [
        ...validate(call),
        ...(call.operation === 'getShippingRates' ? places(call).map(problem) : []),
      ],
    };
  };

/** Refuses what is at some places of a body before anything else is looked at, with one text. */
export const refuseFirst =
  (places: (call: Call) => string[], complaint: string): Apply =>
  ({ validate }) => ({
    validate(call) {
      const isBeyond = call.operation === 'getShippingRates' && places(call).length > 0;
      return isBeyond ? [{ path: [], kind: 'value', text: complaint }] : validate(call);
    },
  });

/** Refuses a body in which no value is wrong by itself: fields that don't fit together. */
export const refuseTogether =
  (misfits: (body: Fields) => boolean, complaint: string): Apply =>
  ({ validate }) => ({
    validate(call) {
      const problems = validate(call);
      const isValid = call.operation === 'getShippingRates' && problems.length === 0;
      return isValid && misfits(call.body as Fields)
        ? [{ path: [], kind: 'value', text: complaint }]
        : problems;
    },
  });

const fieldsOf = (place: string, object: unknown): Found[] =>
  Object.entries(Object(object) as Fields).map(([name, value]) => [`${place}.${name}`, value]);
export const partiesOf = ({ body }: Call) =>
  ['sender', 'receiver'].flatMap((party) => fieldsOf(party, valueAt(body, [party])));
export const boxFieldsOf = (call: Call) =>
  boxesOf(call).flatMap((box, index) => fieldsOf(`box_dimension[${index}]`, box));
export const itemFieldsOf = (call: Call) =>
  boxFieldsOf(call).flatMap(([place, items]) =>
    place.endsWith('.items') && Array.isArray(items)
      ? items.flatMap((item, index) => fieldsOf(`${place}[${index}]`, item))
      : [],
  );
export const topOf = ({ body }: Call): Found[] => Object.entries(Object(body) as Fields);
export const textsOf = (call: Call) =>
  [...partiesOf(call), ...itemFieldsOf(call)].filter(
    (found): found is [string, string] => typeof found[1] === 'string',
  );

/** The places of those values that the test picks. */
export const where =
  (list: (call: Call) => Found[], name: RegExp, test: (value: unknown) => boolean) => (call: Call) =>
    list(call).flatMap(([place, value]) => (name.test(place) && test(value) ? [place] : []));
export const text = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
export const number = (test: (value: number) => boolean) => (value: unknown) =>
  typeof value === 'number' && test(value);
