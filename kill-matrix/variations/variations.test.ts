import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_KEYS } from '../reference-server/keys.js';
import { startReferenceServer } from '../reference-server/reference-server.js';
import type { Settings } from '../reference-server/settings.js';
import { expectedResponses, send, statedBreaches } from '../testing/expected-responses.js';
import { transcribe } from '../testing/transcript.js';
import { loadFaults, loadVariants } from './load-variations.js';
import type { Step, Variation } from './variation.js';

const [faults, variants] = [await loadFaults(), await loadVariants()];
const byId = (variations: readonly Variation[]) => variations.map((each) => [each.id, each] as const);

it('ids of faults and variants are kebab-case, and none is used twice', () => {
  const ids = [...faults, ...variants].map(({ id }) => id);
  expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
});

describe.each([
  ['fault', faults, 900],
  ['variant', variants, 250],
])('every %s', (kind, variations, least) => {
  it(`has a title of its own, and there are ${least} or more`, () => {
    expect(variations.length).toBeGreaterThanOrEqual(least);
    const titles = variations.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) < index)).toEqual([]);
  });

  // In the same circumstances, so that they don't make the difference; for a variant they may be all of it.
  const correct = new Map<string, Promise<string[]>>();
  const fromCorrect = (witness: readonly Step[], settings: Partial<Settings>) => {
    const key = JSON.stringify([witness, settings]);
    const responses = correct.get(key) ?? transcribe(witness, undefined, settings);
    correct.set(key, responses);
    return responses;
  };

  it.each(byId(variations))('%s changes the responses to its witness', async (_id, variation) => {
    const { witness, settings } = variation;
    const responses = await transcribe(witness, variation);
    const same = await fromCorrect(witness, settings);
    if (kind === 'fault' || !isDeepStrictEqual(responses, same)) expect(responses).not.toEqual(same);
    else expect(responses).not.toEqual(await fromCorrect(witness, {}));
  });
});

describe('every variant keeps the envelope', () => {
  it.each(byId(variants))('%s', async (_id, variation) => {
    const server = await startReferenceServer({ variation, wait: () => Promise.resolve() });
    const keys = variation.settings.keys ?? DEFAULT_KEYS;
    const [seen, expected, breaches]: [unknown[], unknown[], unknown[]] = [[], [], []];
    for (const [name, step] of expectedResponses) {
      const response = await send(server, step, keys);
      const succeeded = response.status < 400;
      const { status, data, errors, response_code } = response.body;
      seen.push([name, status, response_code, (errors as string[]).length === 0, succeeded ? [] : data]);
      expected.push([name, succeeded, String(response.status), succeeded, []]);
      if (succeeded && name.startsWith('rates'))
        breaches.push(...statedBreaches('RateListEnvelope', response.body));
      if (succeeded && name.includes('categor'))
        breaches.push(...statedBreaches('CategoryListEnvelope', response.body));
    }
    await server.close();
    expect(seen).toEqual(expected);
    expect(breaches).toEqual([]);
  });
});
