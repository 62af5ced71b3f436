/** One leaf of the request at a time: null, another type, or nothing in it, in fields in which an implementer may err alone (2.4, 4.2). */
import type { Call, Problem } from '../../reference-server/stages.js';
import { crash, overlook } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askWith, placeOf, valueAt } from '../../variations/requests.js';
import { variationsOf, type Variation } from '../../variations/variation.js';

const write = variationsOf('leaves of requests');
const inFirst = (place: string) => place.replaceAll('*', '0');

/** Wrong values of one field are let through when they pass the test. */
const lets = (
  id: string,
  title: string,
  place: string,
  test: (value: unknown) => boolean,
  value: unknown,
): Variation =>
  write(
    id,
    '4.2 rule 1',
    title,
    overlook(
      (problem: Problem, { body }: Call) =>
        problem.kind === 'type' && placeOf(problem.path) === place && test(valueAt(body, problem.path)),
    ),
    askWith(inFirst(place), value),
  );
const crashes = (
  id: string,
  title: string,
  place: string,
  test: (value: unknown) => boolean,
  value: unknown,
): Variation =>
  write(
    id,
    '7',
    title,
    crash('getShippingRates', ({ body }) =>
      test(
        valueAt(
          body,
          inFirst(place)
            .split('.')
            .map((step) => (step === '0' ? 0 : step)),
        ),
      ),
    ),
    askWith(inFirst(place), value),
  );
const isNull = (value: unknown) => value === null;
const isNumber = (value: unknown) => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';
const like = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(value);

