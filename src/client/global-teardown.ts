/** What Jest runs as `globalTeardown` (`drydock-kit/global-teardown`). */
export { globalTeardown as default } from './global-setup.js';
