/** Bounds so tight that ordinary shipments meet them: texts, numbers and counts have none that are shown (section 8). */
import { itemFieldsOf, partiesOf, text, textsOf, where } from '../../variations/bounds.js';
import type { Fields } from '../../reference-server/stages.js';
import { askRates, askWith, boxesOf, changed, SHIPMENT } from '../../variations/requests.js';
import { bound } from '../../variations/value-bounds.js';

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
  bound({
    id: 'same-item-twice-refused',
    title: 'no two items of a box may have one name',
    places: (call) =>
      boxesOf(call).flatMap((each, index) =>
        new Set(names(each)).size < names(each).length ? [`box_dimension[${index}].items`] : [],
      ),
    complaint: 'must not name an item twice',
    step: askRates(changed('box_dimension.0.items', [...(box?.items ?? []), ...(box?.items ?? [])])),
  }),
  bound({
    id: 'two-boxes-at-most',
    title: 'a shipment has two boxes at most',
    places: (call) => (boxesOf(call).length > 2 ? ['box_dimension'] : []),
    complaint: 'must not have more than 2 boxes',
    step: askRates(changed('box_dimension', [box, box, box])),
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
