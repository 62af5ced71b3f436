import { levels } from '../conformance/level.js';
import type { Level } from '../conformance/level.js';
import { reportNames } from '../reports/registry.js';
import { checkOptions } from './check-options.js';
import type { CodeOptions } from './check-options.js';
import { rate } from './forms/amounts.js';
import { oneOf, percent, seed, wholeNumber } from './forms/forms.js';
import { credential, header } from './forms/pairs.js';
import { mockOptions } from './mock-options.js';
import type { OptionTable } from './option.js';

/** The options of a run of the suite: of `drydock verify`, `verify` and the targets in the configuration file. */
export const verifyOptions = {
  key: {
    value: 'K',
    help: 'a valid key of the target; DRYDOCK_KEY or --key-file keeps it off the command line',
    secret: true,
  },
  'key-file': {
    value: 'F',
    help: 'file whose first line is the valid key',
    isPath: true,
    elsewhere: 'file',
  },
  'expired-key': {
    value: 'K',
    help: 'an expired key, which must get 401 everywhere',
    secret: true,
  },
  'limited-key': {
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
  header: {
    value: "'N: V'",
    help: 'sent with every request; may be given several times',
    form: header,
    name: 'headers',
    many: true,
    noEnv: true,
    secret: true,
  },
  spec: {
    value: 'F',
    help: 'OpenAPI 3.0 to 3.2 or Swagger 2.0 document to check against: a file or an https address; PREFIX=FILE, several times, for several on one server',
    defaultText: "the service's own",
    many: true,
    isPath: true,
  },
  overlay: {
    value: 'F',
    help: 'OpenAPI overlay to apply to the document; may be given several times',
    name: 'overlays',
    many: true,
    isPath: true,
  },
  'spec-root': mockOptions.specRoot,
  level: {
    value: 'L',
    help: 'weakest level that fails: must, should or assumed',
    form: oneOf(levels),
    default: 'must',
  },
  only: {
    value: 'GLOB',
    help: 'only rules, cases or operations whose id matches; --list and --plan show the ids',
  },
  rerun: { value: 'F', help: 'run only what failed in this JSON report', noEnv: true, elsewhere: 'none' },
  list: { help: 'list the rules and stop', noEnv: true, elsewhere: 'none' },
  plan: { help: 'print what would be sent and send nothing', noEnv: true },
  seed: { value: 'N', help: 'same seed, same plan', form: seed, default: 1 },
  budget: {
    value: 'N',
    help: 'maximum number of cases, the most important first',
    form: wholeNumber(1, 1_000_000),
    defaultText: 'all; 2000 with --spec',
  },
  rate: {
    value: 'N',
    help: 'maximum requests per second, or 30/60s for 30 a minute',
    form: rate,
    defaultText: 'no limit',
  },
  concurrency: {
    value: 'N',
    help: 'simultaneous requests',
    form: wholeNumber(1, 256),
    default: 8,
  },
  timeout: {
    value: 'MS',
    help: 'milliseconds for one response',
    form: wholeNumber(1, 600_000),
    default: 10_000,
  },
  'max-time': {
    value: 'S',
    help: "seconds for the whole run; up to 15 times as long when the target's 429s slow it down",
    form: wholeNumber(1, 86_400),
    default: 120,
  },
  'allow-writes': {
    help: 'also send requests that may change data on the server; without it nothing is written',
  },
  'strict-http': {
    help: 'also fail for what HTTP demands and no client needs, such as Date or Allow with a 405',
  },
  'min-judged': {
    value: 'N',
    help: 'percent of the MUST rules that must be judged for a verdict',
    form: percent,
    default: 90,
  },
  'probe-rate-limit': {
    value: 'N',
    help: 'send up to N requests to reach the rate limit and check it',
    form: wholeNumber(0, 100_000),
    default: 0,
  },
  report: {
    value: 'R[=F]',
    help: reportNames.join(', '),
    name: 'reports',
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
  'expected-failures': {
    value: 'F',
    help: 'YAML list of known failures, each with reason and expiry date',
    isPath: true,
    elsewhere: 'file',
  },
} as const satisfies OptionTable;

/** Options that only a program can give, some of them as data that the command line takes as files. */
const inCode: CodeOptions = {
  ...{ contract: 'object', rules: 'object', rerun: 'object', expectedFailures: 'object', url: 'string' },
  addresses: 'object',
  ...{ auth: 'object', headers: 'object', now: 'function', signal: 'object', nameOption: 'function' },
};

const { auth: _auth, header: _header, ...inTable } = verifyOptions;

/** Options whose texts were read. */
type Checked<T> = Omit<T, 'level' | 'rate'> & {
  readonly level?: Level | undefined;
  readonly rate?: number | undefined;
};

/** Checks the options of `verify` as flags are checked. @throws OptionError */
export function checkVerifyOptions<T extends object>(options: T): Checked<T> {
  return checkOptions(inTable, options, inCode);
}
