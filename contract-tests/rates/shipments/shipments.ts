import { randomElement, randomInteger } from '../../../src/conformance/cases/generate/random.js';
import type { Random } from '../../../src/conformance/cases/generate/random.js';
import type { components } from '../../../src/contract/generated/openapi.js';
import { boston, chicago, dhaka, newYork, unitedStates } from './addresses.js';

type RateRequest = components['schemas']['RateRequest'];
type Box = components['schemas']['Box'];
type Item = components['schemas']['Item'];
type Party = components['schemas']['Party'];

/** A shipment that every server must rate: only values that the specification shows, and weights that add up. */
export interface Shipment {
  readonly detail: string;
  readonly title: string;
  readonly body: RateRequest;
}

const mouse: Item = { name: 'Wireless mouse', quantity: '2', unit_price: '25.50' };
const sheet: Item = { name: 'Cotton bed sheet', quantity: '3', unit_price: '32.00' };
const cable: Item = { name: 'USB cable', quantity: '10', unit_price: '4' };
const small: Box = { length: 12, width: 9, height: 5, weight: 4, items: [mouse] };
const large: Box = { length: 20, width: 14, height: 10, weight: 12, items: [sheet, cable] };

function shipment(boxes: Box[], change: Partial<RateRequest> = {}): RateRequest {
  const hundredths = boxes.reduce((sum, { weight }) => sum + Math.round(weight * 100), 0);
  return {
    box_dimension: boxes,
    product_type: '1',
    weight: hundredths / 100,
    weight_unit: 'LBS',
    sender: newYork,
    receiver: chicago,
    delivery_type: 'commercial',
    ...change,
  };
}

const named = (name: string): Box => ({ ...small, items: [{ ...mouse, name }] });
const towards = (receiver: Partial<Party>): RateRequest =>
  shipment([small], { receiver: { ...chicago, ...receiver } });

/** The shipments; the last ones are random. */
export function shipments(random: Random): Shipment[] {
  const fixed: [detail: string, title: string, body: RateRequest][] = [
    ['one-box', 'one box with one item', shipment([small])],
    ['two-boxes', 'two boxes', shipment([small, large])],
    ['three-boxes', 'three boxes', shipment([small, large, small])],
    ['three-items', 'a box with three items', shipment([{ ...large, items: [mouse, sheet, cable] }])],
    [
      'fractions',
      'sides and weight with fractions',
      shipment([{ ...small, length: 12.25, width: 9.5, height: 5.75, weight: 4.35 }]),
    ],
    ['light', 'less than a pound', shipment([{ ...small, weight: 0.5 }])],
    ['heavier', 'forty pounds', shipment([{ ...large, weight: 40 }])],
    [
      'whole-price',
      'a price without decimals',
      shipment([{ ...small, items: [{ ...mouse, unit_price: '80' }] }]),
    ],
    [
      'many-of-one',
      'a quantity of three digits',
      shipment([{ ...small, items: [{ ...cable, quantity: '120' }] }]),
    ],
    ['latin', 'a name with accents', shipment([named('Chemise d’été, crème brûlée')])],
    ['bengali', 'a name in Bengali', shipment([named('হাতে বোনা শাড়ি')])],
    ['chinese', 'a name in Chinese', shipment([named('棉质衬衫')])],
    ['quotes', 'quotes in a name', shipment([named(`O'Neill "Classic" 5\\" & more`)])],
    ['accented-address', 'an address with accents', towards({ address: '1200 Cañon Perdido Blvd, Peñón' })],
    [
      'long-name',
      'a name of 120 characters',
      shipment([named('Hand-made wooden puzzle for children '.repeat(4).slice(0, 120))]),
    ],
    ['leading-zero', 'a zip code that starts with 0', shipment([small], { receiver: boston })],
    ['cents', 'a price below one', shipment([{ ...small, items: [{ ...mouse, unit_price: '0.99' }] }])],
    ['back', 'from Bangladesh to the United States', shipment([small], { sender: dhaka, receiver: newYork })],
    ['abroad', 'from the United States to Bangladesh', shipment([small], { receiver: dhaka })],
  ];
  const drawn = Array.from({ length: 6 }, (_, index): [string, string, RateRequest] => [
    `drawn-${index + 1}`,
    'a random shipment',
    shipment(
      Array.from({ length: randomInteger(random, 1, 3) }, () => drawnBox(random)),
      { sender: randomElement(random, unitedStates), receiver: randomElement(random, unitedStates) },
    ),
  ]);
  return [...fixed, ...drawn].map(([detail, title, body]) => ({ detail, title, body }));
}

/** Valid shipments that may get no rate at all; a server may also reject their values as too large. */
export function unlikelyShipments(): Shipment[] {
  const unlikely: [detail: string, title: string, body: RateRequest][] = [
    ['heavy', 'a box of 160 pounds', shipment([{ ...large, weight: 160 }])],
    ['too-heavy', 'a box of 2,000 pounds', shipment([{ ...large, weight: 2000 }])],
    ['tons', 'a box of 500 tons', shipment([{ ...large, weight: 1_000_000 }])],
    ['too-long', 'a box of 200 feet', shipment([{ ...large, length: 2400 }])],
    [
      'remote',
      'to Antarctica',
      towards({
        address: 'McMurdo Station',
        state: 'Ross Island',
        state_short_code: 'RI',
        city: 'McMurdo',
        zip_code: '96599',
        country_code: 'AQ',
      }),
    ],
    ['between', 'inside Bangladesh', shipment([small], { sender: dhaka, receiver: dhaka })],
    ['dear', 'goods of a million', shipment([{ ...small, items: [{ ...mouse, unit_price: '1000000.00' }] }])],
    ['free', 'goods without a price', shipment([{ ...small, items: [{ ...mouse, unit_price: '0' }] }])],
    [
      'sides',
      'a box of a thousandth of an inch',
      shipment([{ ...small, length: 0.001, width: 0.001, height: 0.001 }]),
    ],
    ['feather', 'a weight of a thousandth', shipment([{ ...small, weight: 0.01 }], { weight: 0.001 })],
    ['five-boxes', 'five boxes', shipment([small, large, small, large, small])],
    ['twelve-boxes', 'twelve boxes', shipment(Array.from({ length: 12 }, () => small))],
    [
      'many-items',
      'a box with fifteen items',
      shipment([{ ...large, items: Array.from({ length: 15 }, () => sheet) }]),
    ],
    ['sum', 'a total that is not the sum of the boxes', shipment([small, large], { weight: 3 })],
  ];
  return unlikely.map(([detail, title, body]) => ({ detail, title, body }));
}

function drawnBox(random: Random): Box {
  const quarter = (low: number, high: number) => randomInteger(random, low * 4, high * 4) / 4;
  const items = Array.from({ length: randomInteger(random, 1, 3) }, () =>
    randomElement(random, [mouse, sheet, cable]),
  );
  return {
    length: quarter(6, 20),
    width: quarter(4, 16),
    height: quarter(2, 12),
    weight: quarter(1, 30),
    items,
  };
}
