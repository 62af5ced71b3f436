/** JSON Schemas of arguments and results. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const [string, integer, boolean] = [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }];
export const nullableString = { type: ['string', 'null'] };
export const nullableInteger = { type: ['integer', 'null'] };
export const strings = listOf(string);

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/**
 * An object with exactly these properties.
 *
 * @param always what every such object has
 * @param sometimes what is left out where it says nothing
 */
export function objectOf(
  always: Readonly<Record<string, JsonSchema>>,
  sometimes: Readonly<Record<string, JsonSchema>> = {},
) {
  return {
    type: 'object',
    properties: { ...always, ...sometimes },
    required: Object.keys(always),
    additionalProperties: false,
  };
}

/** An object that has at least these properties; the JSON report or the control API describes the others. */
export function openObject(properties: Readonly<Record<string, JsonSchema>>) {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** The argument `sandbox`. */
export const sandboxArgument = {
  type: 'string',
  description: 'The sandbox: NAME of a key dk_test_NAME; public for requests without a key.',
};
