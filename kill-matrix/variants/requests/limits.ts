/** Values and sizes that are refused, where the specification gives no bounds (2.4, 8). */
import type { Fields } from '../../reference-server/stages.js';
import {
  boxFieldsOf,
  itemFieldsOf,
  number,
  partiesOf,
  refuseFirst,
  text,
  textsOf,
  topOf,
  where,
} from '../../variations/bounds.js';
import { boxesOf } from '../../variations/calls.js';
import { askRates, askWith, changed, SHIPMENT } from '../../variations/requests.js';
import { variantsOf } from '../../variations/variation.js';

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const long = 'x'.repeat(256);
const [box] = SHIPMENT.box_dimension;
const names = ({ items }: Fields) =>
  Array.isArray(items) ? items.map((item) => (Object(item) as Fields).name) : [];

export default [
  ...variantsOf('limits', { section: '8', settings: { assumedValues: false } })({
    'empty-texts-refused': {
      title: 'empty texts are refused',
      refuses: where(textsOf, /./, text(/^$/)),
      complaint: 'must not be empty',
      witness: askWith('sender.city', ''),
    },
    'blank-texts-refused': {
      title: 'texts of spaces only are refused',
      refuses: where(textsOf, /./, text(/^\s*$/)),
      complaint: 'must not be blank',
      witness: askWith('sender.address', '  '),
    },
    'long-texts-refused': {
      title: 'texts over 255 characters are refused',
      refuses: where(textsOf, /./, text(/^[^]{256}/)),
      complaint: 'must have at most 255 characters',
      witness: askWith('sender.address', long),
    },
    'unprintable-refused': {
      title: 'control characters and emoji are refused',
      refuses: where(textsOf, /./, text(/[\p{Cc}\p{Cs}\u{10000}-\u{10ffff}]/u)),
      complaint: 'has characters that are not printed',
      witness: askWith('box_dimension.0.items.0.name', 'Mug 🎁'),
    },
    'quantity-must-count': {
      title: 'a quantity that is no whole number above 0 is refused',
      refuses: where(itemFieldsOf, /quantity$/, text(/^(?![1-9]\d{0,5}$)/)),
      complaint: 'must be a whole number',
      witness: askWith('box_dimension.0.items.0.quantity', 'two'),
    },
    'unit-price-must-be-an-amount': {
      title: 'a unit_price that is no amount is refused',
      refuses: where(itemFieldsOf, /unit_price$/, text(/^(?!\d{1,7}(\.\d{1,2})?$)/)),
      complaint: 'must be an amount',
      witness: askWith('box_dimension.0.items.0.unit_price', 'cheap'),
    },
    'sizes-must-be-positive': {
      title: 'box sides of 0 or less are refused',
      refuses: where(
        boxFieldsOf,
        /(length|width|height)$/,
        number((side) => side <= 0),
      ),
      complaint: 'must be greater than 0',
      witness: askWith('box_dimension.0.width', 0),
    },
    'no-items-refused': {
      title: 'a box without items is refused',
      refuses: where(boxFieldsOf, /items$/, isEmptyList),
      complaint: 'must not be empty',
      witness: askWith('box_dimension.0.items', []),
    },
  }),
  ...variantsOf('limits', { section: '8: value bounds are not shown', settings: { assumedValues: false } })({
    'markup-refused': {
      title: 'texts may not have angle brackets',
      refuses: (call) => textsOf(call).flatMap(([place, value]) => (/[<>]/.test(value) ? [place] : [])),
      complaint: 'must not have markup',
      witness: askWith('box_dimension.0.items.0.name', '<b>Pen</b>'),
    },
    'same-item-twice-refused': {
      title: 'no two items of a box may have one name',
      apply: refuseFirst(
        (call) =>
          boxesOf(call).flatMap((each, index) =>
            new Set(names(each)).size < names(each).length ? [`box_dimension[${index}].items`] : [],
          ),
        'An item was sent twice',
      ),
      witness: askRates(changed('box_dimension.0.items', [...(box?.items ?? []), ...(box?.items ?? [])])),
    },
    'two-boxes-at-most': {
      title: 'a shipment has two boxes at most',
      apply: refuseFirst(
        (call) => (boxesOf(call).length > 2 ? ['box_dimension'] : []),
        'No more than 2 boxes can be sent at once',
      ),
      witness: askRates(changed('box_dimension', [box, box, box])),
    },
    'twenty-boxes-at-most': {
      title: 'a shipment has twenty boxes at most',
      apply: refuseFirst(
        (call) => (boxesOf(call).length > 20 ? ['box_dimension'] : []),
        'The request is too large',
      ),
      witness: askRates(changed('box_dimension', Array<unknown>(21).fill(box))),
    },
    'two-items-at-most': {
      title: 'a box has two items at most',
      apply: refuseFirst(
        (call) => (boxesOf(call).some((each) => names(each).length > 2) ? ['items'] : []),
        'Too many goods',
      ),
      witness: askRates(changed('box_dimension.0.items', Array<unknown>(3).fill(box?.items[0]))),
    },
    'forty-pounds-at-most': {
      title: 'a shipment weighs forty pounds at most',
      apply: refuseFirst(
        where(topOf, /^weight$/, (weight) => typeof weight === 'number' && weight > 40),
        'The shipment is too heavy',
      ),
      witness: askWith('weight', 41),
    },
    'thousand-characters-at-most': {
      title: 'texts have a thousand characters at most, and nothing else is said of longer ones',
      apply: refuseFirst(
        (call) => textsOf(call).flatMap(([place, value]) => (value.length > 1000 ? [place] : [])),
        'A text is too long',
      ),
      witness: askWith('sender.address', 'x'.repeat(1001)),
    },
    'zip-codes-of-digits': {
      title: 'zip codes must be digits',
      refuses: where(partiesOf, /zip_code$/, text(/[^0-9]/)),
      complaint: 'must be digits',
      witness: askWith('sender.zip_code', 'SW1A 1AA'),
    },
    'ten-of-each-item-at-most': {
      title: 'of each item a box holds ten at most',
      refuses: where(itemFieldsOf, /quantity$/, (value) => Number(value) > 10),
      complaint: 'must not be more than 10',
      witness: askWith('box_dimension.0.items.0.quantity', '11'),
    },
  }),
  ...variantsOf('limits', { section: '2.4', settings: { assumedValues: false } })({
    'other-units-refused': {
      title: 'a weight_unit other than LBS is refused',
      refuses: where(topOf, /^weight_unit$/, text(/^(?!LBS$)/)),
      complaint: 'must be LBS',
      witness: askWith('weight_unit', 'KG'),
    },
    'other-product-types-refused': {
      title: 'a product_type other than "1" is refused',
      refuses: where(topOf, /^product_type$/, text(/^(?!1$)/)),
      complaint: 'must be "1"',
      witness: askWith('product_type', '2'),
    },
    'other-delivery-types-refused': {
      title: 'a delivery_type other than commercial is refused',
      refuses: where(topOf, /^delivery_type$/, text(/^(?!commercial$)/)),
      complaint: 'must be commercial',
      witness: askWith('delivery_type', 'residential'),
    },
    'countries-checked': {
      title: 'countries other than US and BD are refused',
      refuses: where(partiesOf, /country_code$/, text(/^(?!(US|BD)$)/)),
      complaint: 'is not served',
      witness: askWith('receiver.country_code', 'FR'),
    },
    'state-codes-checked': {
      title: 'a state_short_code must have two or three capitals',
      refuses: where(partiesOf, /state_short_code$/, text(/^(?![A-Z]{2,3}$)/)),
      complaint: 'is not a state',
      witness: askWith('receiver.state_short_code', 'Texas'),
    },
  }),
];
