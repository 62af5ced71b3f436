/** Identifiers in the forms that services give them: 2.2 and 2.3 say integer or string, and no more. */
import { createHash } from 'node:crypto';
import { all, anyAnswer, categories, each, on, rates, rewrite, success } from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
import type { Fields } from '../../reference-server/stages.js';
import { variationsOf, type Apply, type Variation } from '../../variations/variation.js';

const write = variationsOf('answers');

/** Rates with other ids; `seed` is unique for each rate, `request` for each request. */
const ids = (id: (seed: string) => string, request = id): Apply =>
  on(
    rates,
    each((rate) => ({ ...rate, id: id(String(rate.id)), request_id: request(String(rate.request_id)) })),
  );
const variant = (id: string, title: string, apply: Apply): Variation =>
  write(id, '2.3: id and request_id are strings', title, apply, askRates());

const hex = (seed: string) => createHash('sha256').update(seed).digest('hex');
const uuid = (seed: string) => hex(seed).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5');
const ulid = (seed: string) => `01HM${hex(seed).slice(0, 22).toUpperCase()}`;

export default [
  variant('rate-ids-uuid', 'ids are UUIDs', ids(uuid)),
  variant(
    'rate-ids-uuid-in-braces',
    'ids are UUIDs in capitals and braces',
    ids((seed) => `{${uuid(seed).toUpperCase()}}`),
  ),
  variant('rate-ids-ulid', 'ids are ULIDs', ids(ulid)),
  variant(
    'rate-ids-urn',
    'ids are URNs',
    ids((seed) => `urn:uuid:${uuid(seed)}`),
  ),
  variant(
    'rate-ids-url',
    'ids are URLs',
    ids((seed) => `https://api.example.com/rates/${hex(seed)}?v=1#rate`),
  ),
  variant(
    'rate-ids-base64',
    'ids are base64 with signs',
    ids((seed) => Buffer.from(hex(seed), 'hex').toString('base64')),
  ),
  variant(
    'rate-ids-of-two-kilobytes',
    'ids are tokens of two kilobytes',
    ids((seed) => hex(seed).repeat(32)),
  ),
  variant(
    'rate-ids-of-the-tariff',
    'the id of a rate is made of courier and charge, as of an entry of a tariff',
    on(
      rates,
      each((rate) => ({ ...rate, id: `${String(rate.courier_name)}-${String(rate.shipping_charge)}` })),
    ),
  ),
  variant(
    'rate-ids-with-spaces',
    'ids have spaces, slashes and percent signs',
    ids((seed) => `rate ${seed} / 100 %`),
  ),
  variant(
    'rate-ids-in-bengali',
    'ids are not ASCII',
    ids((seed) => `হার-${seed}-৭`),
  ),
  variant(
    'rate-ids-like-numbers',
    'ids are text such as 1e5 and 007',
    ids((seed) => `00${parseInt(hex(seed).slice(0, 8), 16)}e5`),
  ),
  variant(
    'rate-ids-differ-by-case',
    'ids of two rates differ by case alone',
    on(
      rates,
      each((rate, index) => ({
        ...rate,
        id: `${String(rate.request_id)}-${['abc', 'aBc', 'abC'][index] ?? index}`,
      })),
    ),
  ),
  variant(
    'rate-ids-count-within-a-response',
    'rate ids count from 1 in each response, beside a request_id of its own',
    on(
      rates,
      each((rate, index) => ({ ...rate, id: `${String(rate.request_id)}#${index + 1}` })),
    ),
  ),
  variant(
    'request-id-like-a-trace',
    'request_id is a W3C trace id',
    ids(
      (seed) => seed,
      (seed) => `00-${hex(seed).slice(0, 32)}-${hex(seed).slice(32, 48)}-01`,
    ),
  ),
  write(
    'ids-from-content',
    '2.3: an id names the rate, and the same body asks for the same rate',
    'ids are digests of the body, so the same body gets the same ids',
    on(rates, (answer, call) => ({
      ...answer,
      body: {
        ...answer.body,
        data: (answer.body.data as Fields[]).map((rate) => ({
          ...rate,
          id: hex(call.text + String(rate.courier_name)),
          request_id: hex(call.text),
        })),
      },
    })),
    askRates(),
  ),
  write(
    'category-ids-of-64-bits',
    '2.2: an integer without a bound; RFC 8259 6 gives none',
    'ids are integers of 64 bits, two of which are the same double',
    on(
      categories,
      rewrite((json) => {
        let next = 1_234_567_890_123_456_789n;
        return json.replace(/"id":\d+/g, () => `"id":${next++}`);
      }),
    ),
    listCategories,
  ),
  write(
    'category-ids-with-exponent',
    'RFC 8259 6: 1E0 is 1',
    'ids of categories are written 1E0',
    on(
      categories,
      rewrite((json) => json.replace(/"id":(\d+)/g, '"id":$1E0')),
    ),
    listCategories,
  ),
  write(
    'names-escaped',
    'RFC 8259 7: any character may be escaped',
    'the names of fields are escaped',
    on(
      anyAnswer,
      rewrite((json) => json.replace('"status":', '"\\u0073tatus":').replace('"data":', '"d\\u0061ta":')),
    ),
    listCategories,
  ),
  write(
    'white-space-around',
    'RFC 8259 2: white space before and after',
    'line breaks and tabs stand before and after the JSON and around each colon',
    on(
      anyAnswer,
      rewrite((json) => `\r\n\t ${json.replaceAll('":', '"\t:\n')}\n\n`),
    ),
    listCategories,
  ),
  write(
    'escapes-in-capitals',
    'RFC 8259 7: hexadecimal digits in any case',
    'text that is not ASCII is escaped with capitals, signs above the first plane as pairs',
    on(
      anyAnswer,
      rewrite((json) =>
        json
          .replace('Café', 'Café 🎁')
          .replace(
            /[^\0-\x7f]/g,
            (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
          ),
      ),
    ),
    listCategories,
  ),
  write(
    'fields-in-changing-order',
    'RFC 8259 4: objects have no order',
    'the order of fields changes from response to response',
    on(all(anyAnswer), (answer, call) => {
      const fields = Object.entries(answer.body);
      const turn = call.number % fields.length;
      return { ...answer, body: Object.fromEntries([...fields.slice(turn), ...fields.slice(0, turn)]) };
    }),
    listCategories,
  ),
  write(
    'envelope-with-strange-names',
    '2.1: more fields are not forbidden',
    'the envelope has fields called __proto__, constructor, a dot and nothing at all',
    on(
      anyAnswer,
      rewrite((json) =>
        json.replace(/^\{/, '{"__proto__":{"status":null},"constructor":"Api","a.b":1,"":[],"Status":"ok",'),
      ),
    ),
    listCategories,
  ),
  write(
    'envelope-with-nulls-beside',
    '2.1: more fields are not forbidden',
    'the envelope has error: null, success, code, timestamp and a page',
    on(all(success), (answer) => ({
      ...answer,
      body: {
        ...answer.body,
        ...{ error: null, success: true, code: 0, timestamp: 1_768_469_400, page: { next: null, total: 4 } },
      },
    })),
    listCategories,
  ),
];
