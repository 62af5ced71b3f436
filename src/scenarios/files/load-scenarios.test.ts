import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import type { Scenario } from '../scenario.js';
import { keepLastGood, loadScenarios, problemLine } from './load-scenarios.js';

const contract = await loadShippingContract();

function folderOf(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('a folder of scenarios', () => {
  const good = 'title: T\nadvice: A\ndelay: 1s\n';

  it('keeps the good files beside the bad ones', () => {
    const folder = folderOf({
      'good.yaml': good,
      'also-good.yml': good,
      'bad.yaml': 'title: 5',
      'notes.txt': '?',
    });
    const { scenarios, problems } = loadScenarios(folder, contract);
    expect([...scenarios.keys()]).toEqual(['also-good', 'good']);
    expect(new Set(problems.map(({ file }) => file))).toEqual(new Set([join(folder, 'bad.yaml')]));
    expect(problemLine(problems[0]!)).toMatch(/bad\.yaml:1: .+\.$/);
  });

  it.each([
    ['normal.yaml', /switches scenarios off/],
    ['status-404.yaml', /the document gives it/],
    ['Slow One.yaml', /1 to 64 of a-z, 0-9 and -/],
  ])('refuses a file called %s', (name, text) => {
    const { scenarios, problems } = loadScenarios(folderOf({ [name]: good }), contract);
    expect(scenarios.size).toBe(0);
    expect(problems.map((problem) => problem.text)).toEqual([expect.stringMatching(text)]);
  });

  it('refuses a name that two files have', () => {
    const { scenarios, problems } = loadScenarios(folderOf({ 'a.yaml': good, 'a.yml': good }), contract);
    expect([scenarios.size, problems[0]?.text]).toEqual([1, 'another file is called a too; rename one.']);
  });

  it('that is missing is one sentence', () => {
    const { problems } = loadScenarios('/no/such/folder', contract);
    expect(problems.map(problemLine)).toEqual([
      "/no/such/folder: the scenarios can't be read: there is no such folder.",
    ]);
  });
});

describe('a folder of scenarios that is loaded again', () => {
  const late = (ms: number) => `title: T\nadvice: A\ndelay: ${ms}ms\n`;
  const delays = (scenarios: ReadonlyMap<string, Scenario>) =>
    Object.fromEntries(
      [...scenarios].map(([name, { schedule }]) => [
        name,
        schedule.kind === 'always' && schedule.effect.delay,
      ]),
    );

  it('keeps the last valid version of a broken file, loads valid files, and drops deleted ones', () => {
    const folder = folderOf({ 'bad.yaml': late(1), 'changed.yaml': late(2), 'gone.yaml': late(3) });
    const before = loadScenarios(folder, contract).scenarios;
    writeFileSync(join(folder, 'bad.yaml'), 'title: [');
    writeFileSync(join(folder, 'changed.yaml'), late(20));
    rmSync(join(folder, 'gone.yaml'));
    const after = keepLastGood(before, loadScenarios(folder, contract));
    expect(delays(after)).toEqual({ bad: { kind: 'fixed', ms: 1 }, changed: { kind: 'fixed', ms: 20 } });
  });

  it('keeps everything when the folder was deleted', () => {
    const folder = folderOf({ 'a.yaml': late(1) });
    const before = loadScenarios(folder, contract).scenarios;
    rmSync(folder, { recursive: true });
    expect(delays(keepLastGood(before, loadScenarios(folder, contract)))).toEqual(delays(before));
  });
});

describe('a scenario for operations: all', () => {
  it('means those that document the answer', () => {
    const file = 'title: T\nadvice: A\nanswer: {status: 413}\n';
    const { scenarios } = loadScenarios(folderOf({ 'large.yaml': file }), contract);
    expect([...scenarios.get('large')!.operations]).toEqual(['getShippingRates', 'createOrder']);
  });

  it('means every one where nothing is answered', () => {
    const { scenarios } = loadScenarios(
      folderOf({ 'late.yaml': 'title: T\nadvice: A\ndelay: 1s\n' }),
      contract,
    );
    expect(scenarios.get('late')!.operations.size).toBe(contract.operations.length);
  });
});