export default [
  ...foundBy(
    ['errors/one-string-per-problem', 'requests/wrong-type'],
    lets('null-sender-address', 'the address of the sender may be null', 'sender.address', isNull, null),
    lets('null-sender-state', 'the state of the sender may be null', 'sender.state', isNull, null),
    lets(
      'null-receiver-state-short-code',
      'the state code of the receiver may be null, as for countries without states',
      'receiver.state_short_code',
      isNull,
      null,
    ),
    lets('null-sender-zip-code', 'the zip code of the sender may be null', 'sender.zip_code', isNull, null),
    lets('null-receiver-city', 'the city of the receiver may be null', 'receiver.city', isNull, null),
    lets(
      'null-receiver-country-code',
      'the country of the receiver may be null and is then the own one',
      'receiver.country_code',
      isNull,
      null,
    ),
    lets('null-weight-unit', 'weight_unit may be null and is then LBS', 'weight_unit', isNull, null),
    lets('null-weight', 'weight may be null and is then the sum of the boxes', 'weight', isNull, null),
    lets(
      'number-sender-zip-code',
      'the zip code of the sender may be a number',
      'sender.zip_code',
      isNumber,
      78_701,
    ),
    lets(
      'number-receiver-state-short-code',
      'the state code of the receiver may be a number, as of a prefecture',
      'receiver.state_short_code',
      isNumber,
      13,
    ),
    lets(
      'number-sender-address',
      'the address of the sender may be a house number',
      'sender.address',
      isNumber,
      12,
    ),
    lets(
      'text-box-weight',
      'the weight of a box may be text such as "3"',
      'box_dimension.*.weight',
      isText,
      '3',
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    lets(
      'list-sender-address',
      'the address of the sender may be a list of lines',
      'sender.address',
      Array.isArray,
      ['12 Harbour Street', 'Floor 3'],
    ),
  ),
  ...foundBy(
    ['errors/names-field', 'errors/one-string-per-problem'],
    lets('null-product-type', 'product_type may be null', 'product_type', isNull, null),
    lets('null-delivery-type', 'delivery_type may be null', 'delivery_type', isNull, null),
    lets('number-delivery-type', 'delivery_type may be a number', 'delivery_type', isNumber, 1),
    lets(
      'list-product-type',
      'product_type may be a list with a type for each box',
      'product_type',
      Array.isArray,
      ['1'],
    ),
    lets(
      'text-box-height',
      'the height of a box may be text such as "6"',
      'box_dimension.*.height',
      isText,
      '6',
    ),
  ),
  ...foundBy(
    ['errors/one-string-per-problem', 'requests/later-elements'],
    lets('null-box-weight', 'the weight of a box may be null', 'box_dimension.*.weight', isNull, null),
    lets(
      'null-item-unit-price',
      'the price of an item may be null',
      'box_dimension.*.items.*.unit_price',
      isNull,
      null,
    ),
  ),
  ...foundBy(
    ['errors/names-field', 'requests/later-elements'],
    lets(
      'null-box-width',
      'the width of a box may be null and is then the length',
      'box_dimension.*.width',
      isNull,
      null,
    ),
    lets('null-item-name', 'the name of an item may be null', 'box_dimension.*.items.*.name', isNull, null),
    lets(
      'null-item-quantity',
      'the quantity of an item may be null and is then one',
      'box_dimension.*.items.*.quantity',
      isNull,
      null,
    ),
  ),
  ...foundBy(
    ['requests/later-elements', 'requests/wrong-type'],
    lets('null-items', 'items may be null', 'box_dimension.*.items', isNull, null),
  ),
  foundOnlyBy(
    'requests/wrong-type',
    lets('null-boxes', 'box_dimension may be null', 'box_dimension', isNull, null),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    lets('text-null-weight', 'weight may be the text "null"', 'weight', (value) => value === 'null', 'null'),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    lets('true-delivery-type', 'delivery_type may be true', 'delivery_type', (value) => value === true, true),
    lets(
      'object-item-name',
      'the name of an item may be an object with a text for each language',
      'box_dimension.*.items.*.name',
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      { en: 'Notebook' },
    ),
    lets(
      'object-weight',
      'weight may be an object with value and unit',
      'weight',
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      { value: 3, unit: 'LBS' },
    ),
  ),
  foundOnlyBy(
    'errors/one-string-per-problem',
    lets(
      'false-item-unit-price',
      'the price of an item may be false, as for a gift',
      'box_dimension.*.items.*.unit_price',
      (value) => value === false,
      false,
    ),
  ),

  ...foundBy(
    ['errors/names-field', 'errors/one-string-per-problem'],
    lets(
      'text-length-with-unit',
      'the length of a box may be text with a unit',
      'box_dimension.*.length',
      like(/^\d+ ?(in|cm)$/),
      '10 in',
    ),
  ),

  ...foundBy(
    'errors/one-string-per-problem',
    lets(
      'text-nan-box-length',
      'the length of a box may be the text "NaN"',
      'box_dimension.*.length',
      (value) => value === 'NaN',
      'NaN',
    ),
  ),
  ...foundBy(
    'responses/no-server-error',
    crashes(
      'crash-on-name-called-undefined',
      'an item called undefined is 500',
      'box_dimension.*.items.*.name',
      (value) => value === 'undefined',
      'undefined',
    ),
  ),
  ...foundBy(
    ['requests/several-problems', 'requests/wrong-type'],
    crashes(
      'crash-on-null-sender-city',
      'null for the city of the sender is 500',
      'sender.city',
      isNull,
      null,
    ),
    crashes(
      'crash-on-null-receiver-zip-code',
      'null for the zip code of the receiver is 500',
      'receiver.zip_code',
      isNull,
      null,
    ),
    crashes('crash-on-null-unit', 'null for weight_unit is 500', 'weight_unit', isNull, null),
    crashes(
      'crash-on-null-item-price',
      'null for the price of an item is 500',
      'box_dimension.*.items.*.unit_price',
      isNull,
      null,
    ),
  ),
  ...foundBy(
    'requests/several-problems',
    crashes(
      'crash-on-list-for-country',
      'a list for the country of the receiver is 500',
      'receiver.country_code',
      Array.isArray,
      ['US'],
    ),
  ),
  ...foundBy(
    ['requests/assumed-values', 'responses/no-server-error'],
    crashes(
      'crash-on-empty-state-short-code',
      'an empty state code of the sender is 500',
      'sender.state_short_code',
      (value) => value === '',
      '',
    ),
  ),
  ...foundBy(
    'requests/assumed-values',
    crashes(
      'crash-on-empty-quantity',
      'an empty quantity is 500',
      'box_dimension.*.items.*.quantity',
      (value) => value === '',
      '',
    ),
  ),

  ...foundBy(
    ['requests/odd-input', 'responses/no-server-error'],
    crashes(
      'crash-on-city-called-null',
      'a city called Null is 500',
      'receiver.city',
      like(/^null$/i),
      'Null',
    ),
    crashes(
      'crash-on-blank-address',
      'an address of spaces only is 500',
      'receiver.address',
      like(/^\s+$/),
      '   ',
    ),
  ),
];
