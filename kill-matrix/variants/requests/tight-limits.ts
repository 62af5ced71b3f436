/** Bounds so tight that ordinary shipments meet them: texts, numbers and counts have none that are shown (section 8). */
import { itemFieldsOf, number, partiesOf, text, textsOf, topOf, where } from '../../variations/bounds.js';
import type { Fields } from '../../reference-server/stages.js';
import { askRates, askWith, boxesOf, changed, SHIPMENT } from '../../variations/requests.js';
import { bound, boundFirst } from '../../variations/value-bounds.js';

const [box] = SHIPMENT.box_dimension;
const names = ({ items }: Fields) =>
  Array.isArray(items) ? items.map((item) => (Object(item) as Fields).name) : [];

export default [
  bound({
    id: 'country-codes-in-small-letters-refused',
    title: 'country codes must be in capitals',
    places: where(partiesOf, /country_code$/, text(/^[a-z]{2}$/)),
    complaint: 'must be in capitals',
    step: askWith('sender.country_code', 'us'),
  }),
  bound({
    id: 'markup-refused',
    title: 'texts may not have angle brackets',
    places: (call) => textsOf(call).flatMap(([place, value]) => (/[<>]/.test(value) ? [place] : [])),
    complaint: 'must not have markup',
    step: askWith('box_dimension.0.items.0.name', '<b>Pen</b>'),
  }),
  boundFirst({
    id: 'same-item-twice-refused',
    title: 'no two items of a box may have one name',
    places: (call) =>
      boxesOf(call).flatMap((each, index) =>
        new Set(names(each)).size < names(each).length ? [`box_dimension[${index}].items`] : [],
      ),
    complaint: 'An item was sent twice',
    step: askRates(changed('box_dimension.0.items', [...(box?.items ?? []), ...(box?.items ?? [])])),
  }),
  boundFirst({
    id: 'two-boxes-at-most',
    title: 'a shipment has two boxes at most',
    places: (call) => (boxesOf(call).length > 2 ? ['box_dimension'] : []),
    complaint: 'No more than 2 boxes can be sent at once',
    step: askRates(changed('box_dimension', [box, box, box])),
  }),
  boundFirst({
    id: 'twenty-boxes-at-most',
    title: 'a shipment has twenty boxes at most',
    places: (call) => (boxesOf(call).length > 20 ? ['box_dimension'] : []),
    complaint: 'The request is too large',
    step: askRates(changed('box_dimension', Array<unknown>(21).fill(box))),
  }),
  boundFirst({
    id: 'two-items-at-most',
    title: 'a box has two items at most',
    places: (call) => (boxesOf(call).some((each) => names(each).length > 2) ? ['items'] : []),
    complaint: 'Too many goods',
    step: askRates(changed('box_dimension.0.items', Array<unknown>(3).fill(box?.items[0]))),
  }),
  boundFirst({
    id: 'forty-pounds-at-most',
    title: 'a shipment weighs forty pounds at most',
    places: where(
      topOf,
      /^weight$/,
      number((weight) => weight > 40),
    ),
    complaint: 'The shipment is too heavy',
    step: askWith('weight', 41),
  }),
  boundFirst({
    id: 'thousand-characters-at-most',
    title: 'texts have a thousand characters at most, and nothing else is said of longer ones',
    places: (call) => textsOf(call).flatMap(([place, value]) => (value.length > 1000 ? [place] : [])),
    complaint: 'A text is too long',
    step: askWith('sender.address', 'x'.repeat(1001)),
  }),
  bound({
    id: 'zip-codes-of-digits',
    title: 'zip codes must be digits',
    places: where(partiesOf, /zip_code$/, text(/[^0-9]/)),
    complaint: 'must be digits',
    step: askWith('sender.zip_code', 'SW1A 1AA'),
  }),
  bound({
    id: 'ten-of-each-item-at-most',
    title: 'of each item a box holds ten at most',
    places: where(itemFieldsOf, /quantity$/, (value) => Number(value) > 10),
    complaint: 'must not be more than 10',
    step: askWith('box_dimension.0.items.0.quantity', '11'),
  }),
];
