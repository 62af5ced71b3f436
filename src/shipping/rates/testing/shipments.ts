/** Requests for tests: a plain one to vary, and random ones, ordinary and absurd, on all lanes. */
import { fc } from '../../../testing/properties/fast-check.js';
import type { Box, CountryCode, Party, RateRequest } from '../../types.js';
import { readZip3 } from '../geography/read-zip3.js';
import { compileTariffs } from '../tariff-book/compile-tariffs.js';
import { precompiledTariffs, tariffFolder } from '../tariff-book/precompiled-tariffs.js';
import { readTariffSource } from '../tariff-book/tariff-source.js';
import type { RateContext } from '../rate-shipment.js';

/** As the service has them: to read and check the files again takes half a second. */
export const book = compileTariffs(precompiledTariffs() ?? readTariffSource(tariffFolder), readZip3());
export const context: RateContext = {
  tariffs: book,
  seed: 1,
  sandbox: 'public',
  logoBase: 'http://127.0.0.1:4010/__drydock/logos',
};

/** One seed, so that failures repeat. */
export const property = { seed: 20_261_121, numRuns: 300 };

export function party(country: string, zip = '1205', state = 'DHA'): Party {
  return {
    address: '1 Main Street',
    state: 'Some State',
    state_short_code: state,
    city: 'Some City',
    zip_code: zip,
    country_code: country as CountryCode,
  };
}

export function box(length: number, width: number, height: number, weight: number): Box {
  return { length, width, height, weight, items: [{ name: 'Lamp', quantity: '1', unit_price: '90' }] };
}

/** One box of 4 lb from New York to Chicago, to a business, by default. */
export function request(change: Partial<RateRequest> = {}): RateRequest {
  const boxes = change.box_dimension ?? [box(12, 9, 5, 4)];
  return {
    box_dimension: boxes,
    product_type: '1',
    weight: boxes.reduce((sum, { weight }) => sum + weight, 0),
    weight_unit: 'LBS',
    sender: party('US', '10118', 'NY'),
    receiver: party('US', '60606', 'IL'),
    delivery_type: 'commercial',
    ...change,
  };
}

const hundredths = (most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 1, max: most * 100 }).map((parts) => parts / 100);
const items = fc.array(
  fc.record({
    name: fc.constantFrom('Lamp', 'Shoes', 'Book', 'Mug'),
    quantity: fc.integer({ min: 1, max: 9 }).map(String),
    unit_price: fc.integer({ min: 0, max: 20_000 }).map((cents) => (cents / 100).toFixed(2)),
  }),
  { minLength: 1, maxLength: 4 },
);
const ordinaryBox = fc.record({
  length: hundredths(60),
  width: hundredths(40),
  height: hundredths(40),
  weight: hundredths(80),
  items,
});
const positive = fc.double({ min: 5e-324, max: Number.MAX_VALUE, noNaN: true });
const absurdBox = fc.record({ length: positive, width: positive, height: positive, weight: positive, items });
const zip = fc.integer({ min: 0, max: 99_999 }).map((number) => String(number).padStart(5, '0'));
const state = fc.constantFrom('NY', 'CA', 'AK', 'ZZ', 'tx');
const country = fc.oneof(
  { weight: 2, arbitrary: fc.constant('US') },
  { weight: 1, arbitrary: fc.constantFrom(...book.world.countries.keys()) },
);
export const anyParty = fc
  .tuple(country, zip, state)
  .map(([code, zipCode, short]) => party(code, zipCode, short));
export const usParty = fc.tuple(zip, state).map(([zipCode, short]) => party('US', zipCode, short));

function requestsOf(
  boxes: fc.Arbitrary<Box[]>,
  unit: fc.Arbitrary<'LBS' | 'KG'>,
  total: fc.Arbitrary<number>,
) {
  return fc.record<RateRequest>({
    box_dimension: boxes,
    product_type: fc.constantFrom('1', '2', '3'),
    weight: total,
    weight_unit: unit,
    sender: anyParty,
    receiver: anyParty,
    delivery_type: fc.constantFrom('commercial', 'residential'),
  });
}

const ordinaryBoxes = fc.array(ordinaryBox, { minLength: 1, maxLength: 5 });
export const ordinary = requestsOf(ordinaryBoxes, fc.constantFrom('LBS', 'KG'), hundredths(200));
export const ordinaryInPounds = requestsOf(ordinaryBoxes, fc.constant('LBS'), hundredths(200));
export const absurd = requestsOf(
  fc.array(fc.oneof(ordinaryBox, absurdBox), { minLength: 1, maxLength: 5 }),
  fc.constantFrom('LBS', 'KG'),
  positive,
);
export const any = fc.oneof(ordinary, absurd);
