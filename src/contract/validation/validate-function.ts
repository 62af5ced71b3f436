/** A schema compiled by Ajv, and its errors. */
export type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
