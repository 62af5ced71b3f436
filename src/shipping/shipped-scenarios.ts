import { packageFile } from '../contract/package-root.js';

/** The scenarios that ship with the service, and where the build writes them down. */
export const shippedScenarios = {
  folder: packageFile('scenarios'),
  precompiled: new URL('scenarios.precompiled.json', import.meta.url),
};
