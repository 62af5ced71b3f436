import { randomElement, randomInteger, type Random } from '../../../src/contract/seeded-random.js';
import type { components } from '../../../src/contract/generated/openapi.js';
import {
  abroad,
  boston,
  chicago,
  dhaka,
  newYork,
  outlyingPlaces,
  outlyingReceivers,
  unitedStates,
} from './addresses.js';

type RateRequest = components['schemas']['RateRequest'];
type Box = components['schemas']['Box'];
type Item = components['schemas']['Item'];
type Party = components['schemas']['Party'];

/** A shipment whose weights add up. */
export interface Shipment {
  readonly detail: string;
  readonly title: string;
  readonly body: RateRequest;
}

const mouse: Item = { name: 'Wireless mouse', quantity: '2', unit_price: '25.50' };
const sheet: Item = { name: 'Cotton bed sheet', quantity: '3', unit_price: '32.00' };
const cable: Item = { name: 'USB cable', quantity: '10', unit_price: '4.00' };
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

/** Texts that careless code takes for a missing field. */
const nameless = shipment([
  { ...large, items: ['null', '0'].map((name, index) => ({ ...(index === 0 ? mouse : sheet), name })) },
]);

type Row = readonly [detail: string, title: string, body: RateRequest];

/**
 * Shipments that every server rates, each by a sentence of the specification: one or more boxes (1), items as an array (2.4),
 * sides, weights as numbers (2.4), quantity and price as texts (2.4), US and BD as countries (2.4), LBS, "1" and commercial (4.2).
 * The number, size, weight and precision of boxes are not shown (8), so they are small, with one decimal at most; the last
 * ones are random.
 */
export function shipments(random: Random): Shipment[] {
  const fixed: Row[] = [
    ['one-box', 'one box with one item', shipment([small])],
    ['two-boxes', 'two boxes', shipment([small, large])],
    [
      'two-items',
      'a box with two items, from a zip code that starts with 0',
      shipment([{ ...large, items: [mouse, sheet] }], { sender: boston }),
    ],
    [
      'fractions',
      'sides and weight with a fraction',
      shipment([{ ...small, length: 12.5, width: 9.5, height: 5.5, weight: 4.5 }]),
    ],
    ['leading-zero', 'a zip code that starts with 0', shipment([small], { receiver: boston })],
    ['back', 'from Bangladesh to the United States', shipment([small], { sender: dhaka, receiver: newYork })],
    ['abroad', 'from the United States to Bangladesh', shipment([small], { receiver: dhaka })],
  ];
  const drawn = Array.from({ length: 2 }, (_, index): Row => {
    const sender = randomElement(random, unitedStates);
    const others = unitedStates.filter((party) => party !== sender);
    const boxes = Array.from({ length: randomInteger(random, 1, 2) }, () => drawnBox(random));
    return [
      `drawn-${index + 1}`,
      'a random shipment',
      shipment(boxes, { sender, receiver: randomElement(random, others) }),
    ];
  });
  return [...fixed, ...drawn].map(toShipment);
}

/** Ordinary shipments whose values no sentence grants: bounds, lengths and forms are not shown (8). */
export function unstatedShipments(): Shipment[] {
  const rows: Row[] = [
    ['like-nothing', 'an item that is called "null" and one that is called "0"', nameless],
    [
      'hundredths',
      'sides and weight with two decimals',
      shipment([{ ...small, length: 12.25, width: 9.5, height: 5.75, weight: 4.35 }]),
    ],
    ['light', 'less than a pound', shipment([{ ...small, weight: 0.5 }])],
    ['heavier', 'fifty pounds', shipment([{ ...large, weight: 50 }])],
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
    ['cents', 'a price below one', shipment([{ ...small, items: [{ ...mouse, unit_price: '0.99' }] }])],
  ];
  return rows.map(toShipment);
}

const documents: Row = [
  'documents',
  'documents inside the United States',
  shipment([small], { product_type: '3' }),
];

/** Shipments of other kinds than the documented one: heavy, abroad, in other units, for other receivers, of several boxes. */
export function variedShipments(): Shipment[] {
  const rows: Row[] = [
    ['heavy', 'two heavy boxes', shipment([{ ...large, weight: 30 }, large])],
    ['kilograms', 'a shipment in kilograms', shipment([small], { weight_unit: 'KG' })],
    ['abroad', 'a shipment abroad', shipment([small], { sender: newYork, receiver: dhaka })],
    [
      'home',
      'a personal shipment to a home',
      shipment([small], { product_type: '2', delivery_type: 'residential' }),
    ],
    documents,
  ];
  return rows.map(toShipment);
}

function toShipment([detail, title, body]: Row): Shipment {
  return { detail, title, body };
}

