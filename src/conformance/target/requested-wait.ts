import { header } from './exchange.js';
import type { Answer } from './exchange.js';
import { readJson } from './json-body.js';

/**
 * The wait that a 429 names: in Retry-After (RFC 9110 10.2.3), else in the texts of its body.
 *
 * @param now milliseconds since 1970, to reckon a date from
 * @returns milliseconds, or undefined where it names none
 */
export function namedWait(answer: Answer, now: number): number | undefined {
  return waitInHeader(header(answer, 'retry-after'), now) ?? waitInText(textsOf(answer).join(' '));
}

function waitInHeader(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const units: readonly (readonly [RegExp, number])[] = [
  [/^(ms|milli)/i, 1],
  [/^s/i, 1000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
];

/** "Retry after 60 seconds", "in 2 minutes", "try again in a minute"; a bare number is seconds. */
export function waitInText(text: string): number | undefined {
  const match =
    /((?<!\d)\d{1,15}(?:\.\d{1,15})?|\ban?\b|\bone\b)[\s-]*(ms\b|milliseconds?|seconds?\b|secs?\b|s\b|minutes?\b|mins?\b|m\b|hours?\b|h\b)/i.exec(
      text,
    );
  if (match) {
    const amount = /^\d/.test(match[1] ?? '') ? Number(match[1]) : 1;
    return amount * (units.find(([unit]) => unit.test(match[2] ?? ''))?.[1] ?? 1000);
  }
  const bare = /\b(?:after|in|wait)\D{0,12}(\d{1,4})\b/i.exec(text);
  return bare ? Number(bare[1]) * 1000 : undefined;
}

function textsOf(answer: Answer): string[] {
  const json = readJson(answer.body);
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return [];
  const { message, errors } = json.value as { message?: unknown; errors?: unknown };
  return [message, ...(Array.isArray(errors) ? (errors as unknown[]) : [])].filter(
    (text) => typeof text === 'string',
  );
}
