import { describe, expect, it } from 'vitest';
import { loadRules } from '../src/conformance/rules/load-rules.js';
import { specificationSentences } from './testing/specification-sentences.js';

/** The sections of the specification that state something. */
const sections = ['1', '2.1', '2.2', '2.3', '2.4', '3', '4', '4.1', '4.2', '4.3', '5', '6', '7', '8', '9'];

const rules = await loadRules();

describe('the sentences of the specification', () => {
  it('cover every section, in its order', () => {
    expect([...new Set(specificationSentences.map(({ section }) => section))]).toEqual(sections);
  });

  it('each have at least one rule, or a reason for none', () => {
    expect(specificationSentences.filter(({ rules: ids }) => ids?.length === 0)).toEqual([]);
  });

  it('name only rules that exist', () => {
    const existing = new Set(rules.map(({ id }) => id));
    const unknown = specificationSentences
      .flatMap(({ rules: ids = [] }) => ids)
      .filter((id) => !existing.has(id));
    expect(unknown).toEqual([]);
  });

  it('are listed once each', () => {
    const texts = specificationSentences.map(({ section, sentence }) => `${section} ${sentence}`);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('each rule', () => {
  it('quotes the specification where breaking it fails a run', () => {
    const own = rules.filter(({ level, appliesTo }) => level === 'MUST' && appliesTo.document !== 'other');
    const others = own.filter(({ section }) => !/^\d/.test(section));
    expect(others.map(({ id, section }) => `${id}: ${section}`)).toEqual([]);
  });

  it('quotes a section that the specification has, an RFC, or a list of OWASP', () => {
    // Rules of other documents alone quote those.
    const known = new Set([...sections, '2', 'RFC', 'OWASP', 'document']);
    const wrong = rules.filter(({ section }) => !known.has(section.split(' ')[0] ?? ''));
    expect(wrong.map(({ id, section }) => `${id}: ${section}`)).toEqual([]);
  });
});
