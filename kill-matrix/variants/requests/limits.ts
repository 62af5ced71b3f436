/** Values and sizes that are refused, with one problem for each place, where the specification gives no bounds (2.4, 8). */
import {
  boxFieldsOf,
  itemFieldsOf,
  partiesOf,
  refuseAt,
  text,
  textsOf,
  topOf,
  where,
} from '../../variations/bounds.js';
import { askRates, askWith, changed, SHIPMENT } from '../../variations/requests.js';
import type { Call } from '../../reference-server/stages.js';
import { variationsOf, type Step, type Variation, type Named } from '../../variations/variation.js';

const write = variationsOf('limits', { section: '8' });

/** Refuses what is at some places of an otherwise valid body. */
function variant({
  places,
  complaint,
  ...row
}: Named & { places: (call: Call) => string[]; complaint: string; witness: Step }): Variation {
  return write({
    ...row,
    apply: refuseAt(places, complaint),
    settings: { assumedValues: false },
  });
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

const long = 'x'.repeat(256);
const fifty = Array<unknown>(51).fill(SHIPMENT.box_dimension[0]);

export default [
  variant({
    id: 'other-units-refused',
    section: '2.4',
    title: 'a weight_unit other than LBS is refused',
    places: where(topOf, /^weight_unit$/, text(/^(?!LBS$)/)),
    complaint: 'must be LBS',
    witness: askWith('weight_unit', 'KG'),
  }),
  variant({
    id: 'other-product-types-refused',
    section: '2.4',
    title: 'a product_type other than "1" is refused',
    places: where(topOf, /^product_type$/, text(/^(?!1$)/)),
    complaint: 'must be "1"',
    witness: askWith('product_type', '2'),
  }),
  variant({
    id: 'other-delivery-types-refused',
    section: '2.4',
    title: 'a delivery_type other than commercial is refused',
    places: where(topOf, /^delivery_type$/, text(/^(?!commercial$)/)),
    complaint: 'must be commercial',
    witness: askWith('delivery_type', 'residential'),
  }),
  variant({
    id: 'empty-texts-refused',
    title: 'empty texts are refused',
    places: where(textsOf, /./, text(/^$/)),
    complaint: 'must not be empty',
    witness: askWith('sender.city', ''),
  }),
  variant({
    id: 'blank-texts-refused',
    title: 'texts of spaces only are refused',
    places: where(textsOf, /./, text(/^\s*$/)),
    complaint: 'must not be blank',
    witness: askWith('sender.address', '  '),
  }),
  variant({
    id: 'countries-checked',
    section: '2.4',
    title: 'countries other than US and BD are refused',
    places: where(partiesOf, /country_code$/, text(/^(?!(US|BD)$)/)),
    complaint: 'is not served',
    witness: askWith('receiver.country_code', 'FR'),
  }),
  variant({
    id: 'zip-codes-checked',
    section: '2.4',
    title: 'a zip_code must have four or five digits',
    places: where(partiesOf, /zip_code$/, text(/^(?!\d{4,5}$)/)),
    complaint: 'must have four or five digits',
    witness: askWith('receiver.zip_code', 'SW1A 1AA'),
  }),
  variant({
    id: 'state-codes-checked',
    section: '2.4',
    title: 'a state_short_code must have two or three capitals',
    places: where(partiesOf, /state_short_code$/, text(/^(?![A-Z]{2,3}$)/)),
    complaint: 'is not a state',
    witness: askWith('receiver.state_short_code', 'Texas'),
  }),
  variant({
    id: 'long-texts-refused',
    title: 'texts over 255 characters are refused',
    places: where(textsOf, /./, text(/^[^]{256}/)),
    complaint: 'must have at most 255 characters',
    witness: askWith('sender.address', long),
  }),
  variant({
    id: 'unprintable-refused',
    title: 'control characters and emoji are refused',
    places: where(textsOf, /./, text(/[\p{Cc}\p{Cs}\u{10000}-\u{10ffff}]/u)),
    complaint: 'has characters that are not printed',
    witness: askWith('box_dimension.0.items.0.name', 'Mug 🎁'),
  }),
  variant({
    id: 'quantity-must-count',
    title: 'a quantity that is no whole number above 0 is refused',
    places: where(itemFieldsOf, /quantity$/, text(/^(?![1-9]\d{0,5}$)/)),
    complaint: 'must be a whole number',
    witness: askWith('box_dimension.0.items.0.quantity', 'two'),
  }),
  variant({
    id: 'unit-price-must-be-an-amount',
    title: 'a unit_price that is no amount is refused',
    places: where(itemFieldsOf, /unit_price$/, text(/^(?!\d{1,7}(\.\d{1,2})?$)/)),
    complaint: 'must be an amount',
    witness: askWith('box_dimension.0.items.0.unit_price', 'cheap'),
  }),
  variant({
    id: 'sizes-must-be-positive',
    title: 'box sides of 0 or less are refused',
    places: where(boxFieldsOf, /(length|width|height)$/, (side) => typeof side === 'number' && side <= 0),
    complaint: 'must be greater than 0',
    witness: askWith('box_dimension.0.width', 0),
  }),
  variant({
    id: 'sizes-are-limited',
    title: 'box sides over 120 are refused',
    places: where(boxFieldsOf, /(length|width|height)$/, (side) => typeof side === 'number' && side > 120),
    complaint: 'must be at most 120',
    witness: askWith('box_dimension.0.width', 121),
  }),
  variant({
    id: 'no-items-refused',
    title: 'a box without items is refused',
    places: where(boxFieldsOf, /items$/, isEmptyList),
    complaint: 'must not be empty',
    witness: askWith('box_dimension.0.items', []),
  }),
  variant({
    id: 'many-boxes-refused',
    title: 'more than 50 boxes are refused',
    places: where(topOf, /^box_dimension$/, (boxes) => Array.isArray(boxes) && boxes.length > 50),
    complaint: 'must have at most 50 boxes',
    witness: askRates(changed('box_dimension', fifty)),
  }),
  variant({
    id: 'heavy-refused',
    title: 'more than 150 pounds are refused',
    places: where(topOf, /^weight$/, (weight) => typeof weight === 'number' && weight > 150),
    complaint: 'must be at most 150',
    witness: askWith('weight', 151),
  }),
];
