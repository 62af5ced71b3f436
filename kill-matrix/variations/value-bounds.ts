/** Builders of variants that bound the values of a rate request: which values are allowed is not shown (section 8). */
import type { Call } from '../reference-server/stages.js';
import { refuseAt, refuseFirst } from './bounds.js';
import { variationsOf, type Apply, type Step, type Variation, type Named } from './variation.js';

const write = variationsOf('limits', { section: '8: value bounds are not shown' });

/** A variant that refuses some requests, as `apply` says. */
export const limit = ({ apply, step, ...row }: Named & { apply: Apply; step: Step }): Variation =>
  write({ ...row, apply, witness: step, settings: { assumedValues: false } });

type Bound = Named & { places: (call: Call) => string[]; complaint: string; step: Step };

/** A variant that refuses the values at some places. */
export const bound = ({ places, complaint, step, ...row }: Bound): Variation =>
  limit({ ...row, apply: refuseAt(places, complaint), step });

/** The same, where such a value is all that it complains about. */
export const boundFirst = ({ places, complaint, step, ...row }: Bound): Variation =>
  limit({ ...row, apply: refuseFirst(places, complaint), step });
