import { describe, expect, it } from 'vitest';
import { readdirSync } from 'node:fs';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { packageFile } from '../../contract/package-root.js';
import { shippingScenarios } from '../../shipping/shipping-service.js';
import { shippedFaults } from '../../testing/scenarios/shipped-faults.js';
import { loadScenarios } from '../files/load-scenarios.js';
import type { FaultKind } from './fault.js';
import { faultFrom, faultKind, faultKinds } from './registry.js';

const kinds: readonly FaultKind[] = faultKinds;
const names = kinds.map(({ kind }) => kind);
const { scenarios } = loadScenarios(shippingScenarios, await loadShippingContract());

/** The shipped scenarios that always break the connection in one way, with the kind. */
const shipped = [...scenarios.values()].flatMap(({ name, schedule }) => {
  const kind = schedule.kind === 'always' ? schedule.effect.fault?.kind : undefined;
  return kind === undefined ? [] : [{ name, kind }];
});

describe('the registry of faults', () => {
  it('lists every file of src/scenarios/faults that is named after a kind, and no other', () => {
    const others = [
      'fault.ts',
      'fault-wire.ts',
      'sent-by-fault.ts',
      'registry.ts',
      'registry.test.ts',
      'sent-by-fault.test.ts',
    ];
    const files = readdirSync(packageFile('src/scenarios/faults')).filter((file) => !others.includes(file));
    expect(files.sort()).toEqual(names.map((name) => `${name}.ts`).sort());
  });

  it('has no two kinds of one name, nor two options of one name', () => {
    const all = [...names, ...kinds.flatMap(({ options }) => Object.keys(options))];
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  });

  it('has a scenario in scenarios/ for each kind, and in shipped-faults.ts what clients see of it', () => {
    expect(shipped.map(({ kind }) => kind).sort()).toEqual([...names].sort());
    expect(shipped.map(({ name }) => name).sort()).toEqual(Object.keys(shippedFaults).sort());
  });

  it.each(shipped)('says what clients of $name are shown to see', ({ name, kind }) => {
    const seen = shippedFaults[name];
    const { seenBy, hidesStatus } = faultKind(kind) ?? {};
    // 28 is curl's own timeout, which only the test gives it.
    const exit = seen?.curl === 28 ? 'waits for ever' : `exit ${seen?.curl ?? ''}`;
    expect(seenBy?.curl).toMatch(new RegExp(`^${exit}\\b`));
    expect(hidesStatus).toBe(seen?.head === false);
  });

  it('fills in the default of every option that a file leaves out', () => {
    expect(faultFrom('slow-drip')).toEqual({ kind: 'slow-drip', chunk: 64, interval: '100ms' });
    expect(faultFrom({ kind: 'slow-drip', chunk: 1 })).toEqual({
      kind: 'slow-drip',
      chunk: 1,
      interval: '100ms',
    });
    expect(faultFrom('reset')).toEqual({ kind: 'reset' });
  });

  it('has no kind for an unknown name', () => {
    expect([faultKind('explosion'), faultKind(null), faultKind('constructor')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
