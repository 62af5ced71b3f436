/** Texts of a special form in a scenario file, and whole numbers. */

/** A whole number within bounds, with the default that holds where a file leaves it out. */
export function wholeNumber<const Default extends number>(
  [minimum, maximum]: readonly [number, number],
  byDefault: Default,
  description: string,
) {
  return { type: 'integer', minimum, maximum, default: byDefault, description } as const;
}

export const textSchemas = {
  pointer: {
    type: 'string',
    pattern: '^(/([^~/]|~0|~1)*)+$',
    'x-expected': 'a JSON pointer such as /data or /data/*/id',
    description: 'A JSON pointer; * stands for every element of an array.',
  },
  plainPointer: {
    type: 'string',
    pattern: '^(/([^~/]|~0|~1)*)+$',
    'x-expected': 'named by JSON pointers such as /customer/city',
  },
  duration: {
    type: 'string',
    pattern: '^\\d+(\\.\\d+)?(ms|s)$',
    'x-expected': 'a duration such as 300ms or 2s',
    examples: ['300ms', '2s'],
  },
  headerName: {
    type: 'string',
    pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
    'x-expected': 'named by header names, without spaces or colons',
  },
} as const;
