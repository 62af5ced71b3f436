/** Forms of amounts: a quota, a rate, a size, a time. */
import { textForm, type Form } from './forms.js';

/** A limit of requests for each window of time and sandbox. */
export interface QuotaValue {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** `1000/60s`, `off`, or in a program `{limit, windowSeconds}`. */
export const quota: Form<QuotaValue | 'off', QuotaValue | string> = {
  must: 'requests per seconds such as 1000/60s, or off',
  read: readQuota,
  accept: (value) => (typeof value === 'string' ? readQuota(value) : quotaOf(value)),
  schema: { type: 'string', pattern: '^(off|[0-9]{1,9}/[0-9]{1,6}s?)$' },
};

function readQuota(given: string): QuotaValue | 'off' | undefined {
  if (given === 'off') return given;
  const [, limit, window] = /^(\d{1,9})\/(\d{1,6})s?$/.exec(given) ?? [];
  return limit === undefined ? undefined : quotaOf({ limit: Number(limit), windowSeconds: Number(window) });
}

function quotaOf(value: unknown): QuotaValue | undefined {
  const { limit, windowSeconds, ...rest } = (value ?? {}) as Partial<QuotaValue>;
  const isQuota =
    isWhole(limit, 0, 999_999_999) && isWhole(windowSeconds, 1, 999_999) && Object.keys(rest).length === 0;
  return isQuota ? { limit, windowSeconds } : undefined;
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

/** Requests a second: `10`, or `30/60s` for 30 a minute. */
export const rate: Form<number, number | `${number}/${number}s`> = {
  must: 'requests a second such as 10, or requests in a time such as 30/60s',
  read: readRate,
  accept: (value) =>
    typeof value === 'string'
      ? readRate(value)
      : typeof value === 'number' && value > 0 && value <= 100_000
        ? value
        : undefined,
  schema: {
    anyOf: [
      { type: 'number', exclusiveMinimum: 0, maximum: 100_000 },
      { type: 'string', pattern: '^[0-9]{1,6}(/[0-9]{1,6}s)?$' },
    ],
  },
};

function readRate(given: string): number | undefined {
  const [, requests, seconds = '1'] = /^(\d{1,6})(?:\/(\d{1,6})s)?$/.exec(given) ?? [];
  const perSecond = Number(requests) / Number(seconds);
  return perSecond > 0 && perSecond <= 100_000 ? perSecond : undefined;
}

const units = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const;

/** A memory budget in bytes, as a text. A mock that holds less forgets what a single request brings. */
export const memory: Form<string> = textForm(
  'a size of at least 16MB such as 256MB or 1GB',
  (given) => ((bytesOf(given) ?? 0) >= 16 * units.MB ? given : undefined),
  { pattern: '^[0-9]{1,9}([kK]|[mM]|[gG])[bB]$' },
);

/** Bytes of a size such as 256MB, in powers of 1024. */
export function bytesOf(size: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,9})(KB|MB|GB)$/i.exec(size) ?? [];
  return number === undefined ? undefined : Number(number) * units[unit.toUpperCase() as keyof typeof units];
}

const unitsMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A time in milliseconds, up to 24 days. */
export const duration = textForm('a time such as 90s, 10m or 2h', (given) => {
  const [, count, unit] = /^(\d{1,6})(ms|s|m|h)$/.exec(given) ?? [];
  const time = Number(count) * unitsMs[(unit ?? 'ms') as keyof typeof unitsMs];
  return time > 0 && time < 2 ** 31 ? time : undefined;
});
