import { describe, expect, it } from '@jest/globals';
import { loadRules } from '../src/conformance/rules/load-rules.js';
import { specificationSentences } from './testing/specification-sentences.js';

/** The sections of the specification that hold sentences; a section without one would be forgotten. */
const sections = ['1', '2.1', '2.2', '2.3', '2.4', '3', '4', '4.1', '4.2', '4.3', '5', '6', '7', '8', '9'];

describe('the sentences of the specification', () => {
  it('cover every section, in its order', () => {
    expect([...new Set(specificationSentences.map(({ section }) => section))]).toEqual(sections);
  });

  it('each have rules, or a reason for none', () => {
    const neither = specificationSentences.filter(
      ({ rules, unchecked }) => (rules === undefined || rules.length === 0) === (unchecked === undefined),
    );
    expect(neither).toEqual([]);
  });

  it('name rules that exist, and leave no rule without a sentence', async () => {
    const existing = (await loadRules()).map(({ id }) => id).sort();
    const named = [...new Set(specificationSentences.flatMap(({ rules }) => rules ?? []))].sort();
    expect(named).toEqual(existing);
  });

  it('are not told twice', () => {
    const texts = specificationSentences.map(({ section, sentence }) => `${section} ${sentence}`);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('are quoted by the rules from a section that has them', async () => {
    const foreign = (await loadRules())
      .map(({ id, section }) => ({ id, section: section.split(' ')[0] ?? '' }))
      .filter(({ section }) => section !== 'RFC' && section !== '2' && !sections.includes(section));
    expect(foreign).toEqual([]);
  });
});
