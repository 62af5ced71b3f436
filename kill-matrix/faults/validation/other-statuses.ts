/** Valid rate requests that get a status which is neither their success nor a refusal that is open to the server (4.2, 7). */
import { enveloped, type Call, type Fields } from '../../reference-server/stages.js';
import { on, restatus, served, type Change } from '../../variations/changes.js';
import { askRates, askWith, boxesOf, SHIPMENT, TWO_BOXES, valueAt } from '../../variations/requests.js';
import { faultsOf, type Step, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('acceptance', { section: '4.2' });
const field =
  (name: string) =>
  ({ body }: Call) =>
    (Object(body) as Fields)[name];

/** Answers some valid requests with another status. */
const instead = ({
  when,
  code,
  ...row
}: NamedFault & { when: (call: Call) => boolean; code: number; witness: Step }) =>
  write({ ...row, apply: on(served('getShippingRates', when), withStatus(code)) });

/** A success keeps its data. */
const withStatus = (code: number): Change =>
  code < 400 ? restatus(code) : () => enveloped(code, 'Not served', [], ['This request is not served']);

export default [
  instead({
    id: 'remote-country-404',
    section: '2.1',
    title: 'a country that no courier serves is 404',
    foundOnlyBy: 'rates/no-courier',
    when: (call) => valueAt(call.body, ['receiver', 'country_code']) === 'AQ',
    code: 404,
    witness: askWith('receiver.country_code', 'AQ'),
  }),
  instead({
    id: 'personal-boxes-to-a-home-201',
    title: 'several personal boxes to a home are answered with 201',
    foundOnlyBy: 'requests/documented-examples',
    when: (call) =>
      boxesOf(call).length > 1 &&
      field('delivery_type')(call) === 'residential' &&
      field('product_type')(call) === '2',
    code: 201,
    witness: askRates({ ...TWO_BOXES, product_type: '2', delivery_type: 'residential' }),
  }),
  instead({
    id: 'kilograms-403',
    title: 'a weight in kilograms is 403, whatever the key',
    foundBy: 'requests/generated-bodies',
    when: (call) => field('weight_unit')(call) === 'KG',
    code: 403,
    witness: askWith('weight_unit', 'KG'),
  }),
  instead({
    id: 'kilograms-409',
    section: '7',
    title: 'a weight in kilograms is 409, which the service does not have',
    foundBy: 'responses/documented-status',
    when: (call) => field('weight_unit')(call) === 'KG',
    code: 409,
    witness: askWith('weight_unit', 'KG'),
  }),
  instead({
    id: 'many-boxes-403',
    section: '8',
    title: 'more than sixty boxes are 403',
    foundBy: 'requests/large-bodies',
    when: (call) => boxesOf(call).length > 60,
    code: 403,
    witness: askWith('box_dimension', Array(61).fill(SHIPMENT.box_dimension[0])),
  }),
  instead({
    id: 'no-content-type-404',
    section: '4',
    title: 'a body without Content-Type is 404',
    foundOnlyBy: 'requests/lenient-media-type',
    when: ({ headers }) => headers['content-type'] === undefined,
    code: 404,
    witness: askRates(SHIPMENT, { 'Content-Type': null }),
  }),
  instead({
    id: 'null-character-403',
    section: '7',
    title: 'a firewall answers 403 to a null character',
    foundOnlyBy: 'requests/odd-input',
    when: ({ text }) => text.includes('\\u0000'),
    code: 403,
    witness: askWith('sender.city', 'Aus\0tin'),
  }),
  instead({
    id: 'xml-wanted-400',
    section: '4',
    title: 'a client that asks for XML alone is 400',
    foundOnlyBy: 'requests/other-accept',
    when: ({ headers }) => headers.accept === 'application/xml',
    code: 400,
    witness: askRates(SHIPMENT, { Accept: 'application/xml' }),
  }),
];
