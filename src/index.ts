/** The public API of the package: the shipping service is put into the server here. Nothing inside imports this file. */
import type { VerifyOptions as ConformanceOptions } from './conformance/run/options.js';
import type { ConformanceEvent } from './conformance/events.js';
import * as server from './server/create-server.js';
import type { DrydockApp, DrydockServer } from './server/create-server.js';
import type { ServerOptions as AnyServerOptions } from './server/options.js';
import { suiteFor } from './suite-runner.js';
import { loadShippingContract, shippingService } from './shipping/shipping-service.js';
import type { ShippingOptions } from './shipping/shipping-service.js';

/** How a mock is set up; every part has a default. The service is the shipping service unless another one is given. */
export type ServerOptions = AnyServerOptions & ShippingOptions;

/** Starts a mock and waits until it listens. @throws what `createServer` of the server throws, one sentence each */
export function createServer(options: ServerOptions = {}): Promise<DrydockServer> {
  return server.createServer(withService(options));
}

/** Makes the Express application of a mock without listening. @throws as `createServer` */
export function createApp(options: ServerOptions = {}): Promise<DrydockApp> {
  return server.createApp(withService(options));
}

function withService({ tariffs, ...options }: ServerOptions): AnyServerOptions {
  return { service: shippingService({ tariffs }), ...withSuite(options) };
}

/** The page can run the suite against the one document that is served. */
function withSuite(options: AnyServerOptions): AnyServerOptions {
  const suite = suiteFor(options);
  return suite ? { suite, ...options } : options;
}

/** What `verify` can be asked; the contract is the shipping service's unless another one is given. */
export type VerifyOptions = Omit<ConformanceOptions, 'contract'> &
  Partial<Pick<ConformanceOptions, 'contract'>>;

/**
 * Judges a target against a contract, and yields what it finds as it goes. The suite is loaded at the first call. What a
 * target sends is bounded, but it is judged in the calling thread: only the command ends a run that hangs there.
 */
export async function* verify(options: VerifyOptions): AsyncGenerator<ConformanceEvent> {
  const suite = await import('./conformance/run/verify.js');
  yield* suite.verify({ ...options, contract: options.contract ?? (await loadShippingContract()) });
}

export { loadShippingContract };
export type { ConformanceEvent, DrydockApp, DrydockServer };
export type * from './mock/service-definition.js';
export { OptionError, ScenarioError } from './server/options.js';
export { DocumentError } from './contract/document/document-error.js';
export { DataFileError } from './shipping/rates/tariff-book/data-file-error.js';
export { StoreUnavailableError, StoreUnavailableError as StoreAwayError } from './state/store-unavailable.js';
export { createReport } from './reports/registry.js';
export type { ReportName } from './reports/registry.js';
export type { Report } from './reports/report.js';
