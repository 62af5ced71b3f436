/** Turns Swagger 2.0 into OpenAPI 3.0. In the built package this module holds it (src/build/bundle-packages.mjs). */
export { upgrade } from '@scalar/openapi-upgrader';
