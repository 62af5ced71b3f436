/** Content types and encodings of responses, and responses that never come (section 4, RFC 9110 and 8259). */
import { gzipSync } from 'node:zlib';
import {
  all,
  anyAnswer,
  categories,
  on,
  page,
  rewrite,
  served,
  status,
  success,
} from '../../variations/changes.js';
import { askRates, askWithout, listCategories } from '../../variations/requests.js';
import { hang, hangUp, recode, resend } from '../../variations/sending.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('transport');
const JSON_TYPE = 'application/json';
const bad = status(400);
const invalid = askWithout('sender.city');
const broken = askRates('{"weight": ');
const malformed = all(
  bad,
  served('getShippingRates', ({ body }) => body === undefined),
);

export default [
  fault({
    id: 'type-missing',
    section: '4',
    title: 'there is no Content-Type',
    foundBy: 'http/json-content-type',
    apply: recode(anyAnswer, ({ headers }) => ({
      headers: { 'Content-Length': headers['Content-Length'] ?? '0' },
    })),
    witness: listCategories,
  }),
  fault({
    id: 'body-empty-on-400',
    section: '7',
    title: 'a 400 has no body',
    foundBy: 'http/valid-json',
    apply: on(bad, page(400, JSON_TYPE, '')),
    witness: invalid,
  }),
  fault({
    id: 'gzip-cut',
    section: 'RFC 9110 8.4',
    title: 'the gzip stream is cut',
    foundBy: ['http/complete-message', 'http/valid-json'],
    apply: resend(success, (bytes) => gzipSync(bytes).subarray(0, -12), { 'Content-Encoding': 'gzip' }),
    witness: listCategories,
  }),
  fault({
    id: 'json-trailing-comma',
    section: 'RFC 8259 5',
    title: 'a comma follows the last category',
    foundOnlyBy: 'http/valid-json',
    apply: on(
      categories,
      rewrite((json) => json.replace('}]', '},]')),
    ),
    witness: listCategories,
  }),
  fault({
    id: 'hangs-up-on-malformed',
    section: '7',
    title: 'the connection closes for malformed JSON',
    foundOnlyBy: 'http/answers',
    apply: hangUp(malformed),
    witness: broken,
  }),
  fault({
    id: 'answer-never-comes-for-categories',
    section: '4.1',
    title: 'the category list is never answered',
    foundBy: 'http/answers',
    apply: hang(categories),
    witness: listCategories,
  }),
];
