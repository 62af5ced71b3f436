/**
 * What is used of Prism. In the built package this module is one file that holds all of it (src/build/bundle-packages.mjs):
 * a hundred packages less to install, and one file to load where there were three thousand.
 */
import generators from '@stoplight/prism-http/dist/mocker/generator/JSONSchema.js';
import { withinDeadline } from './within-deadline.js';

export { transformOas3Operations } from '@stoplight/http-spec/oas3/operation';
export { bundleTarget } from '@stoplight/json';
export { createClientFromOperations } from '@stoplight/prism-http/dist/client.js';

// Prism's generators follow whatever a schema says, and some schemas send them round for ever. Prism calls them by these
// names; should it stop doing so, the test of a schema that is endless fails.
Object.assign(generators, {
  generate: withinDeadline('a random value', generators.generate),
  generateStatic: withinDeadline('a value', generators.generateStatic),
});
