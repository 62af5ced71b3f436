import { readBoundedFile } from '../../contract/files/read-bounded-file.js';
import type { Contract } from '../../contract/contract.js';
import { systemFailure } from '../../contract/system-failure.js';
import { schemeVariable } from '../../conformance/evidence/key-variables.js';
import type { OptionName } from '../../conformance/option-name.js';
import { readExpectedFailures } from '../../conformance/run/expected-failures.js';
import { defaultMaxTimeSeconds, type VerifyOptions } from '../../conformance/run/options.js';
import { readRerun } from '../../conformance/run/rerun.js';
import type { Pair } from '../../options/forms/forms.js';
import { kebabCase } from '../../options/option.js';
import type { ReadOptions } from '../../options/option-types.js';
import { verifyFlags, type verifyOptions as rows } from '../../options/verify-options.js';
import { contractOf } from '../commands/given-contract.js';
import { programOptions, UsageError, type GivenFlags } from '../flags.js';

const maxKeyBytes = 65_536;

/** The options of a run from the flags of `drydock verify`. @throws UsageError */
export async function verifyOptions(given: GivenFlags): Promise<VerifyOptions> {
  const url = urlOf(given);
  const contract = await contractOf(given);
  const {
    timeout,
    maxTime,
    auth,
    headers,
    plan,
    spec: _spec,
    overlays: _overlays,
    specRoot: _root,
    ...options
  } = programOptions(verifyFlags, given) as Partial<ReadOptions<typeof rows>>;
  return {
    ...options,
    url,
    contract,
    key: keyOf(given),
    auth: authOf(auth, contract, process.env),
    rerun: fromFile(given, 'rerun', readRerun),
    timeoutMs: timeout,
    maxTimeSeconds: maxTime,
    expectedFailures: fromFile(given, 'expected-failures', readExpectedFailures),
    headers: Object.fromEntries(headers ?? []),
    planOnly: plan,
    nameOption: (option) => nameOf(given, option),
  };
}

/** The address of the target. @throws UsageError when it is missing */
export function urlOf(given: GivenFlags): string {
  const [url] = given.positionals;
  if (url !== undefined) return url;
  throw new UsageError('Say which server: drydock verify https://host/api/v1/developer --key KEY.');
}

/** Seconds that the run may last. */
export function maxTimeOf(given: GivenFlags): number {
  return given.number('max-time') ?? defaultMaxTimeSeconds;
}

/** The names of options whose flags are called otherwise, for the reasons and errors of a run. */
const otherNames: Partial<Record<OptionName, string>> = {
  url: 'The URL',
  key: '--key, --key-file or DRYDOCK_KEY',
  timeoutMs: '--timeout',
};

/** The name of an option as it was given, or as it can be. */
function nameOf(given: GivenFlags, option: OptionName): string {
  const keyPlace = given.places.get('key-file') ?? given.places.get('key');
  if (option === 'key' && keyPlace !== undefined) return keyPlace;
  return given.named(otherNames[option] ?? `--${kebabCase(option)}`);
}

/** The key of the flags or of the file that they name. @throws UsageError */
export function keyOf(given: GivenFlags): string | undefined {
  const firstLine = fromFile(given, 'key-file', (file) =>
    readBoundedFile(file, { maxBytes: maxKeyBytes, pipes: true }).split('\n', 1)[0]?.trim(),
  );
  return given.has('key-file') ? firstLine : given.text('key');
}

/** Credentials by security scheme: of `--auth`, or else of the scheme's variable. @throws UsageError */
function authOf(
  given: readonly Pair[] | undefined,
  { document }: Contract,
  env: NodeJS.ProcessEnv,
): Record<string, string> | undefined {
  const schemes = Object.keys(document.components?.securitySchemes ?? {});
  const inVariables = schemes.flatMap((name): [string, string][] => {
    const value = env[schemeVariable(name)] ?? '';
    return value === '' ? [] : [[name, value]];
  });
  const all = [...inVariables, ...(given ?? [])];
  return all.length === 0 ? undefined : Object.fromEntries(all);
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
