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
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('limits');

/** Refuses what is at some places of an otherwise valid body. */
function variant(
  id: string,
  section: string,
  title: string,
  places: (call: Call) => string[],
  complaint: string,
  step: Step,
): Variation {
  return write(id, section, title, refuseAt(places, complaint), step, { assumedValues: false });
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

const long = 'x'.repeat(256);
const fifty = Array<unknown>(51).fill(SHIPMENT.box_dimension[0]);

export default [
  variant(
    'other-units-refused',
    '2.4',
    'a weight_unit other than LBS is refused',
    where(topOf, /^weight_unit$/, text(/^(?!LBS$)/)),
    'must be LBS',
    askWith('weight_unit', 'KG'),
  ),
  variant(
    'other-product-types-refused',
    '2.4',
    'a product_type other than "1" is refused',
    where(topOf, /^product_type$/, text(/^(?!1$)/)),
    'must be "1"',
    askWith('product_type', '2'),
  ),
  variant(
    'other-delivery-types-refused',
    '2.4',
    'a delivery_type other than commercial is refused',
    where(topOf, /^delivery_type$/, text(/^(?!commercial$)/)),
    'must be commercial',
    askWith('delivery_type', 'residential'),
  ),
  variant(
    'empty-texts-refused',
    '8',
    'empty texts are refused',
    where(textsOf, /./, text(/^$/)),
    'must not be empty',
    askWith('sender.city', ''),
  ),
  variant(
    'blank-texts-refused',
    '8',
    'texts of spaces only are refused',
    where(textsOf, /./, text(/^\s*$/)),
    'must not be blank',
    askWith('sender.address', '  '),
  ),
  variant(
    'countries-checked',
    '2.4',
    'countries other than US and BD are refused',
    where(partiesOf, /country_code$/, text(/^(?!(US|BD)$)/)),
    'is not served',
    askWith('receiver.country_code', 'FR'),
  ),
  variant(
    'zip-codes-checked',
    '2.4',
    'a zip_code must have four or five digits',
    where(partiesOf, /zip_code$/, text(/^(?!\d{4,5}$)/)),
    'must have four or five digits',
    askWith('receiver.zip_code', 'SW1A 1AA'),
  ),
  variant(
    'state-codes-checked',
    '2.4',
    'a state_short_code must have two or three capitals',
    where(partiesOf, /state_short_code$/, text(/^(?![A-Z]{2,3}$)/)),
    'is not a state',
    askWith('receiver.state_short_code', 'Texas'),
  ),
  variant(
    'long-texts-refused',
    '8',
    'texts over 255 characters are refused',
    where(textsOf, /./, text(/^[^]{256}/)),
    'must have at most 255 characters',
    askWith('sender.address', long),
  ),
  variant(
    'unprintable-refused',
    '8',
    'control characters and emoji are refused',
    where(textsOf, /./, text(/[\p{Cc}\p{Cs}\u{10000}-\u{10ffff}]/u)),
    'has characters that are not printed',
    askWith('box_dimension.0.items.0.name', 'Mug 🎁'),
  ),
  variant(
    'quantity-must-count',
    '8',
    'a quantity that is no whole number above 0 is refused',
    where(itemFieldsOf, /quantity$/, text(/^(?![1-9]\d{0,5}$)/)),
    'must be a whole number',
    askWith('box_dimension.0.items.0.quantity', 'two'),
  ),
  variant(
    'unit-price-must-be-an-amount',
    '8',
    'a unit_price that is no amount is refused',
    where(itemFieldsOf, /unit_price$/, text(/^(?!\d{1,7}(\.\d{1,2})?$)/)),
    'must be an amount',
    askWith('box_dimension.0.items.0.unit_price', 'cheap'),
  ),
  variant(
    'sizes-must-be-positive',
    '8',
    'box sides of 0 or less are refused',
    where(boxFieldsOf, /(length|width|height)$/, (side) => typeof side === 'number' && side <= 0),
    'must be greater than 0',
    askWith('box_dimension.0.width', 0),
  ),
  variant(
    'sizes-are-limited',
    '8',
    'box sides over 120 are refused',
    where(boxFieldsOf, /(length|width|height)$/, (side) => typeof side === 'number' && side > 120),
    'must be at most 120',
    askWith('box_dimension.0.width', 121),
  ),
  variant(
    'no-boxes-refused',
    '8',
    'an empty list of boxes is refused',
    where(topOf, /^box_dimension$/, isEmptyList),
    'must not be empty',
    askWith('box_dimension', []),
  ),
  variant(
    'no-items-refused',
    '8',
    'a box without items is refused',
    where(boxFieldsOf, /items$/, isEmptyList),
    'must not be empty',
    askWith('box_dimension.0.items', []),
  ),
  variant(
    'many-boxes-refused',
    '8',
    'more than 50 boxes are refused',
    where(topOf, /^box_dimension$/, (boxes) => Array.isArray(boxes) && boxes.length > 50),
    'must have at most 50 boxes',
    askRates(changed('box_dimension', fifty)),
  ),
  variant(
    'heavy-refused',
    '8',
    'more than 150 pounds are refused',
    where(topOf, /^weight$/, (weight) => typeof weight === 'number' && weight > 150),
    'must be at most 150',
    askWith('weight', 151),
  ),
];
