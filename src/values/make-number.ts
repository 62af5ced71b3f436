import { isMultiple } from './schema/json-values.js';
import type { Shape } from './schema/shape.js';
import { nothing, type At, type Fullness, type Maker } from './maker.js';
import { randomInteger, type Random } from '../contract/seeded-random.js';

const maxTries = 60;
const int32 = 2_147_483_647;

/** Makes a number of a shape; undefined where none is found. */
export function makeNumber(maker: Maker, shape: Shape, at: At, isInteger: boolean): number | undefined {
  const { min, max } = boundsOf(shape, isInteger);
  if (min > max) return nothing;
  const fits = (value: number): boolean =>
    value >= shape.minimum &&
    value <= shape.maximum &&
    value > shape.above &&
    value < shape.below &&
    (!isInteger || Number.isInteger(value)) &&
    shape.multiplesOf.every((multiple) => isMultiple(value, multiple)) &&
    shape.formats.every((format) => maker.evaluator.hasFormat(format, value));
  const meant = maker.fullness
    ? edgeNumber(maker.fullness, shape, min, max)
    : nameNumber(at.name, maker.random, isInteger, at.ordinal);
  if (meant !== undefined && fits(meant)) return meant;
  const step = stepOf(shape.multiplesOf, isInteger);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const isRounded = isInteger || shape.multiplesOf.length > 0 || tries < maxTries / 2;
    const value = candidate(maker.random, { min, max, step }, isRounded);
    if (fits(value)) return value;
  }
  return [min, max, 0, 1, 0.5].find((value) => Number.isFinite(value) && fits(value));
}

/** The least or the greatest number, with something to spare where a bound is itself too small, or is missing. */
function edgeNumber(fullness: Fullness, shape: Shape, min: number, max: number): number | undefined {
  const low = shape.above === min ? min + 1 : Number.isFinite(min) ? min : Math.min(0, max);
  if (fullness === 'random') return undefined;
  return fullness === 'minimal' ? low : Number.isFinite(max) ? max : low + 99;
}

function boundsOf(shape: Shape, isInteger: boolean): { min: number; max: number } {
  const isSmall = shape.formats.includes('int32');
  const min = Math.max(shape.minimum, shape.above);
  const max = Math.min(shape.maximum, shape.below, isSmall ? int32 : Infinity);
  return isInteger ? { min: Math.ceil(min), max: Math.floor(max) } : { min, max };
}

/** A number between the bounds, a multiple of what it must be one of; the first ones are the plainest. */
function candidate(
  random: Random,
  { min, max, step }: { readonly min: number; readonly max: number; readonly step: number },
  isRounded: boolean,
): number {
  const span = step * 100;
  const from = Number.isFinite(min) ? min : Number.isFinite(max) ? max - span : 0;
  const to = Number.isFinite(max) ? max : from + span;
  const width = Math.min(to - from, Math.max(span, 1_000 * step));
  const plain = from + random() * width;
  if (step === 0 || !isRounded) return plain;
  const rounded = step * Math.round(plain / step);
  // 0.30000000000000004 is 0.3.
  return Number.isInteger(rounded) ? rounded : Number(rounded.toPrecision(12));
}

/** The distance between numbers that fit: of several multiples that of all of them. */
function stepOf(multiples: readonly number[], isInteger: boolean): number {
  if (multiples.length === 0) return isInteger ? 1 : 0.01;
  const whole = isInteger ? [1, ...multiples] : [...multiples];
  return whole.reduce(commonMultiple);
}

function commonMultiple(a: number, b: number): number {
  const scale = 10 ** Math.min(9, Math.max(decimals(a), decimals(b)));
  const [one, other] = [Math.round(a * scale), Math.round(b * scale)];
  const divisor = commonDivisor(one, other);
  return divisor === 0 ? Math.max(a, b) : ((one / divisor) * other) / scale;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

function decimals(value: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

/** Ranges that the name of a property suggests for a number: the least, the greatest, and the number of decimals. */
const ranges: readonly (readonly [RegExp, min: number, max: number, decimals: number])[] = [
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
function nameNumber(
  name: string,
  random: () => number,
  isInteger: boolean,
  ordinal: number,
): number | undefined {
  const plain = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  if (/(^|_)ids?$/.test(plain)) return randomInteger(random, 1, 900) * 10 + (ordinal % 10);
  const found = ranges.find(([pattern]) => pattern.test(plain));
  if (!found) return undefined;
  const [, min, max, decimals] = found;
  if (isInteger || decimals === 0) return randomInteger(random, Math.ceil(min), Math.floor(max));
  return Number((min + random() * (max - min)).toFixed(decimals));
}
