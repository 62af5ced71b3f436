/** What Ajv compiles a schema to, and what it reports. */
export type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
