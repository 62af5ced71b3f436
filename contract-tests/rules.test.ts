/** Requirements on every rule, beyond those of its type. */
import { describe, expect, it } from 'vitest';
import { loadShippingContract } from '../src/shipping/shipping-service.js';
import { levels } from '../src/conformance/level.js';
import { loadRules } from '../src/conformance/rules/load-rules.js';
import type { LoadedRule, ResponseScope } from '../src/conformance/rules/rule.js';

const [rules, contract] = [await loadRules(), await loadShippingContract()];

const idsOf = (some: readonly LoadedRule[]) => some.map(({ id }) => id);

describe('every rule', () => {
  it('has a title that is a sentence, a quoted sentence, a level and an expected outcome', () => {
    const incomplete = rules.filter(
      ({ title, sentence, level, expected }) =>
        !/^\S[^\n]*\.$/.test(title) ||
        sentence.trim() === '' ||
        !levels.includes(level) ||
        expected.length === 0,
    );
    expect(idsOf(incomplete)).toEqual([]);
  });

  it('applies to an operation that the document has, and to a status that the operation documents', () => {
    const misplaced = rules.filter(({ appliesTo }) => {
      const { operation: id, status }: ResponseScope = appliesTo;
      if (id === undefined) return false;
      const operation = contract.operations.find((one) => one.id === id);
      return !operation || (typeof status === 'number' && !operation.responses.has(String(status)));
    });
    expect(idsOf(misplaced)).toEqual([]);
  });

  it('has a title of its own', () => {
    const titles = rules.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});
