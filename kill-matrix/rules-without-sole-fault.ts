const onlyElsewhere =
  "It is about what this service's document doesn't have, so that no fault of this service breaks it; src/conformance/run/other-documents.test.ts has faults that do.";

/**
 * Rules that no fault can need alone, and why not in principle. Every other rule has a fault that it alone finds
 * (`foundOnlyBy`); a test compares both ways.
 */
export const rulesWithoutSoleFault: Readonly<Record<string, string>> = {
  'parameters/missing': onlyElsewhere,
  'parameters/invalid-value': onlyElsewhere,
  'resources/made-can-be-found': onlyElsewhere,
  'auth/refusal-text':
    'A 401 breaks it by an empty message, which errors/message-fits warns of, or by errors that are all empty, which errors/no-blank-text finds in any error. It stands for the sentence of section 5, at its level.',
};
