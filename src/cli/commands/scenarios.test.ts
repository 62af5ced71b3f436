import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadShippingContract, shippingScenarios } from '../../shipping/shipping-service.js';
import type { Contract } from '../../contract/contract.js';
import { loadScenarios } from '../../scenarios/files/load-scenarios.js';
import { ScenarioCatalogue, type ScenarioSummary } from '../../scenarios/scenario-catalogue.js';
import { callCommand } from '../testing/call-command.js';

let contract: Contract;
let all: readonly ScenarioSummary[];
let folder: string;

beforeAll(async () => {
  contract = await loadShippingContract();
  all = new ScenarioCatalogue(contract, loadScenarios(shippingScenarios, contract).scenarios).list();
  folder = mkdtempSync(join(tmpdir(), 'scenarios-'));
  const lines = ['title: Slow', 'advice: Wait.', 'delay: soon', 'colour: red'];
  writeFileSync(join(folder, 'slow.yaml'), lines.join('\n'));
  writeFileSync(join(folder, 'late.yaml'), 'title: Late\nadvice: Wait.\ndelay: 300ms\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('drydock scenarios', () => {
  it('lists every scenario under its operations, with its title and advice', async () => {
    const { out, err, exitCode } = await callCommand(['scenarios']);
    expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
    const groups = out.split('\n\n');
    const headings = groups.map((text) => text.split('\n', 1)[0]!.split(' ', 1)[0]);
    for (const { name, title, advice, operations } of all) {
      const places = operations === 'all' ? ['Every'] : operations;
      for (const [index, text] of groups.slice(0, -1).entries()) {
        const listed = new RegExp(`^  ${name} +`, 'm').test(text);
        expect([name, headings[index], listed]).toEqual([
          name,
          headings[index],
          places.includes(headings[index]!),
        ]);
        if (listed) expect(text).toContain(title);
        if (listed) expect(text).toContain(advice);
      }
    }
  });

  it('lists only the scenarios of one operation with --operation', async () => {
    const { out } = await callCommand(['scenarios', '--operation', 'listCategories', '--json']);
    const listed = JSON.parse(out) as { operations: unknown; scenarios: ScenarioSummary[] };
    expect(listed.operations).toEqual([{ id: 'listCategories', method: 'GET', path: '/categories' }]);
    const names = listed.scenarios.map(({ name }) => name);
    expect(names).toContain('empty-categories');
    expect(names).toContain('flaky');
    expect(names).not.toContain('no-couriers');
    expect(listed.scenarios).toEqual(all.filter(({ name }) => names.includes(name)));
  });

  it('lists the valid scenarios of a folder beside the shipped ones, and the problems of the others', async () => {
    const { out, err, exitCode } = await callCommand(['scenarios', '--scenarios', folder]);
    expect(out).toMatch(/^ {2}late .* Late$/m);
    expect(out).toMatch(/^ {2}flaky .* 500, 500, then normal$/m);
    expect(err).toContain(`${folder}/slow.yaml:3: delay must be a duration`);
    expect(exitCode).toBe(2);
  });

  it.each([
    [['scenarios', 'chek', 'x'], 'drydock scenarios has no "chek"'],
    [['scenarios', 'check'], 'needs a folder'],
    [['scenarios', '--operation', 'getOrders'], 'Did you mean getOrder?'],
    [['scenarios', '--jsn'], 'Did you mean --json?'],
  ])('refuses %j in one line', async (args, reason) => {
    const { out, err, exitCode } = await callCommand(args);
    expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
    expect(err).toContain(reason);
    expect(err).not.toContain('\n');
  });
});

describe('drydock scenarios check', () => {
  it('counts the valid files', async () => {
    const { out, exitCode } = await callCommand(['scenarios', 'check', shippingScenarios]);
    const fromFiles = all.filter(({ source }) => source !== 'document').length;
    expect({ out, exitCode }).toEqual({ out: `${fromFiles} scenarios, all good.`, exitCode: 0 });
  });

  it('prints file, line and reason of every problem', async () => {
    const { out, exitCode } = await callCommand(['scenarios', 'check', folder]);
    const lines = out.split('\n');
    expect(lines).toHaveLength(2);
    expect(lines).toContainEqual(expect.stringMatching(/slow\.yaml:3: delay must be a duration/));
    expect(lines).toContainEqual(expect.stringMatching(/slow\.yaml:4: colour /));
    expect(exitCode).toBe(1);
  });

  it('takes the folder from the environment, and prints the problems as JSON', async () => {
    const { out, exitCode } = await callCommand(['scenarios', 'check', '--json'], {
      DRYDOCK_SCENARIOS: folder,
    });
    const result = JSON.parse(out) as { good: string[]; problems: { line: number }[] };
    expect(result.good).toEqual(['late']);
    expect(result.problems.map(({ line }) => line)).toEqual([3, 4]);
    expect(exitCode).toBe(1);
  });

  it('fails when there is nothing to check', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'empty-'));
    const { err, exitCode } = await callCommand(['scenarios', 'check', empty]);
    rmSync(empty, { recursive: true });
    expect({ err, exitCode }).toEqual({ err: `${empty} has no scenario file (.yaml or .yml).`, exitCode: 1 });
    expect((await callCommand(['scenarios', 'check', empty])).err).toContain('there is no such folder');
  });
});
