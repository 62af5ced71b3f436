import { packageFile } from '../contract/package-root.js';

/**
 * Loads a package outside of Jest's modules: once in a worker instead of once in each test file, and in the realm of Node itself,
 * where it runs faster. For tools of tests alone: its errors and arrays are those of another realm.
 */
export function sharedPackage(name: string): unknown {
  return process.getBuiltinModule('node:module').createRequire(packageFile('package.json'))(name);
}
