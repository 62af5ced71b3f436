import { readBoundedFile } from '../../contract/files/read-bounded-file.js';
import type { Contract } from '../../contract/contract.js';
import { loadContract } from '../../contract/load-contract.js';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import { systemFailure } from '../../contract/system-failure.js';
import { schemeVariable } from '../../conformance/evidence/key-variables.js';
import { levels } from '../../conformance/level.js';
import type { NameOption, OptionName } from '../../conformance/option-name.js';
import { readExpectedFailures } from '../../conformance/run/expected-failures.js';
import { defaultMaxTimeSeconds } from '../../conformance/run/options.js';
import type { VerifyOptions } from '../../conformance/run/options.js';
import { readRerun } from '../../conformance/run/rerun.js';
import { nearest } from '../../contract/nearest-names.js';
import { UsageError } from '../flags.js';
import type { GivenFlags } from '../flags.js';

const maxKeyBytes = 65_536;

/** The options of a run from the flags of `drydock verify`. @throws UsageError */
export async function verifyOptions(
  given: GivenFlags,
  env: NodeJS.ProcessEnv = process.env,
): Promise<VerifyOptions> {
  const url = urlOf(given);
  const contract = await contractOf(given);
  return {
    url,
    key: keyOf(given),
    expiredKey: given.text('expired-key'),
    limitedKey: given.text('limited-key'),
    auth: authOf(given, contract, env),
    contract,
    level: choiceOf('level', given.text('level') ?? 'must', levels),
    only: given.text('only'),
    rerun: fromFile(given, 'rerun', readRerun),
    seed: given.wholeNumber('seed', 0, 0xffff_ffff),
    budget: given.wholeNumber('budget', 1, 1_000_000),
    rate: rateOf(given),
    concurrency: given.wholeNumber('concurrency', 1, 256),
    timeoutMs: given.wholeNumber('timeout', 1, 600_000),
    maxTimeSeconds: maxTimeOf(given),
    allowWrites: given.has('allow-writes'),
    strictHttp: given.has('strict-http'),
    minJudged: given.wholeNumber('min-judged', 0, 100),
    probeRateLimit: given.wholeNumber('probe-rate-limit', 0, 100_000),
    expectedFailures: fromFile(given, 'expected-failures', readExpectedFailures),
    headers: headersOf(given.texts('header')),
    planOnly: given.has('plan'),
    nameOption,
  };
}

/** The document that is checked against. @throws DocumentError when it can't be used */
export function contractOf(given: GivenFlags): Promise<Contract> {
  const spec = given.text('spec');
  return spec === undefined ? loadShippingContract() : loadContract(spec, { root: given.text('spec-root') });
}

/** The address of the target. @throws UsageError when it is missing */
export function urlOf(given: GivenFlags): string {
  const [url] = given.positionals;
  if (url !== undefined) return url;
  throw new UsageError('Say which server: drydock verify https://host/api/v1/developer --key KEY.');
}

/** Seconds that the run may last. @throws UsageError */
export function maxTimeOf(given: GivenFlags): number {
  return given.wholeNumber('max-time', 1, 86_400) ?? defaultMaxTimeSeconds;
}

/** Requests a second, of `10` or of `30/60s`. @throws UsageError */
function rateOf(given: GivenFlags): number | undefined {
  const text = given.text('rate');
  if (text === undefined || /^\d+$/.test(text)) return given.wholeNumber('rate', 1, 100_000);
  const [, requests, seconds] = /^(\d{1,6})\/(\d{1,6})s$/.exec(text) ?? [];
  if (Number(requests) > 0 && Number(seconds) > 0) return Number(requests) / Number(seconds);
  throw new UsageError(
    `--rate must be requests a second such as 10, or requests in a time such as 30/60s (got ${JSON.stringify(text)}).`,
  );
}

/** One of the choices, whatever its case. @throws UsageError */
export function choiceOf<T extends string>(flag: string, given: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice.toLowerCase() === given.toLowerCase());
  if (found !== undefined) return found;
  const all = choices.map((choice) => choice.toLowerCase()).join(', ');
  const [near] = nearest(given, choices, 1);
  const mend = near === undefined ? '' : `; did you mean ${near.toLowerCase()}?`;
  throw new UsageError(`--${flag} must be one of ${all}, got ${JSON.stringify(given)}${mend || '.'}`);
}

/** The flags of the options that the reasons and errors of a run mention. */
const optionNames: Readonly<Record<OptionName, string>> = {
  url: 'The URL',
  key: '--key, --key-file or DRYDOCK_KEY',
  auth: '--auth',
  expiredKey: '--expired-key',
  limitedKey: '--limited-key',
  level: '--level',
  only: '--only',
  budget: '--budget',
  rate: '--rate',
  maxTime: '--max-time',
  probeRateLimit: '--probe-rate-limit',
  allowWrites: '--allow-writes',
  minJudged: '--min-judged',
  rerun: '--rerun',
};

const nameOption: NameOption = (option) => optionNames[option];

function keyOf(given: GivenFlags): string | undefined {
  const firstLine = fromFile(given, 'key-file', (file) =>
    readBoundedFile(file, { maxBytes: maxKeyBytes, pipes: true }).split('\n', 1)[0]?.trim(),
  );
  return given.has('key-file') ? firstLine : given.text('key');
}

/** Credentials by security scheme: of `--auth`, or else of the scheme's variable. @throws UsageError */
function authOf(
  given: GivenFlags,
  { document }: Contract,
  env: NodeJS.ProcessEnv,
): Record<string, string> | undefined {
  const schemes = Object.keys(document.components?.securitySchemes ?? {});
  const inVariables = schemes.flatMap((name): [string, string][] => {
    const value = env[schemeVariable(name)] ?? '';
    return value === '' ? [] : [[name, value]];
  });
  const onCommandLine = given.texts('auth').map((text): [string, string] => {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name !== undefined && value !== undefined) return [name, value];
    // What was given may be a secret.
    throw new UsageError(
      "--auth must be a security scheme of the document, = and its credential, such as 'basicAuth=user:password'.",
    );
  });
  const all = [...inVariables, ...onCommandLine];
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

function headersOf(lines: readonly string[]): Record<string, string> {
  const pairs = lines.map((line) => {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x20-\x7e]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      // The value may be a secret, so only what can be no more than a name is repeated.
      const given = /^[\w-]{1,60}(?=:)/.exec(line)?.[0];
      throw new UsageError(
        `--header must be a name, a colon and a value such as 'X-Tenant: acme'${given === undefined ? '' : `; that of ${given} can't be sent`}.`,
      );
    }
    return [name, value] as const;
  });
  return Object.fromEntries(pairs);
}

/** The content of the file that a flag names. @throws UsageError when the file can't be used */
function fromFile<T>(given: GivenFlags, flag: string, read: (file: string) => T): T | undefined {
  const file = given.text(flag);
  if (file === undefined) return undefined;
  try {
    return read(file);
  } catch (cause) {
    throw new UsageError(`--${flag} can't be used: ${systemFailure(cause)}.`, { cause });
  }
}
