/** What a server may find wrong with names and addresses: which values are allowed is not shown (2.4, 8). */
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
  bound(
    'addresses-of-60-characters',
    'an address has at most 60 characters',
    where(partiesOf, /address$/, text(/^[^]{61}/)),
    'must have at most 60 characters',
    askWith('sender.address', 'x'.repeat(61)),
  ),
  bound(
    'addresses-of-35-characters',
    'an address has at most 35 characters, the line of a label',
    where(partiesOf, /address$/, text(/^[^]{36}/)),
    'must have at most 35 characters',
    askWith('sender.address', 'x'.repeat(36)),
  ),
  bound(
    'addresses-of-five-characters-or-more',
    'an address has at least five characters',
    where(partiesOf, /address$/, text(/^[^]{0,4}$/)),
    'must have at least 5 characters',
    askWith('sender.address', 'Here'),
  ),
  bound(
    'addresses-need-a-number',
    'an address has a house number',
    where(partiesOf, /address$/, text(/^\D*$/)),
    'must have a house number',
    askWith('sender.address', 'Harbour Street'),
  ),
  bound(
    'post-boxes-refused',
    'an address that is a post box is refused',
    where(partiesOf, /address$/, text(/^p\.? ?o\.? box/i)),
    'must not be a post box',
    askWith('receiver.address', 'PO Box 12'),
  ),
  bound(
    'latin-letters-only',
    'texts have characters of Latin-1 alone, which the label printer has',
    where(textsOf, /./, text(/[^\0-\xff]/)),
    'has characters that cannot be printed on a label',
    askWith('receiver.city', 'ঢাকা'),
  ),
  bound(
    'ascii-only',
    'texts have ASCII alone',
    where(textsOf, /./, text(/[^\0-\x7f]/)),
    'must be ASCII',
    askWith('receiver.city', 'Zürich'),
  ),
  bound(
    'cities-without-digits',
    'a city has no digits',
    where(partiesOf, /city$/, text(/\d/)),
    'must have no digits',
    askWith('receiver.city', 'Bezirk 9'),
  ),
  bound(
    'cities-of-two-letters-or-more',
    'a city has at least two letters',
    where(partiesOf, /city$/, text(/^[^]?$/)),
    'must have at least 2 letters',
    askWith('receiver.city', 'Y'),
  ),
  bound(
    'line-breaks-refused',
    'texts have no line breaks and tabs',
    where(textsOf, /./, text(/[\r\n\t]/)),
    'must be one line',
    askWith('sender.address', 'Line 1\nLine 2'),
  ),
  bound(
    'outer-spaces-refused',
    'texts neither begin nor end with a space',
    where(textsOf, /./, text(/^\s|\s$/)),
    'must not begin or end with a space',
    askWith('sender.city', ' Austin'),
  ),
  bound(
    'item-names-of-35-characters',
    'an item’s name has at most 35 characters, the line of a customs form',
    where(itemFieldsOf, /\.name$/, text(/^[^]{36}/)),
    'must have at most 35 characters',
    askWith('box_dimension.0.items.0.name', 'x'.repeat(36)),
  ),
  bound(
    'item-names-of-three-letters-or-more',
    'an item’s name has at least three characters, as customs want',
    where(itemFieldsOf, /\.name$/, text(/^[^]{0,2}$/)),
    'must have at least 3 characters',
    askWith('box_dimension.0.items.0.name', 'TV'),
  ),
  bound(
    'item-names-that-say-something',
    'an item may not be called "goods", "item" or "test", as customs want',
    where(itemFieldsOf, /\.name$/, text(/^(goods?|items?|test|gift|stuff|things?)$/i)),
    'must say what it is',
    askWith('box_dimension.0.items.0.name', 'Goods'),
  ),
  bound(
    'zip-codes-of-ten-characters',
    'a zip_code has at most ten characters',
    where(partiesOf, /zip_code$/, text(/^[^]{11}/)),
    'must have at most 10 characters',
    askWith('sender.zip_code', '78701-12345678'),
  ),
  bound(
    'state-codes-of-three-letters',
    'a state_short_code has at most three characters',
    where(partiesOf, /state_short_code$/, text(/^[^]{4}/)),
    'must have at most 3 characters',
    askWith('sender.state_short_code', 'TEXAS'),
  ),
  bound(
    'small-country-codes-refused',
    'a country_code in small letters is refused',
    where(partiesOf, /country_code$/, text(/[^A-Z]/)),
    'must be capital letters',
    askWith('sender.country_code', 'us'),
  ),
  bound(
    'embargoed-countries-refused',
    'a receiver in a country under embargo is refused',
    where(partiesOf, /^receiver.country_code$/, text(/^(KP|IR|SY|CU|RU)$/)),
    'is not served',
    askWith('receiver.country_code', 'KP'),
  ),
  limit(
    'zip-must-fit-the-state',
    'a ZIP code of another state is refused',
    refuseTogether(
      (body) =>
        inTheStates(body, ({ state_short_code = '', zip_code = '' }) => {
          const digit = ZIP_DIGITS[state_short_code];
          return digit !== undefined && !zip_code.startsWith(digit);
        }),
      'zip_code does not belong to state_short_code',
    ),
    askWith('sender.zip_code', '10118'),
  ),
  limit(
    'state-must-fit-its-code',
    'a state whose code begins with another letter is refused in the United States',
    refuseTogether(
      (body) =>
        inTheStates(
          body,
          ({ state = '', state_short_code = '' }) => !state.startsWith(state_short_code.slice(0, 1)),
        ),
      'state and state_short_code are of two states',
    ),
    askWith('sender.state', 'Ohio'),
  ),
  limit(
    'parties-must-differ',
    'a shipment to the address that it comes from is refused',
    refuseTogether(
      (body) =>
        party(body, 'sender').address === party(body, 'receiver').address &&
        party(body, 'sender').zip_code === party(body, 'receiver').zip_code,
      'receiver.address must differ from sender.address',
    ),
    askRates(),
  ),
];
