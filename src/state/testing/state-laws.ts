/** Laws of every store, wherever it keeps its data. */
import { documentLaws } from './document-laws.js';
import { journalLaws } from './journal-laws.js';
import { quotaLaws } from './quota-laws.js';
import { sandboxLaws } from './sandbox-laws.js';
import { scenarioChoiceLaws } from './scenario-choice-laws.js';
import { opening, type CreateStore } from './state-under-test.js';

/** Declares the tests of all laws over stores that `create` makes, each empty. */
export function stateLaws(create: CreateStore): void {
  const fresh = opening(create);
  documentLaws(fresh);
  journalLaws(fresh);
  quotaLaws(fresh);
  sandboxLaws(fresh);
  scenarioChoiceLaws(fresh);
}