/** Valid shipments that may get no rate at all; a server may also reject their values as too large, or their places. */
export function unlikelyShipments(): Shipment[] {
  const unlikely: Row[] = [
    [
      'heavy',
      'a box of 160 pounds, to Hawaii',
      shipment([{ ...large, weight: 160 }], { receiver: outlyingReceivers.hawaii }),
    ],
    ['too-heavy', 'a box of 2,000 pounds', shipment([{ ...large, weight: 2000 }])],
    // Weights between them and beyond, which one table of a server may have and another not.
    ...[5_000, 40_000, 1_000_000, 10_000_000].map((weight): Row => [
      `weight-${weight}`,
      `a box of ${weight} pounds`,
      shipment([{ ...large, weight }]),
    ]),
    ['long', 'a box of 50 feet', shipment([{ ...large, length: 600 }])],
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
    [
      'nowhere',
      'between countries that do not exist',
      shipment([small], {
        sender: { ...newYork, country_code: 'ZZ' },
        receiver: { ...chicago, country_code: 'XX' },
      } as unknown as Partial<RateRequest>),
    ],
    ...betweenOutlyingPlaces(),
    ['between', 'inside Bangladesh', shipment([small], { sender: dhaka, receiver: dhaka })],
    [
      'dear',
      'goods of a million, to Great Britain',
      shipment([{ ...small, items: [{ ...mouse, unit_price: '1000000.00' }] }], { receiver: abroad.GB }),
    ],
    [
      'free',
      'goods without a price, from Namibia to Germany',
      shipment([{ ...small, items: [{ ...mouse, unit_price: '0' }] }], {
        sender: abroad.NA,
        receiver: abroad.DE,
      }),
    ],
    [
      'tiny',
      'a box of a thousandth of an inch and of a pound, to Alaska',
      shipment([{ ...small, length: 0.001, width: 0.001, height: 0.001, weight: 0.01 }], {
        weight: 0.001,
        receiver: outlyingReceivers.alaska,
      }),
    ],
    [
      'twelve-boxes',
      'twelve boxes, from France to Norway',
      shipment(
        Array.from({ length: 12 }, () => small),
        { sender: abroad.FR, receiver: abroad.NO },
      ),
    ],
    [
      'dear-freight',
      'ten boxes of 50 pounds, to Australia',
      shipment(
        Array.from({ length: 10 }, () => ({ ...large, length: 48, width: 38, height: 34, weight: 50 })),
        { receiver: abroad.AU },
      ),
    ],
    ['letters-abroad', 'to Canada, whose zip codes have letters', shipment([small], { receiver: abroad.CA })],
    [
      'many-items',
      'a box with fifteen items, to India',
      shipment([{ ...large, items: Array.from({ length: 15 }, () => sheet) }], { receiver: abroad.IN }),
    ],
    ...inOtherCase(),
    [
      'documents-home-kilograms',
      'documents in kilograms, to a home',
      shipment([small], { product_type: '3', delivery_type: 'residential', weight_unit: 'KG' }),
    ],
    [
      'sum',
      'a total that is not the sum of the boxes, to Japan',
      shipment([small, large], { weight: 3, receiver: abroad.JP }),
    ],
  ];
  return unlikely.map(toShipment);
}

/** Places that tables of states, zones or zip codes leave out, for shipments of every kind in turn. */
function betweenOutlyingPlaces(): Row[] {
  return outlyingPlaces.map(([sender, receiver], index) => [
    `${sender.state_short_code}-${receiver.state_short_code}`.toLowerCase(),
    `from ${sender.state} to ${receiver.state}, ${receiver.country_code}`,
    shipment([small], { sender, receiver, ...kinds[index % kinds.length] }),
  ]);
}

const kinds: readonly Partial<RateRequest>[] = [
  {},
  { weight_unit: 'KG', delivery_type: 'residential' },
  { product_type: '3' },
  { product_type: '2', weight_unit: 'KG' },
  { product_type: '2', delivery_type: 'residential' },
];

/** Codes that a server may read in any case, or reject; its tables may have them in one. */
function inOtherCase(): Row[] {
  const places = {
    sender: { ...newYork, state_short_code: 'ny', country_code: 'us' },
    receiver: { ...dhaka, state_short_code: 'Dha', country_code: 'Bd' },
  };
  const words = { weight_unit: 'Lbs', delivery_type: 'COMMERCIAL' };
  return [
    ['places-in-other-case', 'codes of places in another case', { ...shipment([small]), ...places }],
    ['words-in-other-case', 'a unit and a delivery type in another case', { ...shipment([small]), ...words }],
  ].map((row) => row as unknown as Row);
}

function drawnBox(random: Random): Box {
  const half = (low: number, high: number) => randomInteger(random, low * 2, high * 2) / 2;
  // No item twice: a server may want one entry with the sum of both.
  const first = randomElement(random, [mouse, sheet, cable]);
  const others = [mouse, sheet, cable].filter((item) => item !== first);
  const items = randomInteger(random, 1, 2) === 1 ? [first] : [first, randomElement(random, others)];
  return {
    length: half(6, 16),
    width: half(4, 14),
    height: half(2, 10),
    weight: half(1, 12),
    items,
  };
}
