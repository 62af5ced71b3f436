import { levels } from '../conformance/level.js';
import { reportNames } from '../reports/registry.js';
import { checkOptions, type CodeOptions } from './check-options.js';
import { rate } from './forms/amounts.js';
import { credential, header, oneOf, percent, seed, wholeNumber } from './forms/forms.js';
import { mockOptions } from './mock-options.js';
import { flagsOf, type NamedOptions } from './option.js';
import { targetTlsOptions } from './tls-options.js';
import type { ReadOptions } from './option-types.js';

/** The options of a run of the suite: of `drydock verify`, `verify` and the targets in the configuration file. */
export const verifyOptions = {
  /** A valid key: sent as `Authorization: Bearer KEY` unless the document says otherwise. */
  key: {
    value: 'K',
    help: 'a valid key of the target; DRYDOCK_KEY or --key-file keeps it off the command line',
    secret: true,
  },
  keyFile: {
    value: 'F',
    help: 'file whose first line is the valid key',
    isPath: true,
    elsewhere: 'file',
  },
  /** A key that has expired. */
  expiredKey: {
    value: 'K',
    help: 'an expired key, which must get 401 everywhere',
    secret: true,
  },
  /** A key that may not use every operation. */
  limitedKey: {
    value: 'K',
    help: 'a key with few permissions, which must never get 401, and 403 for what it may not do',
    secret: true,
  },
  auth: {
    value: 'SCHEME=V',
    help: 'credential for a security scheme of the document, user:password for HTTP Basic; may be given several times, or as DRYDOCK_AUTH_SCHEME',
    form: credential,
    many: true,
    noEnv: true,
    secret: true,
  },
  headers: {
    value: "'N: V'",
    help: 'sent with every request; may be given several times',
    form: header,
    flag: 'header',
    many: true,
    noEnv: true,
    secret: true,
  },
  /** The OpenAPI document to check against, a path or an https address, or several as PREFIX=FILE; instead of `contract`. */
  spec: {
    value: 'F',
    help: 'OpenAPI 3.0 to 3.2 or Swagger 2.0 document to check against: a file or an https address; PREFIX=FILE, several times, for several on one server',
    defaultText: "the service's own",
    many: true,
    isPath: true,
  },
  /** Paths of OpenAPI overlays, applied to that document in this order. */
  overlays: { ...mockOptions.overlays, value: 'F' },
  /** The folder whose files that document may refer to; default: the document's own. */
  specRoot: mockOptions.specRoot,
  ...targetTlsOptions,
  /** The weakest level that fails a run. Default must. */
  level: {
    value: 'L',
    help: 'weakest level that fails: must, should or assumed',
    form: oneOf(levels),
    default: 'MUST',
    defaultText: 'must',
  },
  /** Glob over rule ids, topics, case ids and operation ids; `*` stops at a slash, `**` doesn't. */
  only: {
    value: 'GLOB',
    help: 'only rules, cases or operations whose id matches; --list and --plan show the ids',
  },
  rerun: { value: 'F', help: 'run only what failed in this JSON report', noEnv: true, elsewhere: 'none' },
  list: { help: 'list the rules and stop', noEnv: true, elsewhere: 'none' },
  /** Make the plan and send nothing. */
  plan: { help: 'print what would be sent and send nothing', noEnv: true },
  /** Whole number that values are generated from: the same seed, the same requests. Default 1. */
  seed: { value: 'N', help: 'same seed, same plan', form: seed, default: 1 },
  /** Cases at most; the least informative are left out. */
  budget: {
    value: 'N',
    help: 'maximum number of cases, the most important first',
    form: wholeNumber(1, 1_000_000),
    defaultText: 'all; 2000 with --spec',
  },
  /** Requests a second at most, or `30/60s` for 30 a minute. Default: no limit. */
  rate: {
    value: 'N',
    help: 'maximum requests per second, or 30/60s for 30 a minute',
    form: rate,
    defaultText: 'no limit',
  },
  /** Requests under way at the same time, at most. Default 8. */
  concurrency: {
    value: 'N',
    help: 'simultaneous requests',
    form: wholeNumber(1, 256),
    default: 8,
  },
  /** Milliseconds until a response must be complete. Default 10,000. */
  timeout: {
    value: 'MS',
    help: 'milliseconds for one response',
    form: wholeNumber(1, 600_000),
    default: 10_000,
  },
  /** Seconds until the run ends, whatever is left; up to 15 times as long where the target's own 429s slow it down. Default 120. */
  maxTime: {
    value: 'S',
    help: "seconds for the whole run; up to 15 times as long when the target's 429s slow it down",
    form: wholeNumber(1, 86_400),
    default: 120,
  },
  /**
   * Send also what may change data on the target: any method but GET, HEAD and OPTIONS, unless the document marks the operation
   * with `x-drydock-safe: true`. Without it no such request goes to anything that may exist.
   */
  allowWrites: {
    help: 'also send requests that may change data on the server; without it nothing is written',
  },
  /** Fail a target also for what HTTP demands, practice ignores and no client needs, such as Date or Allow with a 405. */
  strictHttp: {
    help: 'also fail for what HTTP demands and no client needs, such as Date or Allow with a 405',
  },
  /** Percent of the MUST rules that must be judged for a verdict. Default 90. */
  minJudged: {
    value: 'N',
    help: 'percent of the MUST rules that must be judged for a verdict',
    form: percent,
    default: 90,
  },
  /** Give a verdict also where not all cases could be sent, about those that were. */
  partial: {
    help: 'give a verdict also where not all cases could be sent, about those that were',
  },
  /** Requests at most to find the rate limit with; 0 leaves it alone. */
  probeRateLimit: {
    value: 'N',
    help: 'send up to N requests to reach the rate limit and check it',
    form: wholeNumber(0, 100_000),
    default: 0,
  },
  reports: {
    value: 'R[=F]',
    help: reportNames.join(', '),
    flag: 'report',
    default: 'text',
    many: true,
    isPath: 'after =',
    elsewhere: 'file',
  },
  output: {
    value: 'F',
    help: 'file of the report without =F; --report may be given several times',
    defaultText: 'standard output',
    elsewhere: 'none',
  },
  expectedFailures: {
    value: 'F',
    help: 'YAML list of known failures, each with reason and expiry date',
    isPath: true,
    elsewhere: 'file',
  },
} as const satisfies NamedOptions;

export const verifyFlags = flagsOf(verifyOptions);

/** Options that only a program can give, some of them as data that the command line takes as files. */
const inCode: CodeOptions = {
  ...{ contract: 'object', rules: 'object', rerun: 'object', expectedFailures: 'object', url: 'string' },
  addresses: 'object',
  ...{ auth: 'object', headers: 'object', now: 'function', signal: 'object', nameOption: 'function' },
};

const { auth: _auth, headers: _headers, ...inTable } = verifyOptions;

/** Checks the options of `verify` as flags are checked, and reads their texts. @throws OptionError */
export function checkVerifyOptions<T extends object>(
  options: T,
): Omit<T, keyof typeof inTable> & Partial<ReadOptions<typeof inTable>> {
  return checkOptions(flagsOf(inTable), options, inCode);
}
