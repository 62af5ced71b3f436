/** The public API of the package. Nothing inside imports this file. */
export { createApp, createServer } from './server/create-server.js';
export type { DrydockApp, DrydockServer } from './server/create-server.js';
export { OptionError } from './server/options.js';
export type { ServerOptions } from './server/options.js';
export { DocumentError } from './contract/load-document.js';
