/**
 * A client's view of each scenario in scenarios/ that answers with a complete message: the statuses of its calls, what
 * stands in body and headers, and whether the document accepts it. The other tables: shipped-faults.ts, shipped-waits.ts.
 */
import { expect } from 'vitest';
import type { OperationId } from '../../shipping/operation-handler.js';

export interface SeenAnswer {
  /** The operations that it changes; the others answer normally. Default: all. */
  readonly on?: readonly OperationId[];
  /** One call after another: a forced status, `changed` for a success with a marker, `normal` for one without. */
  readonly calls: readonly SeenCall[];
  /** The text of the marker after the name, for each call that has one; default: none, or the call's number. */
  readonly steps?: readonly string[] | 'by call';
  /** Fields of the envelope of every marked call. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The raw body, where it is no envelope. */
  readonly text?: RegExp;
  /** Response headers of every marked call; null: it must not be there. */
  readonly headers?: Readonly<Record<string, RegExp | null>>;
  /** A condition on the body's data. */
  readonly data?: (data: readonly Row[]) => boolean;
  /** The break of the document, for scenarios that break it on purpose; `unseen` where no schema can say it. */
  readonly breaks?: RegExp | 'unseen';
  /** An error that any request may meet: the document has no response for it, and the envelope is that of its other errors. */
  readonly anywhere?: true;
}

export type SeenCall = number | 'changed' | 'normal';
type Row = Readonly<Record<string, unknown>>;

const rates: readonly OperationId[] = ['getShippingRates'];
const lists: readonly OperationId[] = ['listCategories', 'getShippingRates'];
const dated: readonly OperationId[] = ['listCategories', 'createOrder', 'getOrder'];

/** The envelope of an error. */
function failing(status: number, message: unknown, errors: unknown = [expect.any(String)]) {
  return { status: false, message, data: [], errors, response_code: String(status) };
}

/** Twenty calls of which these, counted from 1, answer 500. */
function failingCalls(...failed: readonly number[]): SeenCall[] {
  return Array.from({ length: 20 }, (_, index) => (failed.includes(index + 1) ? 500 : 'normal'));
}

/** Counts the different values of a field. */
function distinct(data: readonly Row[], field: string): number {
  return new Set(data.map((row) => row[field])).size;
}

const internalError = failing(500, 'Internal server error');
const invalidKey = (why: string) => failing(401, 'Invalid API key', [expect.stringContaining(why)]);
const waitOf = (seconds: number) => `Rate limit exceeded. Retry after ${seconds} seconds`;

const answeringErrors: Record<string, SeenAnswer> = {
  'bad-request': {
    calls: [400, 400],
    body: failing(400, expect.stringMatching(/not valid|could not be read/i)),
  },
  unauthorized: { calls: [401, 401], body: invalidKey('followed by a valid key') },
  'expired-key': { calls: [401, 401], body: invalidKey('the key has expired') },
  forbidden: { calls: [403, 403], body: failing(403, 'Insufficient permissions') },
  'not-found': {
    calls: [404, 404],
    body: failing(404, expect.stringMatching(/^(Resource|Order) not found$/)),
  },
  'rate-limited': {
    calls: [429, 429],
    body: failing(429, waitOf(60)),
    headers: { 'retry-after': /^60$/, ratelimit: /^"default";r=0;t=60$/ },
  },
  'server-error': { calls: [500, 500], body: internalError },
  'bad-gateway': { calls: [502, 502], body: failing(502, 'Bad Gateway'), anywhere: true },
  unavailable: {
    ...{ calls: [503, 503], body: failing(503, 'Service Unavailable'), anywhere: true },
    headers: { 'retry-after': /^2$/ },
  },
  'gateway-timeout': { calls: [504, 504], body: failing(504, 'Gateway Timeout'), anywhere: true },
  'request-timeout': { calls: [408, 408], body: failing(408, 'Request Timeout'), anywhere: true },
  unprocessable: {
    ...{ calls: [422, 422], body: failing(422, expect.stringMatching(/^Unprocessable/)), anywhere: true },
  },
  flaky: {
    calls: [500, 500, 'normal', 'normal'],
    steps: ['step 1 of 2', 'step 2 of 2'],
    body: internalError,
  },
  'rate-limited-twice': {
    calls: [429, 429, 'normal', 'normal'],
    steps: ['quota spent (step 1 of 2)', 'quota spent (step 2 of 2)'],
    body: failing(429, waitOf(1)),
    headers: { 'retry-after': /^1$/ },
  },
  intermittent: {
    // Which calls fail follows from the seed, the sandbox and the number of the call.
    calls: failingCalls(4, 12, 16),
    steps: 'by call',
    body: internalError,
  },
};

