import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fc } from '../../../../testing/properties/fast-check.js';
import { parse } from 'yaml';
import { onOccasion, occasionOf, type Occasion } from './scenario-draft.js';
import { yamlText } from './yaml-text.js';

const folder = new URL('../../../../../scenarios/', import.meta.url);
const shipped = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => parse(readFileSync(new URL(file, folder), 'utf8')) as object);

describe('yamlText', () => {
  it('is read again as the same value, for every shipped scenario', () => {
    for (const scenario of shipped) expect(parse(yamlText(scenario))).toEqual(scenario);
  });

  it('is read again as the same value, whatever the value', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
    fc.assert(
      fc.property(value, (one) => {
        expect(parse(yamlText(one))).toEqual(JSON.parse(JSON.stringify(one)));
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});

describe('an occasion', () => {
  const content = { title: 'T', advice: 'A', fault: 'reset' } as const;

  it.each<Occasion>(['always', 'first', 'call', 'every', 'probability', 'steps'])(
    'that is changed to %s and back keeps the effect',
    (occasion) => {
      const changed = onOccasion(content, occasion);
      expect(occasionOf(changed)).toBe(occasion);
      expect(onOccasion(changed, 'always')).toEqual(content);
    },
  );
});
