import { isMultiple } from './schema/json-values.js';
import type { Shape } from './schema/shape.js';
import { nothing } from './maker.js';
import type { At, Fullness, Maker } from './maker.js';
import { nameNumber } from './text/name-number.js';

const mostTries = 60;
const int32 = 2_147_483_647;

/** Makes a number of a shape; undefined where none is found. */
export function makeNumber(maker: Maker, shape: Shape, at: At, isInteger: boolean): number | undefined {
  const { least, most } = boundsOf(shape, isInteger);
  if (least > most) return nothing;
  const fits = (value: number): boolean =>
    isInBounds(shape, value) &&
    (!isInteger || Number.isInteger(value)) &&
    shape.multiplesOf.every((multiple) => isMultiple(value, multiple)) &&
    shape.formats.every((format) => maker.hasFormat(format, value));
  const meant = maker.fullness
    ? edgeNumber(maker.fullness, shape, least, most)
    : nameNumber(at.name, maker.random, isInteger, at.ordinal);
  if (meant !== undefined && fits(meant)) return meant;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const value = candidate(maker.random, shape, least, most, isInteger, tries);
    if (fits(value)) return value;
  }
  return [least, most, 0, 1, 0.5].find((value) => Number.isFinite(value) && fits(value));
}

/** The least or the greatest number, with something to spare where a bound is itself too small, or is missing. */
function edgeNumber(fullness: Fullness, shape: Shape, least: number, most: number): number | undefined {
  const low = shape.above === least ? least + 1 : Number.isFinite(least) ? least : Math.min(0, most);
  if (fullness === 'random') return undefined;
  return fullness === 'minimal' ? low : Number.isFinite(most) ? most : low + 99;
}

function boundsOf(shape: Shape, isInteger: boolean): { least: number; most: number } {
  const isSmall = shape.formats.includes('int32');
  const least = Math.max(shape.minimum, shape.above);
  const most = Math.min(shape.maximum, shape.below, isSmall ? int32 : Infinity);
  return isInteger ? { least: Math.ceil(least), most: Math.floor(most) } : { least, most };
}

function isInBounds({ minimum, maximum, above, below }: Shape, value: number): boolean {
  return value >= minimum && value <= maximum && value > above && value < below;
}

/** A number between the bounds, a multiple of what it must be one of; the first ones are the plainest. */
function candidate(
  random: () => number,
  shape: Shape,
  least: number,
  most: number,
  isInteger: boolean,
  tries: number,
): number {
  const step = stepOf(shape.multiplesOf, isInteger);
  const span = step * 100;
  const from = Number.isFinite(least) ? least : Number.isFinite(most) ? most - span : 0;
  const to = Number.isFinite(most) ? most : from + span;
  const width = Math.min(to - from, Math.max(span, 1_000 * step));
  const plain = from + random() * width;
  if (step === 0) return plain;
  const rounded = step * Math.round(plain / step);
  if (isInteger || shape.multiplesOf.length > 0 || tries < mostTries / 2) return neat(rounded);
  return plain;
}

/** 0.30000000000000004 as 0.3. */
function neat(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(12));
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
