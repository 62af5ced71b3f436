/** The servers that the suite is run against: the correct one, one for each fault, one for each variant. */
import { levels } from '../../src/conformance/level.js';
import { loadFaults, loadVariants } from '../variations/load-variations.js';
import type { Fault, Variation } from '../variations/variation.js';

export type Server =
  | { readonly kind: 'reference' | 'variant'; readonly variation: Variation }
  | { readonly kind: 'fault'; readonly variation: Fault };

/** The correct server, checked at each level: at ASSUMED it must break no rule at all. */
const references = levels.map((level): Server => {
  const variation: Variation = {
    id: `reference-at-${level.toLowerCase()}`,
    topic: 'reference',
    title: `the correct server, checked at ${level}`,
    section: '',
    apply: (stages) => stages,
    settings: {},
    witness: [],
    level,
  };
  return { kind: 'reference', variation };
});

/** Every server, in the order of the table. */
export async function loadServers(): Promise<Server[]> {
  const faults = (await loadFaults()).map((variation): Server => ({ kind: 'fault', variation }));
  const variants = (await loadVariants()).map((variation): Server => ({ kind: 'variant', variation }));
  return [...references, ...faults, ...variants];
}
