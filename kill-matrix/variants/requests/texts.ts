/** Problems that a server may find in names and addresses: which values are allowed is not shown (2.4, 8). */
import type { Fields } from '../../reference-server/stages.js';
import { itemFieldsOf, partiesOf, refuseTogether, text, textsOf, where } from '../../variations/bounds.js';
import { valueAt } from '../../variations/calls.js';
import { askWith } from '../../variations/requests.js';
import { variantsOf } from '../../variations/variation.js';

/** State codes that begin a ZIP code with this digit, for the states that most tests are about. */
const ZIP_DIGITS: Readonly<Record<string, string>> = { NY: '1', IL: '6', TX: '7', CA: '9', FL: '3', MA: '0' };
const party = (body: Fields, name: string) => valueAt(body, [name]) as Record<string, string>;
const inTheStates = (body: Fields, misfits: (party: Record<string, string>) => boolean) =>
  ['sender', 'receiver'].some(
    (name) => party(body, name).country_code === 'US' && misfits(party(body, name)),
  );

export default variantsOf('limits', {
  section: '8: value bounds are not shown',
  settings: { assumedValues: false },
})({
  'addresses-of-35-characters': {
    title: 'an address has at most 35 characters, the line of a label',
    refuses: where(partiesOf, /address$/, text(/^[^]{36}/)),
    complaint: 'must have at most 35 characters',
    witness: askWith('sender.address', 'x'.repeat(36)),
  },
  'addresses-of-five-characters-or-more': {
    title: 'an address has at least five characters',
    refuses: where(partiesOf, /address$/, text(/^[^]{0,4}$/)),
    complaint: 'must have at least 5 characters',
    witness: askWith('sender.address', 'Here'),
  },
  'addresses-need-a-number': {
    title: 'an address has a house number',
    refuses: where(partiesOf, /address$/, text(/^\D*$/)),
    complaint: 'must have a house number',
    witness: askWith('sender.address', 'Harbour Street'),
  },
  'post-boxes-refused': {
    title: 'an address that is a post box is refused',
    refuses: where(partiesOf, /address$/, text(/^p\.? ?o\.? box/i)),
    complaint: 'must not be a post box',
    witness: askWith('receiver.address', 'PO Box 12'),
  },
  'ascii-only': {
    title: 'texts have ASCII alone',
    refuses: where(textsOf, /./, text(/[^\0-\x7f]/)),
    complaint: 'must be ASCII',
    witness: askWith('receiver.city', 'Zürich'),
  },
  'cities-without-digits': {
    title: 'a city has no digits',
    refuses: where(partiesOf, /city$/, text(/\d/)),
    complaint: 'must have no digits',
    witness: askWith('receiver.city', 'Bezirk 9'),
  },
  'line-breaks-refused': {
    title: 'texts have no line breaks and tabs',
    refuses: where(textsOf, /./, text(/[\r\n\t]/)),
    complaint: 'must be one line',
    witness: askWith('sender.address', 'Line 1\nLine 2'),
  },
  'outer-spaces-refused': {
    title: 'texts neither begin nor end with a space',
    refuses: where(textsOf, /./, text(/^\s|\s$/)),
    complaint: 'must not begin or end with a space',
    witness: askWith('sender.city', ' Austin'),
  },
  'item-names-of-35-characters': {
    title: 'an item’s name has at most 35 characters, the line of a customs form',
    refuses: where(itemFieldsOf, /\.name$/, text(/^[^]{36}/)),
    complaint: 'must have at most 35 characters',
    witness: askWith('box_dimension.0.items.0.name', 'x'.repeat(36)),
  },
  'item-names-that-say-something': {
    title: 'an item may not be called "goods", "item" or "test", as customs want',
    refuses: where(itemFieldsOf, /\.name$/, text(/^(goods?|items?|test|gift|stuff|things?)$/i)),
    complaint: 'must say what it is',
    witness: askWith('box_dimension.0.items.0.name', 'Goods'),
  },
  'zip-codes-of-ten-characters': {
    title: 'a zip_code has at most ten characters',
    refuses: where(partiesOf, /zip_code$/, text(/^[^]{11}/)),
    complaint: 'must have at most 10 characters',
    witness: askWith('sender.zip_code', '78701-12345678'),
  },
  'state-codes-of-three-letters': {
    title: 'a state_short_code has at most three characters',
    refuses: where(partiesOf, /state_short_code$/, text(/^[^]{4}/)),
    complaint: 'must have at most 3 characters',
    witness: askWith('sender.state_short_code', 'TEXAS'),
  },
  'small-country-codes-refused': {
    title: 'a country_code in small letters is refused',
    refuses: where(partiesOf, /country_code$/, text(/[^A-Z]/)),
    complaint: 'must be capital letters',
    witness: askWith('sender.country_code', 'us'),
  },
  'embargoed-countries-refused': {
    title: 'a receiver in a country under embargo is refused',
    refuses: where(partiesOf, /^receiver.country_code$/, text(/^(KP|IR|SY|CU|RU)$/)),
    complaint: 'is not served',
    witness: askWith('receiver.country_code', 'KP'),
  },
  'zip-must-fit-the-state': {
    title: 'a ZIP code of another state is refused',
    apply: refuseTogether(
      (body) =>
        inTheStates(body, ({ state_short_code = '', zip_code = '' }) => {
          const digit = ZIP_DIGITS[state_short_code];
          return digit !== undefined && !zip_code.startsWith(digit);
        }),
      'zip_code does not belong to state_short_code',
    ),
    witness: askWith('sender.zip_code', '10118'),
  },
  'state-must-fit-its-code': {
    title: 'a state whose code begins with another letter is refused in the United States',
    apply: refuseTogether(
      (body) =>
        inTheStates(
          body,
          ({ state = '', state_short_code = '' }) => !state.startsWith(state_short_code.slice(0, 1)),
        ),
      'state and state_short_code are of two states',
    ),
    witness: askWith('sender.state', 'Ohio'),
  },
  'parties-must-differ': {
    title: 'a shipment to the address that it comes from is refused',
    apply: refuseTogether(
      (body) =>
        party(body, 'sender').address === party(body, 'receiver').address &&
        party(body, 'sender').zip_code === party(body, 'receiver').zip_code,
      'receiver.address must differ from sender.address',
    ),
  },
});
