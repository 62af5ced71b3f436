/** Every scenario file has a line in a table of what clients see, and every line a file. */
import { expect, it } from 'vitest';
import { readdirSync } from 'node:fs';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { loadScenarios } from '../../scenarios/files/load-scenarios.js';
import { shippingScenarios } from '../../shipping/shipping-service.js';
import { shippedAnswers } from '../../testing/scenarios/shipped-answers.js';
import { shippedFaults } from '../../testing/scenarios/shipped-faults.js';
import { shippedWaits } from '../../testing/scenarios/shipped-waits.js';

const tables = [shippedAnswers, shippedFaults, shippedWaits];
const lines = tables.flatMap((table) => Object.keys(table)).sort();

it('every scenario file is in exactly one table of expected responses, and every row names a file', () => {
  const files = readdirSync(shippingScenarios).filter((file) => /\.ya?ml$/.test(file));
  expect(lines).toEqual(files.map((file) => file.replace(/\.ya?ml$/, '')).sort());
});

it('the tables mark exactly the scenarios that break the contract', async () => {
  const { scenarios } = loadScenarios(shippingScenarios, await loadShippingContract());
  const breaking = [...scenarios.values()].filter(({ breaksContract }) => breaksContract);
  const said = Object.entries(shippedAnswers).filter(([, { breaks }]) => breaks !== undefined);
  expect(said.map(([name]) => name).sort()).toEqual(breaking.map(({ name }) => name).sort());
});
