/** How variants are written that bound the values of a rate request: which values are allowed is not shown (section 8). */
import type { Call } from '../reference-server/stages.js';
import { refuseAt } from './bounds.js';
import { variationsOf } from './variation.js';
import type { Apply, Step, Variation } from './variation.js';

const write = variationsOf('limits');

/** A variant that refuses some requests, as `apply` says. */
export const limit = (id: string, title: string, apply: Apply, step: Step): Variation =>
  write(id, '8: value bounds are not shown', title, apply, step, { assumedValues: false });

/** A variant that refuses the values at some places. */
export const bound = (
  id: string,
  title: string,
  places: (call: Call) => string[],
  complaint: string,
  step: Step,
): Variation => limit(id, title, refuseAt(places, complaint), step);
