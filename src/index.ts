/** The public API of the package: the shipping service is put into the server here. Nothing inside imports this file. */
import type { ExpectedFailure } from './conformance/run/expected-failures.js';
import type { Rerun, VerifyOptions as ConformanceOptions } from './conformance/run/options.js';
import type { Contract } from './contract/contract.js';
import type { Comparison, FailOn } from './diff/diff-documents.js';
import type { ExpectedChange } from './diff/expected-changes.js';
import type { ConformanceEvent } from './conformance/events.js';
import * as server from './server/create-server.js';
import type { DrydockApp, DrydockServer } from './server/create-server.js';
import type { ServerOptions as AnyServerOptions } from './server/options.js';
import { OptionError } from './contract/option-error.js';
import { asOptions, namingOptions } from './options/as-options.js';
import { mockFlags } from './options/mock-options.js';
import type { GivenOptions } from './options/option-types.js';
import { startOptionsOf } from './options/start-options.js';
import type { verifyOptions } from './options/verify-options.js';
import { comparerFor } from './document-comparer.js';
import { suiteFor } from './suite-runner.js';
import { loadShippingContract, shippingService, type ShippingOptions } from './shipping/shipping-service.js';

/** The setup of a mock; every part has a default. The service is the shipping service unless another one is given. */
export type ServerOptions = Omit<AnyServerOptions, 'naming' | 'startOptions'> & ShippingOptions;

/** Starts a mock and waits until it listens. @throws what `createServer` of the server throws, one sentence each */
export function createServer(options: ServerOptions = {}): Promise<DrydockServer> {
  return namingOptions(mockFlags, () => server.createServer(withService(options)));
}

/** Makes the Express application of a mock without listening. @throws as `createServer` */
export function createApp(options: ServerOptions = {}): Promise<DrydockApp> {
  return namingOptions(mockFlags, () => server.createApp(withService(options)));
}

function withService({ tariffs, ...options }: ServerOptions): AnyServerOptions {
  const { service, extend } = options;
  const startOptions = service || extend ? undefined : startOptionsOf({ ...options, tariffs });
  return { service: shippingService({ tariffs }), ...withSuite(options), startOptions };
}

/** The page can run the suite against the documents that are served, and compare them with others. */
function withSuite(options: AnyServerOptions): AnyServerOptions {
  const naming = (sentence: string): string => asOptions(sentence, mockFlags);
  return { suite: suiteFor(options), compare: comparerFor(options), ...options, naming };
}

type SuiteOptions = GivenOptions<typeof verifyOptions>;
type GivenInCode = Exclude<keyof ConformanceOptions, Exclude<keyof SuiteOptions, 'auth' | 'headers'>>;

/** The options of `verify`, under the names of the flags. The contract is the shipping service's unless another one is given. */
export interface VerifyOptions
  extends
    Omit<SuiteOptions, 'auth' | 'headers'>,
    Omit<
      Pick<ConformanceOptions, GivenInCode>,
      'contract' | 'timeoutMs' | 'maxTimeSeconds' | 'beganAt' | 'planOnly'
    > {
  /** The contract that the target is checked against, from `loadContract`. */
  readonly contract?: Contract | undefined;
}

/**
 * Judges a target against a contract, and yields what it finds as it goes. The suite is loaded at the first call. What a
 * target sends is bounded, but it is judged in the calling thread: only the command ends a run that hangs there.
 *
 * @throws OptionError for an unknown option, or a value that can't be used
 */
export async function* verify(options: VerifyOptions): AsyncGenerator<ConformanceEvent> {
  const [suite, { checkVerifyOptions }] = await Promise.all([
    import('./conformance/run/verify.js'),
    import('./options/verify-options.js'),
  ]);
  const { spec, overlays, specRoot, timeout, maxTime, plan, ...rest } = checkVerifyOptions(options);
  yield* suite.verify({
    ...rest,
    contract: rest.contract ?? (await contractOf(spec, overlays, specRoot)),
    ...{ timeoutMs: timeout, maxTimeSeconds: maxTime, planOnly: plan },
  });
}

/**
 * Reads a list of expected failures for `verify`, YAML or JSON: `[{rule, operation?, reason, expires?}]`.
 *
 * @throws Error naming the file, the entry and what is wrong with it
 */
export async function readExpectedFailures(file: string): Promise<ExpectedFailure[]> {
  return (await import('./conformance/run/expected-failures.js')).readExpectedFailures(file);
}

/** Reads from a JSON report what failed, for the option `rerun` of `verify`. @throws Error naming what is wrong with the file */
export async function readRerun(file: string): Promise<Rerun> {
  return (await import('./conformance/run/rerun.js')).readRerun(file);
}

/** The options of `diffDocuments`. */
export interface DiffOptions {
  /** The document that clients know: a path, an https address, or a contract from `loadContract`. */
  readonly old: string | Contract;
  /** The planned document, likewise. */
  readonly new: string | Contract;
  /** Paths of HARs or NDJSON: the traffic that weighs the changes. */
  readonly met?: readonly string[];
  /** The changes that fail: `met` by default where there is traffic, else `breaking`. */
  readonly failOn?: FailOn;
  /** From `readExpectedChanges`. */
  readonly expectedChanges?: readonly ExpectedChange[];
}

/**
 * Compares two documents by what a client can notice, and weighs each change by what recorded clients sent and got.
 *
 * @throws DocumentError for a document that can't be read, Error for a recording, one sentence each
 */
export async function diffDocuments({
  old,
  new: now,
  met = [],
  ...options
}: DiffOptions): Promise<Comparison> {
  const [{ diffDocuments: compare }, { fileRecording }] = await Promise.all([
    import('./diff/diff-documents.js'),
    import('./diff/met/recording.js'),
  ]);
  const load = (document: string | Contract) =>
    typeof document === 'string' ? contractOf([document], undefined, undefined) : document;
  const contracts = { old: await load(old), new: await load(now) };
  return compare({ ...options, ...contracts, recordings: met.map(fileRecording) });
}

/**
 * Reads a list of expected changes for `diffDocuments`, YAML or JSON: `[{change, reason, expires?}]`.
 *
 * @throws Error naming the file, the entry and what is wrong with it
 */
export async function readExpectedChanges(file: string): Promise<ExpectedChange[]> {
  return (await import('./diff/expected-changes.js')).readExpectedChanges(file);
}

async function contractOf(
  specs: readonly string[] | undefined,
  overlays: readonly string[] | undefined,
  root: string | undefined,
): Promise<Contract> {
  if (specs === undefined) {
    if (!overlays || overlays.length === 0) return loadShippingContract();
    throw new OptionError('An overlay needs a document: give the option spec as well.');
  }
  const { loadSpecs } = await import('./contract/specs/load-specs.js');
  return namingOptions(mockFlags, () => loadSpecs({ specs, overlays, root }));
}

export { loadShippingContract };
export type { ConformanceEvent, DrydockApp, DrydockServer };
export type * from './mock/service-definition.js';
export type * from './foreign/handlers/operation-handler.js';
export type { HandlerStore, StoredItems } from './foreign/handlers/handler-store.js';
export { OptionError, ScenarioError } from './server/options.js';
export { DocumentError } from './contract/document/document-error.js';
export { DataFileError } from './shipping/rates/tariff-book/data-file-error.js';
export { StoreUnavailableError } from './state/store-unavailable.js';
export type { ExpectedFailure } from './conformance/run/expected-failures.js';
export type { Change } from './diff/change.js';
export type { Comparison, ExpectedChange };
export { createReport } from './reports/registry.js';
export type { ReportName } from './reports/registry.js';
export type { Report } from './reports/report.js';
