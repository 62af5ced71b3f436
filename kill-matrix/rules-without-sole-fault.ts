/**
 * Rules that no fault can need alone, and why not in principle. Every other rule has a fault that it alone finds
 * (`foundOnlyBy`); a test compares both ways.
 */
export const rulesWithoutSoleFault: Readonly<Record<string, string>> = {
  'routing/options':
    'It sends requests that other rules check: a status of 500 or more, which it refuses, is refused by responses/no-server-error as well.',
  'auth/refusal-text':
    'A 401 breaks it by an empty message, which errors/message-fits warns of, or by errors that are all empty, which errors/no-blank-text finds in any error. It stands for the sentence of section 5, at its level.',
};
