/** Bodies that break servers, as bytes (one character each). */
import { gzipSync } from 'node:zlib';
import { fc } from '../properties/fast-check.js';

const numbers = ['1e400', '-1e400', '1e-400', '-0', '9007199254740993', '0.1e1', '1'.repeat(400), '-', '01'];
const texts = [
  ...['"\\ud800"', '"\\udc00x"', '"\\u0000"', '"\\u202e"'],
  ...['"%s%n%x"', '"\'; DROP TABLE orders"', '""'],
];
const objects = [
  '{"__proto__":{"weight":1}}',
  '{"constructor":{"prototype":{"weight":1}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  '{"length":-1}',
  '{"$ref":"#"}',
  '{"then":"x"}',
  '{"a":1,"a":2,"a":3}',
  '{"__proto__":null,"__proto__":[]}',
];
/** Calls of the control API. */
const calls = [
  '{"scenario":"bad-request"}',
  '{"scenario":"normal"}',
  '{"scenario":"flaky-not"}',
  '{"name":"n","scopes":["rates"]}',
  '{"sandbox":"__proto__","name":"x","expires_in":1e400}',
  '{"requests":[{"operation":"listCategories","times":1e400}]}',
  '{"requests":[{"path":{"pattern":"(a+)+$"}}],"inOrder":true,"backoff":true}',
];
const others = [
  ...['null', 'true', '[]', '{}', '[[]]', 'NaN'],
  ...['Infinity', 'undefined', "{'a':1}", '{"a":1,}', '/**/1'],
];

/** JSON texts, and what only looks like it. */
const value = fc.constantFrom(...numbers, ...texts, ...objects, ...others);

const fields = [
  ...['box_dimension', 'product_type', 'weight', 'weight_unit', 'sender', 'receiver', 'delivery_type'],
  ...['rate_id', 'reference', '__proto__', 'constructor', 'length', 'items', 'scenario', 'name', 'requests'],
];

const box =
  '{"length":1,"width":2,"height":3,"weight":4,"items":[{"name":"a","quantity":"1","unit_price":"1"}]}';
const party = (state: string, zip: string): string =>
  `{"address":"1 Way","state":"S","state_short_code":"${state}","city":"C","zip_code":"${zip}","country_code":"US"}`;

/** A rate request that is valid until a field of it is replaced. */
const almostValid = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 1 }).map((changes) => {
  const members: Record<string, string> = {
    box_dimension: `[${box}]`,
    product_type: '"1"',
    weight: '4',
    weight_unit: '"LBS"',
    sender: party('NY', '10118'),
    receiver: party('IL', '60606'),
    delivery_type: '"commercial"',
  };
  const all = [...Object.entries(members), ...Object.entries(changes)];
  return `{${all.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
});

const flat = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 4 }).map((members) => {
  const pairs = Object.entries(members).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{${pairs.join(',')}}`;
});

const json = fc.jsonValue({ maxDepth: 3 }).map((anything) => utf8(JSON.stringify(anything)));

const cut = fc.tuple(almostValid, fc.nat(2000), fc.string({ maxLength: 3 })).map(([text, at, noise]) => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + utf8(noise) + text.slice(place + noise.length);
});

const noise = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

/** Deep, long, compressed: costly to send, so they are rarer. */
const heavy = fc.constantFrom(
  '['.repeat(100_000),
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  `{"box_dimension":[${'{},'.repeat(20_000)}{}]}`,
  `{"weight":"${'x'.repeat(300_000)}"}`,
  `{${'"a":1,'.repeat(50_000)}"a":1}`,
  ' '.repeat(1_048_576),
  'x'.repeat(1_048_577),
  `{"${'k'.repeat(200_000)}":1}`,
  gzipSync(Buffer.alloc(10_000_000)).toString('latin1'),
);

const encoded = almostValid.chain((text) =>
  fc.constantFrom(
    `\xef\xbb\xbf${text}`,
    `${text.slice(0, 50)}\xff\xc0\x80${text.slice(50)}`,
    `\xed\xa0\x80${text}`,
    Buffer.from(text, 'utf16le').toString('latin1'),
    gzipSync(Buffer.from(text)).toString('latin1'),
    `PK\x03\x04${text}`,
  ),
);

export const poisonBody = fc.oneof(
  { weight: 30, arbitrary: almostValid },
  { weight: 10, arbitrary: flat },
  { weight: 5, arbitrary: fc.constantFrom(...calls) },
  { weight: 15, arbitrary: cut },
  { weight: 10, arbitrary: value },
  { weight: 8, arbitrary: json },
  { weight: 8, arbitrary: encoded },
  { weight: 8, arbitrary: noise },
  { weight: 1, arbitrary: heavy },
);

/** A text as its UTF-8 bytes, one character each. */
export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}
