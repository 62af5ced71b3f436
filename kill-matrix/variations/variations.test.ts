import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DEFAULT_KEYS } from '../reference-server/keys.js';
import { startReferenceServer } from '../reference-server/reference-server.js';
import type { Settings } from '../reference-server/settings.js';
import { expectedResponses, send, statedBreaches } from '../testing/expected-responses.js';
import { transcribe } from '../testing/transcript.js';
import { loadFaults, loadVariants } from './load-variations.js';
import type { Step, Variation } from './variation.js';

const [faults, variants] = [await loadFaults(), await loadVariants()];

/** The variations by their topics: each topic is a test. */
const byTopic = (variations: readonly Variation[]) =>
  [...new Set(variations.map(({ topic }) => topic))].map(
    (name) => [name, variations.filter(({ topic }) => topic === name)] as const,
  );

const atOnce = 8;

/** Recognizes what happens at the same moment, or piece by piece: it is tried alone. */
const isTimed = ({ witness }: Variation) => witness.some(({ sent, message }) => sent ?? message);

/** Lists what is wrong with the variations, by their ids; none when all is well. */
async function wrongOf(
  variations: readonly Variation[],
  wrong: (variation: Variation) => Promise<unknown>,
): Promise<unknown[]> {
  const found: unknown[] = [];
  const next = variations.values();
  const takeAll = async (): Promise<void> => {
    for (const variation of next) {
      const problem = await wrong(variation).catch(String);
      if (problem !== undefined) found.push({ id: variation.id, problem });
    }
  };
  await Promise.all(Array.from({ length: variations.some(isTimed) ? 1 : atOnce }, takeAll));
  return found;
}

it('ids of faults and variants are kebab-case, and none is used twice', () => {
  const ids = [...faults, ...variants].map(({ id }) => id);
  expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
});

describe.each([
  ['fault', faults, 400],
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

  async function unchanged(variation: Variation): Promise<string | undefined> {
    const { witness, settings } = variation;
    const responses = await transcribe(witness, variation);
    if (!isDeepStrictEqual(responses, await fromCorrect(witness, settings))) return undefined;
    const isOfSettings = kind === 'variant' && !isDeepStrictEqual(responses, await fromCorrect(witness, {}));
    return isOfSettings ? undefined : 'the responses are those of the correct server';
  }

  it.each(byTopic(variations))(
    'of topic %s changes the responses to its witness',
    async (_topic, ofTopic) => {
      expect(await wrongOf(ofTopic, unchanged)).toEqual([]);
    },
  );
});

describe('every variant keeps the envelope', () => {
  async function differences(variation: Variation): Promise<object | undefined> {
    const server = await startReferenceServer({ variation, wait: () => Promise.resolve() });
    const keys = variation.settings.keys ?? DEFAULT_KEYS;
    const [seen, expected, breaches]: [unknown[], unknown[], unknown[]] = [[], [], []];
    try {
      for (const [name, step] of expectedResponses) {
        const response = await send(server, step, keys);
        const succeeded = response.status < 400;
        const { status, data, errors, response_code } = response.body;
        // Of other errors no sentence says that errors holds a text.
        const isEmpty = Number(response_code) <= 401 && (errors as string[]).length === 0;
        seen.push([name, status, response_code, isEmpty, succeeded ? [] : data]);
        expected.push([name, succeeded, String(response.status), succeeded, []]);
        if (succeeded && name.startsWith('rates'))
          breaches.push(...statedBreaches('RateListEnvelope', response.body));
        if (succeeded && name.includes('categor'))
          breaches.push(...statedBreaches('CategoryListEnvelope', response.body));
      }
    } finally {
      await server.close();
    }
    const other = seen.filter((one, index) => !isDeepStrictEqual(one, expected[index]));
    return other.length + breaches.length === 0 ? undefined : { other, breaches };
  }

  it.each(byTopic(variants))('where it is of topic %s', async (_topic, ofTopic) => {
    expect(await wrongOf(ofTopic, differences)).toEqual([]);
  });
});
