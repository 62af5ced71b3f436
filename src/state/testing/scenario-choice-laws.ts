import { describe, expect, it } from 'vitest';
import { together, upTo, type OpenStore } from './state-under-test.js';

export function scenarioChoiceLaws(fresh: OpenStore): void {
  describe('the choice of scenarios', () => {
    it('of a sandbox comes before the default, which holds where there is none', async () => {
      const { state } = await fresh('slow');
      expect(await state.scenarios.inForce('a')).toEqual({ names: 'slow', channel: 'default' });
      await state.scenarios.choose('a', { names: 'flaky, drip' });
      expect(await state.scenarios.inForce('a')).toEqual({ names: 'flaky, drip', channel: 'sandbox' });
      expect(await state.scenarios.chosen('a')).toEqual({ names: 'flaky, drip' });
      expect(await state.scenarios.inForce('b')).toEqual({ names: 'slow', channel: 'default' });
      expect(await state.scenarios.chosen('b')).toBeUndefined();
      await state.scenarios.choose('a', undefined);
      expect(await state.scenarios.inForce('a')).toEqual({ names: 'slow', channel: 'default' });
    });

    it('keeps the definition of an inline scenario until another is chosen', async () => {
      const { state } = await fresh();
      const inline = { names: 'größer', definition: '{"name":"größer"}' };
      await state.scenarios.choose('a', inline);
      expect(await state.scenarios.inForce('a')).toEqual({ ...inline, channel: 'sandbox' });
      expect(await state.scenarios.chosen('a')).toEqual(inline);
      await state.scenarios.choose('a', { names: 'flaky' });
      expect(await state.scenarios.inForce('a')).toEqual({ names: 'flaky', channel: 'sandbox' });
    });

    it('has a default that can be set and removed', async () => {
      const { state } = await fresh();
      expect(await state.scenarios.defaultNames()).toBeUndefined();
      expect(await state.scenarios.inForce('a')).toBeUndefined();
      await state.scenarios.setDefault('slow');
      expect(await state.scenarios.defaultNames()).toBe('slow');
      expect(await state.scenarios.inForce('a')).toEqual({ names: 'slow', channel: 'default' });
      await state.scenarios.setDefault(undefined);
      expect(await state.scenarios.inForce('a')).toBeUndefined();
    });

    it('counts the calls of each sandbox and scenario from 1, none twice among parallel ones', async () => {
      const { state } = await fresh();
      const counts = await together(20, () => state.scenarios.countCall('a', 'flaky'));
      expect(counts.sort((a, b) => a - b)).toEqual(upTo(20));
      expect(await state.scenarios.countCall('a', 'slow')).toBe(1);
      expect(await state.scenarios.countCall('b', 'flaky')).toBe(1);
      expect(Object.fromEntries(await state.scenarios.callCounts('a'))).toEqual({ flaky: 20, slow: 1 });
      expect((await state.scenarios.callCounts('c')).size).toBe(0);
    });

    it('begins sequences anew when it is made or removed, in this sandbox alone', async () => {
      const { state } = await fresh();
      for (const scenario of [{ names: 'flaky' }, undefined]) {
        await state.scenarios.countCall('a', 'flaky');
        await state.scenarios.countCall('b', 'slow');
        await state.scenarios.choose('a', scenario);
        expect((await state.scenarios.callCounts('a')).size).toBe(0);
        expect(await state.scenarios.countCall('a', 'flaky')).toBe(1);
      }
      expect(Object.fromEntries(await state.scenarios.callCounts('b'))).toEqual({ slow: 2 });
    });
  });
}
