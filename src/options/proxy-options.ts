import { textForm } from './forms/form.js';
import { milliseconds, wholeNumber } from './forms/forms.js';
import { mockOptions } from './mock-options.js';
import { flagsOf } from './option.js';
import type { OptionTable } from './option.js';
import { trafficOptions } from './traffic-options.js';

/** When the mock answers instead of the target. */
export type MockOn = readonly (number | 'unreachable')[];

const mockOn = textForm<MockOn>(
  'statuses and unreachable between commas such as 404,501,unreachable',
  (given) => {
    const items = given.split(',').map((item) => item.trim());
    if (!items.every((item) => item === 'unreachable' || /^[1-5]\d\d$/.test(item))) return undefined;
    return items.map((item) => (item === 'unreachable' ? item : Number(item)));
  },
);

const unitsMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A time in milliseconds, up to 24 days. */
const duration = textForm<number>('a time such as 90s, 10m or 2h', (given) => {
  const [, count, unit] = /^(\d{1,6})(ms|s|m|h)$/.exec(given) ?? [];
  const milliseconds = Number(count) * unitsMs[(unit ?? 'ms') as keyof typeof unitsMs];
  return milliseconds > 0 && milliseconds < 2 ** 31 ? milliseconds : undefined;
});

const { workers: _, strictKeys: __, quota, ...shared } = mockOptions;

/** The options of `drydock proxy`: those of a mock where they mean the same, those of a verdict, and its own. */
export const proxyOptions = {
  ...flagsOf({ ...shared, quota: { ...quota, defaultText: 'off' } }),
  'mock-on': {
    value: 'LIST',
    help: 'the mock answers instead of these statuses of the target, or when it gives no response: 404,501,unreachable',
    form: mockOn,
    defaultText: 'never',
    elsewhere: 'none',
  },
  mock: {
    value: 'OPERATION',
    help: 'the mock answers this operation instead of the target; may be given several times',
    many: true,
    elsewhere: 'none',
  },
  timeout: {
    value: 'MS',
    help: 'time for the next byte from the target',
    form: milliseconds,
    default: 60_000,
    elsewhere: 'none',
  },
  'connect-timeout': {
    value: 'MS',
    help: 'time to connect to the target',
    form: milliseconds,
    default: 10_000,
    elsewhere: 'none',
  },
  'max-held': {
    value: 'BYTES',
    help: 'largest body to hold, judge and change; larger ones pass unjudged',
    form: wholeNumber(0, 1_073_741_824),
    default: 2_097_152,
    elsewhere: 'none',
  },
  har: { value: 'FILE', help: 'write every exchange to a HAR, without secrets', elsewhere: 'none' },
  for: {
    value: 'TIME',
    help: 'end with the verdict after this time, such as 10m',
    form: duration,
    elsewhere: 'none',
  },
  ...trafficOptions,
} as const satisfies OptionTable;
