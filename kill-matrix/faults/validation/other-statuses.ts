/** Valid rate requests that get a status which is neither their success nor a refusal that is open to the server (4.2, 7). */
import { enveloped, type Call, type Fields } from '../../reference-server/stages.js';
import { on, restatus, served, type Change } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askRates, askWith, boxesOf, SHIPMENT, TWO_BOXES, valueAt } from '../../variations/requests.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('acceptance');
const field =
  (name: string) =>
  ({ body }: Call) =>
    (Object(body) as Fields)[name];

/** Answers some valid requests with another status. */
const instead = (
  id: string,
  section: string,
  title: string,
  when: (call: Call) => boolean,
  code: number,
  step: Step,
): Variation => write(id, section, title, on(served('getShippingRates', when), withStatus(code)), step);

/** A success keeps its data. */
const withStatus = (code: number): Change =>
  code < 400 ? restatus(code) : () => enveloped(code, 'Not served', [], ['This request is not served']);

export default [
  foundOnlyBy(
    'rates/no-courier',
    instead(
      'remote-country-404',
      '2.1',
      'a country that no courier serves is 404',
      (call) => valueAt(call.body, ['receiver', 'country_code']) === 'AQ',
      404,
      askWith('receiver.country_code', 'AQ'),
    ),
  ),
  foundOnlyBy(
    'requests/documented-examples',
    instead(
      'personal-boxes-to-a-home-201',
      '4.2',
      'several personal boxes to a home are answered with 201',
      (call) =>
        boxesOf(call).length > 1 &&
        field('delivery_type')(call) === 'residential' &&
        field('product_type')(call) === '2',
      201,
      askRates({ ...TWO_BOXES, product_type: '2', delivery_type: 'residential' }),
    ),
  ),
  ...foundBy(
    'requests/generated-bodies',
    instead(
      'kilograms-403',
      '4.2',
      'a weight in kilograms is 403, whatever the key',
      (call) => field('weight_unit')(call) === 'KG',
      403,
      askWith('weight_unit', 'KG'),
    ),
  ),
  ...foundBy(
    'responses/documented-status',
    instead(
      'kilograms-409',
      '7',
      'a weight in kilograms is 409, which the service does not have',
      (call) => field('weight_unit')(call) === 'KG',
      409,
      askWith('weight_unit', 'KG'),
    ),
  ),
  ...foundBy(
    'requests/large-bodies',
    instead(
      'many-boxes-403',
      '8',
      'more than sixty boxes are 403',
      (call) => boxesOf(call).length > 60,
      403,
      askWith('box_dimension', Array(61).fill(SHIPMENT.box_dimension[0])),
    ),
  ),
  foundOnlyBy(
    'requests/lenient-media-type',
    instead(
      'no-content-type-404',
      '4',
      'a body without Content-Type is 404',
      ({ headers }) => headers['content-type'] === undefined,
      404,
      askRates(SHIPMENT, { 'Content-Type': null }),
    ),
  ),
  foundOnlyBy(
    'requests/odd-input',
    instead(
      'null-character-403',
      '7',
      'a firewall answers 403 to a null character',
      ({ text }) => text.includes('\\u0000'),
      403,
      askWith('sender.city', 'Aus\0tin'),
    ),
  ),
  foundOnlyBy(
    'requests/other-accept',
    instead(
      'xml-wanted-400',
      '4',
      'a client that asks for XML alone is 400',
      ({ headers }) => headers.accept === 'application/xml',
      400,
      askRates(SHIPMENT, { Accept: 'application/xml' }),
    ),
  ),
];
