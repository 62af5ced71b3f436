/** The public API of the package. Nothing inside imports this file. */
export { createApp, createServer } from './server/create-server.js';
export type { DrydockApp, DrydockServer } from './server/create-server.js';
export { OptionError, ScenarioError } from './server/options.js';
export type { ServerOptions } from './server/options.js';
export { DocumentError } from './contract/document/load-document.js';
export { DataFileError } from './shipping/rates/tariff-book/data-file-error.js';
export { StoreUnavailableError } from './state/store-unavailable.js';
export { verify } from './conformance/run/verify.js';
export type { VerifyOptions } from './conformance/run/options.js';
export type { ConformanceEvent } from './conformance/events.js';
export { createReport } from './reports/report.js';
export type { Report, ReportName } from './reports/report.js';
