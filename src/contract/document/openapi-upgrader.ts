/** Turns OpenAPI 3.0 into 3.1. In the built package this module holds it (src/build/bundle-packages.mjs). */
export { upgrade } from '@scalar/openapi-upgrader';
