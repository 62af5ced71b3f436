/** Which responses a variation changes. */
import type { Answer, Call, Operation } from '../reference-server/stages.js';

export type When = (answer: Answer, call: Call) => boolean;

export const anyAnswer: When = () => true;

export const success: When = ({ status }) => status < 400;

export const failure: When = ({ status }) => status >= 400;

export const badRequest: When = ({ status }) => status === 400;

export const malformed: When = (answer, { body }) => answer.status === 400 && body === undefined;

export const status =
  (wanted: number): When =>
  (answer) =>
    answer.status === wanted;

export const all =
  (...conditions: When[]): When =>
  (answer, call) =>
    conditions.every((condition) => condition(answer, call));

/** Requests of an operation that got past credentials and quota, valid or not. */
export const served =
  (operation: Operation, when: (call: Call) => boolean = () => true): When =>
  (answer, call) =>
    call.operation === operation && ![401, 403, 429].includes(answer.status) && when(call);

export const categories = all(success, served('listCategories'));

export const rates = all(success, served('getShippingRates'));

/** Every n-th request that the server gets. */
export const every =
  (n: number): When =>
  (_answer, call) =>
    call.number % n === 0;
