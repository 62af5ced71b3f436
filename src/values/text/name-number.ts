import { randomInteger } from '../../contract/seeded-random.js';

/** What the name of a property says about a number: the least and the most, and how many decimals. */
const ranges: readonly (readonly [RegExp, least: number, most: number, decimals: number])[] = [
  [/^lat(itude)?$/, -60, 60, 4],
  [/^(lon|lng|long|longitude)$/, -120, 120, 4],
  [/(price|cost|fee|charge|balance|subtotal|tax)$/, 5, 200, 2],
  [/^(amount|total)$|(amount|total)_?(due|paid)?$/, 5, 500, 2],
  [/(percent|percentage)$/, 1, 99, 1],
  [/(rate|ratio|score|confidence|probability)$/, 0, 1, 2],
  [/rating$/, 1, 5, 1],
  [/year$/, 2019, 2025, 0],
  [/month$/, 1, 12, 0],
  [/day$/, 1, 28, 0],
  [/hours?$/, 0, 23, 0],
  [/(minutes?|seconds?)$/, 0, 59, 0],
  [/^age$/, 18, 80, 0],
  [/port$/, 1_024, 49_151, 0],
  [/(created|updated|modified|expires|expiry|timestamp|time|date|at|on)$/, 1_704_067_200, 1_767_139_200, 0],
  [/^(page|offset)$/, 1, 1, 0],
  [/(per_?page|limit|page_?size)$/, 20, 20, 0],
  [/(width|height|length|depth|size)$/, 1, 1_000, 0],
  [/(count|quantity|qty|number|num)$/, 1, 20, 0],
  [/^(status|code)$/, 200, 200, 0],
];

/** A number such as the name of a property suggests; undefined for one that says nothing. */
export function nameNumber(
  name: string,
  random: () => number,
  isInteger: boolean,
  ordinal: number,
): number | undefined {
  const plain = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  if (/(^|_)ids?$/.test(plain)) return randomInteger(random, 1, 900) * 10 + (ordinal % 10);
  const found = ranges.find(([pattern]) => pattern.test(plain));
  if (!found) return undefined;
  const [, least, most, decimals] = found;
  if (isInteger || decimals === 0) return randomInteger(random, Math.ceil(least), Math.floor(most));
  return Number((least + random() * (most - least)).toFixed(decimals));
}
