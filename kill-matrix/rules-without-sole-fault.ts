/**
 * Rules that no fault can need alone, and why not in principle. Every other rule has a fault that it alone finds
 * (`foundOnlyBy`); a test compares both ways.
 */
export const rulesWithoutSoleFault: Readonly<Record<string, string>> = {};
