import { parseRetryAfter } from '../../contract/retry-after.js';
import { header, type TargetResponse } from './exchange.js';
import { readJson } from './json-body.js';

/**
 * The time that a 429 asks its client to wait: by Retry-After, else by the text of its body.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, or undefined where it names no wait
 */
export function requestedWait(response: TargetResponse, now: number): number | undefined {
  const retryAfter = header(response, 'retry-after');
  const byHeader = retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, now);
  return byHeader ?? waitInText(textsOf(response).join(' '));
}

const units: readonly (readonly [RegExp, number])[] = [
  [/^(ms|milli)/i, 1],
  [/^s/i, 1000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
];

/** The window of a quota, which is no wait: "100 requests per 60 seconds". */
const window =
  /(?:\bper|\bevery|\beach|\bwithin|\/|\bpro|\bpar|\bpor|\bwindow of)\s*(?:the\s+)?(?:an?\s+|one\s+)?\d*\s*(?:ms|s|sec\w*|seconds?|mins?|minutes?|hours?|days?|minuten?|minuto|stunde|heure|hora)\b/gi;

/** A text without the windows of quotas that it names. */
export function withoutWindows(text: string): string {
  return text.slice(0, 2000).replace(window, ' ');
}

const amountWithUnit =
  /((?<!\d)\d{1,15}(?:\.\d{1,15})?|\ban?\b|\bone\b)[\s-]*(ms\b|milliseconds?|seconds?\b|secs?\b|s\b|minutes?\b|mins?\b|m\b|hours?\b|h\b)/gi;

/** Every time with its unit that a text names, in milliseconds; not the windows of quotas. */
export function timesInText(text: string): number[] {
  return [...withoutWindows(text).matchAll(amountWithUnit)].map(([, amount = '', unit = '']) => {
    const count = /^\d/.test(amount) ? Number(amount) : 1;
    return count * (units.find(([pattern]) => pattern.test(unit))?.[1] ?? 1000);
  });
}

/** "Retry after 60 seconds", "in 2 minutes", "try again in a minute"; a bare number is seconds. */
export function waitInText(text: string): number | undefined {
  const [time] = timesInText(text);
  if (time !== undefined) return time;
  const bare = /\b(?:after|in|wait)\D{0,12}(\d{1,4})\b/i.exec(withoutWindows(text));
  return bare ? Number(bare[1]) * 1000 : undefined;
}

/** The message and the errors of an envelope. */
export function textsOf(response: TargetResponse): string[] {
  const json = readJson(response.body);
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return [];
  const { message, errors } = json.value as { message?: unknown; errors?: unknown };
  return [message, ...(Array.isArray(errors) ? (errors as unknown[]) : [])].filter(
    (text) => typeof text === 'string',
  );
}
