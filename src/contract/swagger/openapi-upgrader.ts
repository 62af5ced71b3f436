/** Turns Swagger 2.0 into OpenAPI 3.0. The built package holds it (src/build/bundle.mjs). */
export { upgrade } from '@scalar/openapi-upgrader';
