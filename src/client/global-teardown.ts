/** The `globalTeardown` of Jest (`drydock-kit/global-teardown`). */
export { globalTeardown as default } from './global-setup.js';
