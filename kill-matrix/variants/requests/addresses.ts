/** Problems that a server may find in names and addresses: which values are allowed is not shown (2.4, 8). */
import { partiesOf, refuseTogether, text, textsOf, itemFieldsOf, where } from '../../variations/bounds.js';
import { askRates, askWith, valueAt } from '../../variations/requests.js';
import type { Fields } from '../../reference-server/stages.js';
import { bound, limit } from '../../variations/value-bounds.js';

/** State codes that begin a ZIP code with this digit, for the states that most tests are about. */
const ZIP_DIGITS: Readonly<Record<string, string>> = { NY: '1', IL: '6', TX: '7', CA: '9', FL: '3', MA: '0' };
const party = (body: Fields, name: string) => valueAt(body, [name]) as Record<string, string>;
const inTheStates = (body: Fields, misfits: (party: Record<string, string>) => boolean) =>
  ['sender', 'receiver'].some(
    (name) => party(body, name).country_code === 'US' && misfits(party(body, name)),
  );

export default [
  bound({
    id: 'addresses-of-60-characters',
    title: 'an address has at most 60 characters',
    places: where(partiesOf, /address$/, text(/^[^]{61}/)),
    complaint: 'must have at most 60 characters',
    step: askWith('sender.address', 'x'.repeat(61)),
  }),
  bound({
    id: 'addresses-of-35-characters',
    title: 'an address has at most 35 characters, the line of a label',
    places: where(partiesOf, /address$/, text(/^[^]{36}/)),
    complaint: 'must have at most 35 characters',
    step: askWith('sender.address', 'x'.repeat(36)),
  }),
  bound({
    id: 'addresses-of-five-characters-or-more',
    title: 'an address has at least five characters',
    places: where(partiesOf, /address$/, text(/^[^]{0,4}$/)),
    complaint: 'must have at least 5 characters',
    step: askWith('sender.address', 'Here'),
  }),
  bound({
    id: 'addresses-need-a-number',
    title: 'an address has a house number',
    places: where(partiesOf, /address$/, text(/^\D*$/)),
    complaint: 'must have a house number',
    step: askWith('sender.address', 'Harbour Street'),
  }),
  bound({
    id: 'post-boxes-refused',
    title: 'an address that is a post box is refused',
    places: where(partiesOf, /address$/, text(/^p\.? ?o\.? box/i)),
    complaint: 'must not be a post box',
    step: askWith('receiver.address', 'PO Box 12'),
  }),
  bound({
    id: 'latin-letters-only',
    title: 'texts have characters of Latin-1 alone, which the label printer has',
    places: where(textsOf, /./, text(/[^\0-\xff]/)),
    complaint: 'has characters that cannot be printed on a label',
    step: askWith('receiver.city', 'ঢাকা'),
  }),
  bound({
    id: 'ascii-only',
    title: 'texts have ASCII alone',
    places: where(textsOf, /./, text(/[^\0-\x7f]/)),
    complaint: 'must be ASCII',
    step: askWith('receiver.city', 'Zürich'),
  }),
  bound({
    id: 'cities-without-digits',
    title: 'a city has no digits',
    places: where(partiesOf, /city$/, text(/\d/)),
    complaint: 'must have no digits',
    step: askWith('receiver.city', 'Bezirk 9'),
  }),
  bound({
    id: 'cities-of-two-letters-or-more',
    title: 'a city has at least two letters',
    places: where(partiesOf, /city$/, text(/^[^]?$/)),
    complaint: 'must have at least 2 letters',
    step: askWith('receiver.city', 'Y'),
  }),
  bound({
    id: 'line-breaks-refused',
    title: 'texts have no line breaks and tabs',
    places: where(textsOf, /./, text(/[\r\n\t]/)),
    complaint: 'must be one line',
    step: askWith('sender.address', 'Line 1\nLine 2'),
  }),
  bound({
    id: 'outer-spaces-refused',
    title: 'texts neither begin nor end with a space',
    places: where(textsOf, /./, text(/^\s|\s$/)),
    complaint: 'must not begin or end with a space',
    step: askWith('sender.city', ' Austin'),
  }),
  bound({
    id: 'item-names-of-35-characters',
    title: 'an item’s name has at most 35 characters, the line of a customs form',
    places: where(itemFieldsOf, /\.name$/, text(/^[^]{36}/)),
    complaint: 'must have at most 35 characters',
    step: askWith('box_dimension.0.items.0.name', 'x'.repeat(36)),
  }),
  bound({
    id: 'item-names-of-three-letters-or-more',
    title: 'an item’s name has at least three characters, as customs want',
    places: where(itemFieldsOf, /\.name$/, text(/^[^]{0,2}$/)),
    complaint: 'must have at least 3 characters',
    step: askWith('box_dimension.0.items.0.name', 'TV'),
  }),
  bound({
    id: 'item-names-that-say-something',
    title: 'an item may not be called "goods", "item" or "test", as customs want',
    places: where(itemFieldsOf, /\.name$/, text(/^(goods?|items?|test|gift|stuff|things?)$/i)),
    complaint: 'must say what it is',
    step: askWith('box_dimension.0.items.0.name', 'Goods'),
  }),
  bound({
    id: 'zip-codes-of-ten-characters',
    title: 'a zip_code has at most ten characters',
    places: where(partiesOf, /zip_code$/, text(/^[^]{11}/)),
    complaint: 'must have at most 10 characters',
    step: askWith('sender.zip_code', '78701-12345678'),
  }),
  bound({
    id: 'state-codes-of-three-letters',
    title: 'a state_short_code has at most three characters',
    places: where(partiesOf, /state_short_code$/, text(/^[^]{4}/)),
    complaint: 'must have at most 3 characters',
    step: askWith('sender.state_short_code', 'TEXAS'),
  }),
  bound({
    id: 'small-country-codes-refused',
    title: 'a country_code in small letters is refused',
    places: where(partiesOf, /country_code$/, text(/[^A-Z]/)),
    complaint: 'must be capital letters',
    step: askWith('sender.country_code', 'us'),
  }),
  bound({
    id: 'embargoed-countries-refused',
    title: 'a receiver in a country under embargo is refused',
    places: where(partiesOf, /^receiver.country_code$/, text(/^(KP|IR|SY|CU|RU)$/)),
    complaint: 'is not served',
    step: askWith('receiver.country_code', 'KP'),
  }),
  limit({
    id: 'zip-must-fit-the-state',
    title: 'a ZIP code of another state is refused',
    apply: refuseTogether(
      (body) =>
        inTheStates(body, ({ state_short_code = '', zip_code = '' }) => {
          const digit = ZIP_DIGITS[state_short_code];
          return digit !== undefined && !zip_code.startsWith(digit);
        }),
      'zip_code does not belong to state_short_code',
    ),
    step: askWith('sender.zip_code', '10118'),
  }),
  limit({
    id: 'state-must-fit-its-code',
    title: 'a state whose code begins with another letter is refused in the United States',
    apply: refuseTogether(
      (body) =>
        inTheStates(
          body,
          ({ state = '', state_short_code = '' }) => !state.startsWith(state_short_code.slice(0, 1)),
        ),
      'state and state_short_code are of two states',
    ),
    step: askWith('sender.state', 'Ohio'),
  }),
  limit({
    id: 'parties-must-differ',
    title: 'a shipment to the address that it comes from is refused',
    apply: refuseTogether(
      (body) =>
        party(body, 'sender').address === party(body, 'receiver').address &&
        party(body, 'sender').zip_code === party(body, 'receiver').zip_code,
      'receiver.address must differ from sender.address',
    ),
    step: askRates(),
  }),
];
