import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parse } from 'yaml';
import { faultKinds } from '../../../scenarios/faults/registry.js';
import { scenarioSchema } from '../../../scenarios/schema/scenario-schema.js';
import { draftDefinition, draftOf, draftProblems, draftYaml, emptyDraft } from './scenario-draft.js';
import type { ScenarioDraft } from './scenario-draft.js';

const ajv = new Ajv2020({ strict: false });
const isScenario = ajv.compile(scenarioSchema);

const text = fc.string({ unit: 'binary', minLength: 1 }).filter((one) => one.trim() !== '');
const drafts: fc.Arbitrary<ScenarioDraft> = fc.record({
  name: fc.constant('a-name'),
  title: text,
  advice: text,
  operations: fc.uniqueArray(text, { maxLength: 3 }),
  effect: fc.constantFrom('answer', 'quota', 'fault', 'none'),
  status: fc.constantFrom(400, 401, 500),
  message: fc.string(),
  fault: fc.constantFrom(...faultKinds.map(({ kind }) => kind)),
  delay: fc.nat(600_000),
  when: fc.constantFrom('always', 'first', 'every', 'probability'),
  times: fc.integer({ min: 1, max: 1000 }),
  chance: fc.integer({ min: 1, max: 100 }),
});

describe('a drafted scenario', () => {
  it('is YAML that says what was filled in, and a scenario for the schema', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const scenario = parse(draftYaml(draft)) as Record<string, unknown>;
        expect(scenario).toEqual(draftDefinition(draft));
        const again = draftOf(draft.name, draftDefinition(draft));
        expect(again && draftYaml(again)).toBe(draftYaml(draft));
        expect([isScenario(scenario), isScenario.errors]).toEqual([true, null]);
        expect([scenario.title, scenario.advice]).toEqual([draft.title, draft.advice]);
        expect(scenario.operations ?? []).toEqual(draft.operations);
        if (draft.effect === 'answer' && draft.message !== '')
          expect(scenario.answer).toEqual({ status: draft.status, message: draft.message });
      }),
    );
  });

  it.each([
    { steps: [{ fault: 'reset' as const }] },
    { title: 't', advice: 'a', delay: '1s..2s', answer: { status: 500 } },
    { title: 't', advice: 'a', when: { call: 2 }, answer: { status: 500 } },
  ])('is not made of what the form can not hold: %j', (definition) => {
    expect(draftOf('a-name', definition)).toBeUndefined();
  });

  it.each<[string, Partial<ScenarioDraft>, RegExp]>([
    ['a name that no file should have', { name: '../evil' }, /^The name must be/],
    ['a name that is taken', { name: 'status-404' }, /is taken/],
    ['no title', { title: ' ' }, /title/],
    ['no effect', { effect: 'none', delay: 0 }, /changes nothing yet/],
  ])('with %s is not ready', (_what, change, sentence) => {
    expect(draftProblems({ ...emptyDraft, ...change })).toEqual([expect.stringMatching(sentence)]);
  });

  it('is ready as the form begins', () => {
    expect(draftProblems(emptyDraft)).toEqual([]);
  });
});
