/** Generated bodies, valid and broken: never a 5xx, never an undocumented response. One seed, so that runs repeat. */
import { expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { undocumented } from '../../testing/documented.js';
import { rateRequest } from '../../testing/rate-requests.js';
import { headersWith, send, startMock } from '../../testing/mock-server.js';
import { anyCharacter } from '../../testing/properties/any-character.js';

const logged: string[] = [];
const server = await startMock({ log: (line) => logged.push(line) });
const post = (path: string, body: string | Uint8Array) =>
  send(server, 'POST', path, { headers: headersWith('dk_test_hostile'), body });

const property = { seed: 20_261_121, numRuns: 1000 };

/** Values that break servers, as JSON text. */
const poison = fc.constantFrom(
  ...['1e400', '-1e400', '1e-400', '-0', '9007199254740993', '0.1e1', '123456789012345678901234567890'],
  ...['"\\ud800"', '"\\udc00x"', '"\\u0000"', '"\\u202e"', '"%s%n"', '"\'; DROP TABLE orders"', '""', '" "'],
  ...[
    '{"__proto__":{"weight":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"toString":1}',
    '{"length":-1}',
    '{"$ref":"#"}',
  ],
  ...['null', 'true', '[]', '{}', '[[]]', '"2026-01-01"', '"NaN"', '"1e5"', '"-1"', '"9".repeat'],
  ...[
    `${'['.repeat(65)}${']'.repeat(65)}`,
    `${'{"a":'.repeat(80)}1${'}'.repeat(80)}`,
    `"${'x'.repeat(70_000)}"`,
  ],
);

const fields = [
  'box_dimension',
  'product_type',
  'weight',
  'weight_unit',
  'sender',
  'receiver',
  'delivery_type',
  'rate_id',
  'reference',
  '__proto__',
  'constructor',
];
const anyValue = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value));
const part = fc.oneof(poison, anyValue);

/** A valid rate request with some fields replaced, at the top and in the first box. */
const nearlyValid = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...fields), part, { maxKeys: 3 }),
    fc.dictionary(fc.constantFrom('length', 'width', 'height', 'weight', 'items'), part, { maxKeys: 2 }),
  )
  .map(([top, inBox]) => {
    const marked = rateRequest() as { box_dimension: Record<string, unknown>[] } & Record<string, unknown>;
    const texts: string[] = [];
    const mark = (text: string) => `\u0001${texts.push(text) - 1}\u0001`;
    for (const [name, text] of Object.entries(inBox)) marked.box_dimension[0]![name] = mark(text);
    for (const [name, text] of Object.entries(top))
      Object.defineProperty(marked, name, { value: mark(text), enumerable: true });
    return JSON.stringify(marked).replace(
      /"\\u0001(\d+)\\u0001"/g,
      (_, index: string) => texts[Number(index)] ?? '',
    );
  });

/** Unusual but valid: other sizes and weights, other texts, unknown fields. */
const odd = fc
  .record({
    weight: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
    note: fc.jsonValue(),
    city: fc.string({ minLength: 1, unit: anyCharacter }),
  })
  .map(({ weight, note, city }) => {
    const { sender, ...rest } = rateRequest({ weight, note });
    return JSON.stringify({ ...rest, sender: { ...(sender as object), city } });
  });
const broken = fc.tuple(nearlyValid, fc.nat(), fc.string({ maxLength: 3 })).map(([text, at, noise]) => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + noise + text.slice(place + noise.length);
});
const bytes = fc.oneof(
  fc.oneof(nearlyValid, odd, odd, broken, part).map((text) => Buffer.from(text)),
  nearlyValid.map((text) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(text)])),
  nearlyValid.map((text) => Buffer.concat([Buffer.from(text.slice(0, 50)), Buffer.of(0xff, 0xc0, 0x80)])),
  nearlyValid.map((text) => Buffer.from(text, 'utf16le')),
  fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)),
);

const seen = new Map<string, number>();

it.each(['getShippingRates', 'createOrder'])('%s bears a thousand bodies', async (id) => {
  const path = id === 'createOrder' ? '/create-order' : '/get-shipping-rates';
  const check = async (body: Buffer): Promise<void> => {
    const answer = await post(path, body);
    const contentType = answer.headers.get('content-type');
    const wrong = undocumented(server.mock().contract, id, { ...answer, contentType });
    // Thousands of expectations would take longer than the requests.
    if (wrong.length > 0 || answer.status >= 500) expect([answer.status, wrong]).toEqual([400, []]);
    const kind = `${id} ${answer.status}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
  };
  await fc.assert(fc.asyncProperty(bytes, check), property);
  expect(logged).toEqual([]);
});

it('the generated bodies include many valid and many invalid ones', () => {
  expect(seen.get('getShippingRates 200')).toBeGreaterThan(50);
  expect(seen.get('getShippingRates 400')).toBeGreaterThan(300);
  expect(seen.get('createOrder 400')).toBeGreaterThan(900);
});

it('no body has polluted Object.prototype', () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { weight?: unknown }).weight).toBeUndefined();
});

it.each([
  ['brackets without end', '['.repeat(50_000)],
  ['few enough to be looked at', '['.repeat(999)],
  ['fields without end', '{"a":'.repeat(20_000)],
  ['deep and whole', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
])('%s get 400', async (_, body) => {
  const answer = await post('/create-order', body);
  expect([answer.status, logged]).toEqual([400, []]);
});

it('a body of 1 MiB that is wrong everywhere gets as many errors as a response may have', async () => {
  const items = Array.from({ length: 690 }, () => ({}));
  const body = JSON.stringify({ box_dimension: Array.from({ length: 500 }, () => ({ items })) });
  const answer = await post('/get-shipping-rates', body);
  expect([answer.status, answer.json.errors.length]).toEqual([400, 1001]);
});

it.each([
  ['{\n  "a": 1,\n}', 'body must be JSON: property name expected at line 3, column 1'],
  ['{"a" 1}', 'body must be JSON: colon expected at line 1, column 6'],
  ['\uFEFF{}', 'body must be JSON: it starts with a byte order mark'],
  [`${'['.repeat(65)}${']'.repeat(65)}`, 'body must not be nested deeper than 64 levels'],
])('%j gets 400 with the exact problem', async (body, sentence) => {
  const answer = await post('/create-order', body);
  expect(answer.json.errors).toEqual([sentence]);
});
