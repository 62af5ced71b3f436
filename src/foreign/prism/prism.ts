/**
 * What is used of Prism. In the built package this module is one file that holds all of it (src/build/bundle-packages.mjs):
 * a hundred packages less to install, and one file to load where there were three thousand.
 */
export { transformOas3Operations } from '@stoplight/http-spec/oas3/operation';
export { bundleTarget } from '@stoplight/json';
export { createClientFromOperations } from '@stoplight/prism-http/dist/client.js';
