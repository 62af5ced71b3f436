/** JSONPath (RFC 9535). The built package holds it (src/build/bundle.mjs). */
export { query } from 'json-p3';
