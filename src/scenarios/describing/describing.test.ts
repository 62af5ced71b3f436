/** The descriptions of scenarios in lists, on the page and in the control API. */
import { describe, expect, it } from 'vitest';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { readDefinition } from '../reading/read-scenario.js';
import type { Scenario } from '../scenario.js';
import { ScenarioCatalogue } from '../scenario-catalogue.js';
import type { ScenarioDefinition } from '../schema/scenario-file.js';
import { comingCalls } from './coming-calls.js';
import { scheduleText } from './schedule-text.js';

const contract = await loadShippingContract();

function scenario(definition: ScenarioDefinition): Scenario {
  const read = readDefinition('one', definition, contract);
  if ('name' in read) return read;
  throw new Error(JSON.stringify(read));
}

const error = { answer: { status: 500 } } as const;

describe('scheduleText', () => {
  it.each<[ScenarioDefinition, string]>([
    [{ quota: 'spent' }, '429'],
    [{ ...error, delay: '1500ms' }, '500 after 1.5 s'],
    [{ delay: '100ms..2s' }, 'normal after 100 ms to 2 s'],
    [{ fault: 'reset', when: { first: 3 } }, '3 × Connection reset, then normal'],
    [{ ...error, when: { call: [2, 5] } }, '500 on call 2, 5'],
    [{ ...error, when: { every: 3 } }, '500 on every 3rd call'],
    [{ ...error, when: { probability: 0.2 } }, '500 on 20% of calls'],
    [{ patch: [{ set: '/message', value: 'x' }] }, 'a changed response'],
    [{ callbacks: { copies: 2, signature: 'wrong' } }, 'callbacks 2 times, wrongly signed'],
    [{ callbacks: { delay: '2s' }, delay: '100ms' }, 'normal after 100 ms, callbacks after 2 s'],
    [{ callbacks: { lost: true }, ...error, delay: '100ms' }, '500 after 100 ms'],
    [
      { steps: [{ times: 2, ...error }, 'normal'], atEnd: 'loop' },
      '2 × 500, then normal, then from the start',
    ],
    [{ steps: ['normal', error], atEnd: 'hold' }, 'normal, then 500 from then on'],
  ])('says of %j: %s', (definition, text) => {
    expect(scheduleText(scenario(definition))).toBe(text);
  });
});

describe('comingCalls', () => {
  const coming = (definitions: readonly ScenarioDefinition[], calls = 0, chance = 0.5) =>
    comingCalls(
      definitions.map((one) => scenario(one)),
      'listCategories',
      {
        count: () => calls,
        random: () => () => chance,
      },
    );

  it('ends with what all later calls meet', () => {
    const flaky = { steps: [{ times: 2, ...error }] };
    const normal = { times: null, does: 'normal' };
    expect(coming([flaky])).toEqual({ calls: [{ times: 2, does: '500' }, normal], more: false });
    expect(coming([flaky], 1)).toEqual({ calls: [{ times: 1, does: '500' }, normal], more: false });
    expect(coming([flaky], 9)).toEqual({ calls: [normal], more: false });
    expect(coming([flaky, { delay: '3s' }], 1).calls).toEqual([
      { times: 1, does: '500 after 3 s' },
      { times: null, does: 'normal after 3 s' },
    ]);
  });

  it('lists the first runs of what never settles', () => {
    const { calls, more } = coming([{ ...error, when: { every: 2 } }]);
    expect([calls.length, calls[0], calls[1], more]).toEqual([
      8,
      { times: 1, does: 'normal' },
      { times: 1, does: '500' },
      true,
    ]);
    expect(coming([{ ...error, when: { probability: 0.6 } }])).toEqual({
      calls: [{ times: 1000, does: '500' }],
      more: true,
    });
  });
});

describe('delay-TIME', () => {
  const catalogue = new ScenarioCatalogue(contract, new Map());

  it('is a scenario for every time up to ten minutes', () => {
    expect(scheduleText(catalogue.find('delay-800ms')!)).toBe('normal after 800 ms');
    expect(scheduleText(catalogue.find('delay-600s')!)).toBe('normal after 600 s');
    expect(['delay-0ms', 'delay-601s', 'delay-3', 'delay-'].map((name) => catalogue.find(name))).toEqual(
      new Array(4).fill(undefined),
    );
  });
});
