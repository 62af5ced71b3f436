/** Valid rate requests that are refused or get another status, and the strings that a 400 lists (section 4.2, 7 rule 2). */
import { type Call, enveloped, type Fields } from '../../reference-server/stages.js';
import { type Change, joinErrors, restatus } from '../../variations/changes.js';
import { all, served, status } from '../../variations/conditions.js';
import { invent, on } from '../../variations/differences.js';
import { boxesOf, valueAt } from '../../variations/calls.js';
import { askRates, askWith, changed, SHIPMENT, TWO_BOXES } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const field =
  (name: string) =>
  ({ body }: Call) =>
    (Object(body) as Fields)[name];
/** A success keeps its data. */
const withStatus = (code: number): Change =>
  code < 400 ? restatus(code) : () => enveloped(code, 'Not served', [], ['This request is not served']);
const ONE = '7 rule 2';
const twoProblems = askRates(changed('weight', -1, changed('receiver.city', undefined)));
const NAMES = '4.2 rule 1';
const subject = (text: string) => text.split(' ')[0] ?? '';

export default [
  ...faultsOf('acceptance', { section: '4.2' })({
    'valid-always-refused': {
      title: 'every rate request is refused',
      foundBy: ['requests/documented-examples', 'rates/valid-shipments'],
      apply: invent(() => true, 'weight is invalid'),
    },
    'unit-in-capitals-refused': {
      title: 'LBS is refused',
      foundBy: ['requests/documented-examples', 'rates/valid-shipments'],
      apply: invent((call) => field('weight_unit')(call) === 'LBS', 'weight_unit must be lbs'),
    },
    'several-boxes-refused': {
      section: '1',
      title: 'two boxes are refused',
      foundOnlyBy: 'rates/valid-shipments',
      apply: invent((call) => boxesOf(call).length > 1, 'box_dimension must have one element'),
      witness: askRates(TWO_BOXES),
    },
    'remote-country-404': {
      section: '2.1',
      title: 'a country that no courier serves is 404',
      foundOnlyBy: 'rates/no-courier',
      when: served('getShippingRates', (call) => valueAt(call.body, ['receiver', 'country_code']) === 'AQ'),
      change: withStatus(404),
      witness: askWith('receiver.country_code', 'AQ'),
    },
    'personal-boxes-to-a-home-201': {
      title: 'several personal boxes to a home are answered with 201',
      foundOnlyBy: 'requests/documented-examples',
      when: served(
        'getShippingRates',
        (call) =>
          boxesOf(call).length > 1 &&
          field('delivery_type')(call) === 'residential' &&
          field('product_type')(call) === '2',
      ),
      change: withStatus(201),
      witness: askRates({ ...TWO_BOXES, product_type: '2', delivery_type: 'residential' }),
    },
    'kilograms-403': {
      title: 'a weight in kilograms is 403, whatever the key',
      foundBy: 'requests/generated-bodies',
      when: served('getShippingRates', (call) => field('weight_unit')(call) === 'KG'),
      change: withStatus(403),
      witness: askWith('weight_unit', 'KG'),
    },
    'kilograms-409': {
      section: '7',
      title: 'a weight in kilograms is 409, which the service does not have',
      foundBy: 'responses/documented-status',
      when: served('getShippingRates', (call) => field('weight_unit')(call) === 'KG'),
      change: withStatus(409),
      witness: askWith('weight_unit', 'KG'),
    },
    'many-boxes-403': {
      section: '8',
      title: 'more than sixty boxes are 403',
      foundBy: 'requests/large-bodies',
      when: served('getShippingRates', (call) => boxesOf(call).length > 60),
      change: withStatus(403),
      witness: askWith('box_dimension', Array(61).fill(SHIPMENT.box_dimension[0])),
    },
    'null-character-403': {
      section: '7',
      title: 'a firewall answers 403 to a null character',
      foundOnlyBy: 'requests/odd-input',
      when: served('getShippingRates', ({ text }) => text.includes('\\u0000')),
      change: withStatus(403),
      witness: askWith('sender.city', 'Aus\0tin'),
    },
  }),
  ...faultsOf('acceptance', { section: '4' })({
    'escapes-refused': {
      title: 'unicode escapes in the JSON are refused',
      foundBy: 'requests/spellings',
      apply: invent(({ text }) => /\\u[0-9a-f]{4}/i.test(text), 'body must be valid JSON'),
      witness: askRates(JSON.stringify(SHIPMENT).replace('Notebook', 'Note\\u0062ook')),
    },
    'no-content-type-404': {
      title: 'a body without Content-Type is 404',
      foundOnlyBy: 'requests/lenient-media-type',
      when: served('getShippingRates', ({ headers }) => headers['content-type'] === undefined),
      change: withStatus(404),
      witness: askRates(SHIPMENT, { 'Content-Type': null }),
    },
    'xml-wanted-400': {
      title: 'a client that asks for XML alone is 400',
      foundOnlyBy: 'requests/other-accept',
      when: served('getShippingRates', ({ headers }) => headers.accept === 'application/xml'),
      change: withStatus(400),
      witness: askRates(SHIPMENT, { Accept: 'application/xml' }),
    },
  }),
  ...faultsOf('positions and forms', { section: '2.4' })({
    'countries-of-any-length': {
      title: 'country_code may be any text',
      foundBy: 'requests/invalid-value',
      overlooks: ({ path, kind }) => kind === 'value' && path.at(-1) === 'country_code',
      witness: askWith('receiver.country_code', 'USA'),
    },
    'padding-refused': {
      section: 'RFC 8259 2',
      title: 'a body that begins with a line feed is no JSON',
      foundBy: 'requests/spellings',
      apply: invent(({ text }) => /^\s/.test(text), 'body must be valid JSON'),
      witness: askRates(`\n${JSON.stringify(SHIPMENT)}`),
    },
  }),
  ...faultsOf('problem lists', { section: ONE })({
    'problems-joined': {
      title: 'all problems of a shipment are one string',
      foundOnlyBy: 'errors/one-string-per-problem',
      apply: on(all(status(400), served('getShippingRates')), joinErrors),
      witness: twoProblems,
    },
    'stack-trace-in-errors': {
      title: 'a stack trace follows the problem',
      foundBy: ['errors/nothing-leaks', 'errors/one-string-per-problem'],
      errors: (texts) => [
        ...texts,
        'at RateController.calculate (/srv/app/src/controllers/rates.js:88:13)',
        'at Layer.handle (/srv/app/node_modules/express/lib/router/layer.js:95:5)',
      ],
    },
    'sql-in-errors': {
      title: 'the SQL statement follows the problem',
      foundOnlyBy: 'errors/nothing-leaks',
      errors: (texts) => [
        ...texts,
        "SQLSTATE[23000]: Integrity constraint violation: 1048 Column 'zip_code' cannot be null (SQL: insert into `shipments`)",
      ],
    },
  }),
  ...faultsOf('problem lists', { section: NAMES })({
    'problem-object-object': {
      title: 'a problem is "[object Object]"',
      foundBy: ['errors/one-string-per-problem', 'errors/names-field'],
      errors: (texts) => texts.map(() => '[object Object]'),
    },
    'weight-problem-unnamed': {
      title: 'a weight of 0 is an "Invalid value"',
      foundOnlyBy: 'errors/names-field',
      errors: (texts, problems) =>
        texts.map((text, i) => (problems[i]?.kind === 'value' ? 'Invalid value' : text)),
      witness: askRates(changed('weight', 0)),
    },
    'exception-instead-of-problem': {
      title: 'a problem is the exception of the language',
      foundBy: 'errors/nothing-leaks',
      errors: (texts) =>
        texts.map(
          (text) =>
            `java.lang.NullPointerException: Cannot invoke "String.length()" because "s" is null (Rates.java:${subject(text).length})`,
        ),
    },
  }),
];
