/** Content-Type and Content-Encoding, without which a client cannot read a body (RFC 9110 8). */
import { gzipSync } from 'node:zlib';
import type {} from '../../reference-server/stages.js';
import { all, categories, on, status, success, withHeaders, type When } from '../../variations/changes.js';
import { listCategories, unknownPath } from '../../variations/requests.js';
import { recode, resend } from '../../variations/sending.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const fault = faultsOf('header fields', { section: 'RFC 9110 12.5.3' });
const accepts = (coding: string): Step => ({ ...listCategories, headers: { 'Accept-Encoding': coding } });
const wants =
  (test: (coding: string) => boolean): When =>
  (_, { headers }) =>
    test(String(headers['accept-encoding'] ?? ''));
const withType = (when: When, type: string) =>
  recode(when, ({ headers }) => ({ headers: { ...headers, 'Content-Type': type } }));

export default [
  fault({
    id: 'type-problem-json-on-404',
    section: '4',
    title: 'Content-Type of a 404 is application/problem+json',
    foundOnlyBy: 'http/json-content-type',
    apply: withType(status(404), 'application/problem+json'),
    witness: unknownPath,
  }),
  fault({
    id: 'coding-gzip-refused-by-client',
    title: 'answers are gzip also for a client that gives it q=0',
    foundOnlyBy: 'http/accepted-coding',
    apply: resend(
      all(
        success,
        wants((coding) => /gzip;\s*q=0(\.0+)?(,|$)/.test(coding)),
      ),
      (bytes) => gzipSync(bytes),
      { 'Content-Encoding': 'gzip' },
    ),
    witness: accepts('gzip;q=0, identity'),
  }),
  fault({
    id: 'coding-utf-8',
    section: 'RFC 9110 8.4',
    title: 'Content-Encoding is utf-8, which is no coding',
    foundBy: 'http/complete-message',
    apply: on(categories, withHeaders({ 'Content-Encoding': 'utf-8' })),
    witness: listCategories,
  }),
  fault({
    id: 'coding-gzip-twice',
    section: 'RFC 9110 8.4',
    title: 'the body is gzip twice and says so once',
    foundBy: 'http/valid-json',
    apply: resend(
      all(
        success,
        wants((coding) => coding.includes('gzip')),
      ),
      (bytes) => gzipSync(gzipSync(bytes)),
      { 'Content-Encoding': 'gzip' },
    ),
    witness: accepts('gzip'),
  }),
];
