import { afterEach, describe } from '@jest/globals';
import type { State } from '../state.js';
import { documentLaws } from './document-laws.js';
import { clockLaws } from './clock-laws.js';
import { coverageLaws, journalLaws } from './journal-laws.js';
import { keyLaws } from './key-laws.js';
import { quotaLaws } from './quota-laws.js';
import { sandboxLaws } from './sandbox-laws.js';
import { scenarioChoiceLaws } from './scenario-choice-laws.js';
import { journalEntries, type CreateState, type Fresh } from './state-under-test.js';

/** Tests that every store must pass. */
export function stateLaws(name: string, create: CreateState): void {
  const opened: State[] = [];
  const fresh: Fresh = async (defaultScenario) => {
    const made = await create({ defaultScenario, journalEntries });
    opened.push(made.state);
    return made;
  };
  afterEach(async () => {
    for (const state of opened.splice(0)) await state.close();
  });
  describe(`${name} keeps the laws of a store`, () => {
    quotaLaws(fresh);
    clockLaws(fresh);
    scenarioChoiceLaws(fresh);
    documentLaws(fresh);
    journalLaws(fresh);
    coverageLaws(fresh);
    sandboxLaws(fresh);
    keyLaws(fresh);
  });
}
