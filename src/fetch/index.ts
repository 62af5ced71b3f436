/**
 * A mock without a server (`drydock-kit/fetch`): the same core as a function from request to response, for browsers, service
 * workers and tests. Nothing that it reaches needs Node, and nothing is evaluated.
 */
export { createFetchHandler } from './create-fetch-handler.js';
export type { FetchHandler, InSandbox } from './create-fetch-handler.js';
export type { CompiledDocument } from './compiled-document.js';
export type * from '../foreign/handlers/operation-handler.js';
export type { HandlerStore, StoredItems } from '../foreign/handlers/handler-store.js';
export type { FetchOptions } from './fetch-options.js';
export type { Timers } from './exchange/timers.js';
export { OptionError } from '../contract/option-error.js';
export { DrydockError } from '../client/drydock-error.js';
export type { Sandbox } from '../client/sandbox.js';
