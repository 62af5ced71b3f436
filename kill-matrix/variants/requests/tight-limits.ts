/** Bounds so tight that ordinary shipments meet them: texts, numbers and counts have none that are shown (section 8). */
import { itemFieldsOf, partiesOf, text, textsOf, where } from '../../variations/bounds.js';
import type { Fields } from '../../reference-server/stages.js';
import { askRates, askWith, boxesOf, changed, SHIPMENT } from '../../variations/requests.js';
import { bound } from '../../variations/value-bounds.js';

const [box] = SHIPMENT.box_dimension;
const names = ({ items }: Fields) =>
  Array.isArray(items) ? items.map((item) => (Object(item) as Fields).name) : [];

export default [
  bound(
    'country-codes-in-small-letters-refused',
    'country codes must be in capitals',
    where(partiesOf, /country_code$/, text(/^[a-z]{2}$/)),
    'must be in capitals',
    askWith('sender.country_code', 'us'),
  ),
  bound(
    'markup-refused',
    'texts may not have angle brackets',
    (call) => textsOf(call).flatMap(([place, value]) => (/[<>]/.test(value) ? [place] : [])),
    'must not have markup',
    askWith('box_dimension.0.items.0.name', '<b>Pen</b>'),
  ),
  bound(
    'same-item-twice-refused',
    'no two items of a box may have one name',
    (call) =>
      boxesOf(call).flatMap((each, index) =>
        new Set(names(each)).size < names(each).length ? [`box_dimension[${index}].items`] : [],
      ),
    'must not name an item twice',
    askRates(changed('box_dimension.0.items', [...(box?.items ?? []), ...(box?.items ?? [])])),
  ),
  bound(
    'two-boxes-at-most',
    'a shipment has two boxes at most',
    (call) => (boxesOf(call).length > 2 ? ['box_dimension'] : []),
    'must not have more than 2 boxes',
    askRates(changed('box_dimension', [box, box, box])),
  ),
  bound(
    'zip-codes-of-digits',
    'zip codes must be digits',
    where(partiesOf, /zip_code$/, text(/[^0-9]/)),
    'must be digits',
    askWith('sender.zip_code', 'SW1A 1AA'),
  ),
  bound(
    'ten-of-each-item-at-most',
    'of each item a box holds ten at most',
    where(itemFieldsOf, /quantity$/, (value) => Number(value) > 10),
    'must not be more than 10',
    askWith('box_dimension.0.items.0.quantity', '11'),
  ),
];