const changingLists: Record<string, SeenAnswer> = {
  'empty-categories': { on: ['listCategories'], calls: ['changed'], data: (data) => data.length === 0 },
  'no-couriers': {
    ...{ on: rates, calls: ['changed'], data: (data) => data.length === 0 },
    body: { status: true, message: 'No courier serves this shipment', errors: [] },
  },
  'one-courier': { on: rates, calls: ['changed'], data: (data) => data.length === 1 },
  'many-couriers': {
    ...{ on: rates, calls: ['changed'] },
    data: (data) => [data.length, distinct(data, 'id'), distinct(data, 'courier_name')].join() === '60,60,60',
  },
};

const breakingSuccess: Record<string, SeenAnswer> = {
  'broken-content-type': {
    calls: ['changed'],
    headers: { 'content-type': /^text\/plain$/ },
    breaks: 'unseen',
  },
  'broken-duplicate-ids': {
    ...{ on: lists, calls: ['changed'], breaks: 'unseen' },
    data: (data) => data.length >= 10 && distinct(data, 'id') < data.length,
  },
  'broken-empty-body': { calls: [200], text: /^$/, breaks: /./ },
  'broken-envelope': {
    on: ['listCategories'],
    calls: [200],
    text: /^\[\{"id":1,/,
    breaks: /must be an object/,
  },
  'broken-field-names': {
    ...{ on: lists, calls: ['changed'], breaks: /(courier_name|created_at) is required/ },
    data: (data) => data.every((row) => 'courierName' in row || 'createdAt' in row),
  },
  'broken-missing-field': {
    ...{ on: lists, calls: ['changed'], breaks: /(shipping_charge|name) is required/ },
    data: (data) => data.every((row) => !('shipping_charge' in row) && !('name' in row)),
  },
  'broken-null-list': {
    on: lists,
    calls: ['changed'],
    body: { data: null },
    breaks: /data must be an array/,
  },
  'broken-numbers': {
    ...{ on: rates, calls: ['changed'], breaks: /shipping_charge must be a number/ },
    data: (data) => data.every((row) => /^[\d.]+$/.test(row.shipping_charge as string)),
  },
  'broken-response-code': {
    ...{ calls: ['changed'], body: { response_code: expect.any(Number) }, breaks: /response_code must be/ },
  },
  'broken-status-type': { calls: ['changed'], body: { status: 'true' }, breaks: /status must be/ },
  'broken-success-flag': { calls: ['changed'], body: { status: false }, breaks: /status must be/ },
  'broken-timestamps': {
    ...{ on: dated, calls: ['changed'], breaks: /created_at must be/ },
    data: (data) => data.every((row) => row.created_at === '2026-01-15 09:30:00'),
  },
};

const breakingErrors: Record<string, SeenAnswer> = {
  'broken-empty-errors': {
    calls: [400],
    body: { errors: [] },
    breaks: /errors must have at least one element/,
  },
  'broken-errors-object': {
    ...{ calls: [400], body: { errors: { weight: ['must be greater than 0'] } } },
    breaks: /errors must be an array/,
  },
  'broken-html-error': {
    ...{ calls: [502], text: /^<html>[^]*502 Bad Gateway[^]*<\/html>\n$/, breaks: /no response 502/ },
    headers: { 'content-type': /^text\/html; charset=utf-8$/ },
  },
  'broken-null-data': { calls: [500], body: { data: null }, breaks: /data must be an array/ },
  'broken-response-code-mismatch': {
    ...{ calls: [500], body: { response_code: '200' }, breaks: /response_code must be/ },
  },
  'broken-retry-hint': {
    ...{ calls: [429], body: failing(429, 'Too many requests'), breaks: 'unseen' },
    headers: { 'retry-after': null },
  },
  'broken-stack-trace': {
    ...{ calls: [500], breaks: 'unseen' },
    body: failing(500, expect.stringMatching(/^TypeError/), [
      expect.stringContaining('/srv/app/rates.js:118'),
    ]),
  },
  'broken-validation-status': { calls: [422], body: { response_code: '422' }, breaks: /no response 422/ },
};

export const shippedAnswers: Readonly<Record<string, SeenAnswer>> = {
  ...answeringErrors,
  ...changingLists,
  ...breakingSuccess,
  ...breakingErrors,
};
