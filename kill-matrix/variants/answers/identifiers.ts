/** Identifiers in the forms that services give them: 2.2 and 2.3 say integer or string, and no more. */
import { createHash } from 'node:crypto';

import { each, list, rewrite } from '../../variations/changes.js';
import { all, anyAnswer, rates, success } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { type Apply, variantsOf } from '../../variations/variation.js';

/** Rates with other ids; `seed` is unique for each rate, `request` for each request. */
const ids = (id: (seed: string) => string, request = id): Apply =>
  on(
    rates,
    each((rate) => ({ ...rate, id: id(String(rate.id)), request_id: request(String(rate.request_id)) })),
  );
const hex = (seed: string) => createHash('sha256').update(seed).digest('hex');
const uuid = (seed: string) => hex(seed).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5');
const ulid = (seed: string) => `01HM${hex(seed).slice(0, 22).toUpperCase()}`;

export default variantsOf('answers', { section: '2.3: id and request_id are strings' })({
  'rate-ids-uuid': { title: 'ids are UUIDs', apply: ids(uuid) },
  'rate-ids-uuid-in-braces': {
    title: 'ids are UUIDs in capitals and braces',
    apply: ids((seed) => `{${uuid(seed).toUpperCase()}}`),
  },
  'rate-ids-ulid': { title: 'ids are ULIDs', apply: ids(ulid) },
  'rate-ids-urn': { title: 'ids are URNs', apply: ids((seed) => `urn:uuid:${uuid(seed)}`) },
  'rate-ids-url': {
    title: 'ids are URLs',
    apply: ids((seed) => `https://api.example.com/rates/${hex(seed)}?v=1#rate`),
  },
  'rate-ids-base64': {
    title: 'ids are base64 with signs',
    apply: ids((seed) => Buffer.from(hex(seed), 'hex').toString('base64')),
  },
  'rate-ids-of-two-kilobytes': {
    title: 'ids are tokens of two kilobytes',
    apply: ids((seed) => hex(seed).repeat(32)),
  },
  'rate-ids-of-the-tariff': {
    title: 'the id of a rate is made of courier and charge, as of an entry of a tariff',
    rates: each((rate) => ({
      ...rate,
      id: `${String(rate.courier_name)}-${String(rate.shipping_charge)}`,
    })),
  },
  'rate-ids-with-spaces': {
    title: 'ids have spaces, slashes and percent signs',
    apply: ids((seed) => `rate ${seed} / 100 %`),
  },
  'rate-ids-in-bengali': { title: 'ids are not ASCII', apply: ids((seed) => `হার-${seed}-৭`) },
  'rate-ids-like-numbers': {
    title: 'ids are text such as 1e5 and 007',
    apply: ids((seed) => `00${parseInt(hex(seed).slice(0, 8), 16)}e5`),
  },
  'rate-ids-differ-by-case': {
    title: 'ids of two rates differ by case alone',
    rates: each((rate, index) => ({
      ...rate,
      id: `${String(rate.request_id)}-${['abc', 'aBc', 'abC'][index] ?? index}`,
    })),
  },
  'rate-ids-count-within-a-response': {
    title: 'rate ids count from 1 in each response, beside a request_id of its own',
    rates: each((rate, index) => ({ ...rate, id: `${String(rate.request_id)}#${index + 1}` })),
  },
  'request-id-like-a-trace': {
    title: 'request_id is a W3C trace id',
    apply: ids(
      (seed) => seed,
      (seed) => `00-${hex(seed).slice(0, 32)}-${hex(seed).slice(32, 48)}-01`,
    ),
  },
  'ids-from-content': {
    section: '2.3: an id names the rate, and the same body asks for the same rate',
    title: 'ids are digests of the body, so the same body gets the same ids',
    rates: list((rates, call) =>
      rates.map((rate) => ({
        ...rate,
        id: hex(call.text + String(rate.courier_name)),
        request_id: hex(call.text),
      })),
    ),
  },
  'category-ids-of-64-bits': {
    section: '2.2: an integer without a bound; RFC 8259 6 gives none',
    title: 'ids are integers of 64 bits, two of which are the same double',
    categories: rewrite((json) => {
      let next = 1_234_567_890_123_456_789n;
      return json.replace(/"id":\d+/g, () => `"id":${next++}`);
    }),
  },
  'category-ids-with-exponent': {
    section: 'RFC 8259 6: 1E0 is 1',
    title: 'ids of categories are written 1E0',
    categories: rewrite((json) => json.replace(/"id":(\d+)/g, '"id":$1E0')),
  },
  'names-escaped': {
    section: 'RFC 8259 7: any character may be escaped',
    title: 'the names of fields are escaped',
    answers: rewrite((json) =>
      json.replace('"status":', '"\\u0073tatus":').replace('"data":', '"d\\u0061ta":'),
    ),
  },
  'white-space-around': {
    section: 'RFC 8259 2: white space before and after',
    title: 'line breaks and tabs stand before and after the JSON and around each colon',
    answers: rewrite((json) => `\r\n\t ${json.replaceAll('":', '"\t:\n')}\n\n`),
  },
  'escapes-in-capitals': {
    section: 'RFC 8259 7: hexadecimal digits in any case',
    title: 'text that is not ASCII is escaped with capitals, signs above the first plane as pairs',
    answers: rewrite((json) =>
      json
        .replace('Café', 'Café 🎁')
        .replace(
          /[^\0-\x7f]/g,
          (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
        ),
    ),
  },
  'fields-in-changing-order': {
    section: 'RFC 8259 4: objects have no order',
    title: 'the order of fields changes from response to response',
    apply: on(all(anyAnswer), (answer, call) => {
      const fields = Object.entries(answer.body);
      const turn = call.number % fields.length;
      return { ...answer, body: Object.fromEntries([...fields.slice(turn), ...fields.slice(0, turn)]) };
    }),
  },
  'envelope-with-strange-names': {
    section: '2.1: more fields are not forbidden',
    title: 'the envelope has fields called __proto__, constructor, a dot and nothing at all',
    answers: rewrite((json) =>
      json.replace(/^\{/, '{"__proto__":{"status":null},"constructor":"Api","a.b":1,"":[],"Status":"ok",'),
    ),
  },
  'envelope-with-nulls-beside': {
    section: '2.1: more fields are not forbidden',
    title: 'the envelope has error: null, success, code, timestamp and a page',
    apply: on(all(success), (answer) => ({
      ...answer,
      body: {
        ...answer.body,
        ...{
          error: null,
          success: true,
          code: 0,
          timestamp: 1_768_469_400,
          page: { next: null, total: 4 },
        },
      },
    })),
  },
});
