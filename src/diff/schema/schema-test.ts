import type { SchemaObject } from '../../contract/openapi.js';
import { PatternWork } from '../../contract/patterns/pattern-work.js';
import { SchemaEvaluator } from '../../values/schema/schema-evaluator.js';
import { SchemaPlaces } from '../../values/schema/schema-places.js';

/** Returns a test of values by a schema that stands alone, such as the demand of a change. */
export function schemaTest(schema: SchemaObject): (value: unknown) => boolean {
  const [places, work] = [new SchemaPlaces(schema), new PatternWork()];
  const evaluator = new SchemaEvaluator(places, undefined, work);
  return (value) => {
    work.enter();
    return evaluator.accepts(places.at(''), value);
  };
}
