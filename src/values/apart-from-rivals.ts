import { nothing, type Made, type Maker } from './maker.js';
import { isObject } from '../contract/schema/json-equal.js';
import type { Shape } from './schema/shape.js';
import type { Shapes } from './schema/shape-of.js';

const maxRivals = 30;
const maxNames = 60;
const oddValues = [null, '', 0, false] as const;

/**
 * An object that only one branch of a `oneOf` accepts, where several accept it: branches that close nothing and require
 * nothing accept any object, unless a property that only they describe is not as they say. Undefined where there is none.
 */
export function apartFromRivals(maker: Maker, shapes: Shapes, shape: Shape, value: Made): Made {
  if (!isObject(value) || shape.rivals.length === 0) return nothing;
  let apart: Readonly<Record<string, unknown>> = value;
  for (const rival of shape.rivals.slice(0, maxRivals)) {
    if (!maker.evaluator.accepts(rival, apart)) continue;
    const others = [...shapes.first([rival], false).shape.properties.keys()];
    const names = others.filter((name) => !shape.properties.has(name)).slice(0, maxNames);
    const changed = names.flatMap((name) => oddValues.map((odd) => ({ ...apart, [name]: odd })));
    const found = changed.find((one) => !maker.evaluator.accepts(rival, one));
    if (!found) return nothing;
    apart = found;
  }
  return apart;
}
