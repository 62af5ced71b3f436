const onlyElsewhere =
  "It is about what this service's document doesn't have, so that no fault of this service breaks it; src/conformance/run/other-documents.test.ts has faults that do.";

/**
 * Rules that no fault can need alone, and why not in principle. Every other rule has a fault that it alone finds
 * (`foundOnlyBy`); a test compares both ways.
 */
export const rulesWithoutSoleFault: Readonly<Record<string, string>> = {
  'routing/options':
    'It sends requests that other rules check: a status of 500 or more, which it refuses, is refused by responses/no-server-error as well.',
  'parameters/missing': onlyElsewhere,
  'parameters/invalid-value': onlyElsewhere,
  'resources/made-can-be-found': onlyElsewhere,
};
