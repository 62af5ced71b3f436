/** JSONPath (RFC 9535). In the built package this module holds it (src/build/bundle-packages.mjs). */
export { query } from 'json-p3';
