/** Requests that are taken or refused in another way than by the reference server, where nothing is stated. */
import { all, invent, on, overlook, restatus, served, status, success } from '../changes.js';
import { DEFAULT_KEYS } from '../keys.js';
import {
  askRates,
  askWith,
  boxesOf,
  changed,
  forbiddenRates,
  itemsOf,
  placeOf,
  SHIPMENT,
  TWO_BOXES,
  unknownPath,
  valueAt,
  withKey,
} from '../requests.js';
import { enveloped, type Call, type Fields, type Problem } from '../stages.js';
import { variationsOf, type Apply, type Step, type Variation } from '../variation.js';

const write = variationsOf('requests');
const { valid, limited } = DEFAULT_KEYS;

/** Refuses a body for a reason that the specification leaves open, naming the place. */
const refuses = (
  section: string,
  id: string,
  title: string,
  when: (call: Call) => boolean,
  text: string,
  step: Step,
): Variation => write(id, section, title, invent(when, text), step);
const at =
  (place: string) =>
  ({ path }: Problem) =>
    placeOf(path) === place;
const value =
  (...path: (string | number)[]) =>
  ({ body }: Call) =>
    valueAt(body, path);
const isOther = (place: string, known: unknown[]) => (call: Call) =>
  typeof value(place)(call) === 'string' && !known.includes(value(place)(call));
const strangers = ({ body }: Call) =>
  Object.keys(Object(body) as object).filter((name) => !Object.hasOwn(SHIPMENT, name));
const texts = (call: Call) =>
  [...itemsOf(call), value('sender')(call), value('receiver')(call)].flatMap((part) =>
    Object.values(Object(part) as Fields),
  );
const type = (call: Call) => String(call.headers['content-type'] ?? '');
const isPost: (call: Call) => boolean = ({ method }) => method === 'POST';
const tooLarge = (bytes: number, code: number): Apply =>
  on(
    served('getShippingRates', ({ text }) => text.length > bytes),
    () => enveloped(code, 'Request too large', [], [`body must be at most ${bytes} bytes`]),
  );
const fifty = askRates({ ...SHIPMENT, box_dimension: Array<unknown>(51).fill(SHIPMENT.box_dimension[0]) });
const plain = askRates(SHIPMENT, { 'Content-Type': 'text/plain' });
const wrongMethod: Step = { method: 'DELETE', path: '/categories' };
const header = (call: Call) => String(call.headers.authorization ?? '');

/** Reads what is not JSON as lenient parsers do: RFC 8259 section 9 lets a parser accept more than JSON. */
const reads =
  (mend: (text: string) => string): Apply =>
  ({ validate, operate }) => {
    const read = (call: Call): Call =>
      call.body === undefined ? { ...call, body: parsed(mend(call.text)) } : call;
    return { validate: (call) => validate(read(call)), operate: (call) => operate(read(call)) };
  };
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const lawfulRequests = [
  write(
    'unknown-fields-refused',
    '4.3',
    'unknown body fields are refused',
    ({ validate }) => ({
      validate: (call) => [
        ...validate(call),
        ...(call.operation === 'getShippingRates'
          ? strangers(call).map(
              (name) => ({ kind: 'unknown', path: [name], text: `${name} is not a known field` }) as const,
            )
          : []),
      ],
    }),
    askRates(changed('note', 'x')),
  ),
  refuses(
    '2.4',
    'other-units-refused',
    'a weight_unit other than LBS is refused',
    isOther('weight_unit', ['LBS']),
    'weight_unit must be LBS',
    askWith('weight_unit', 'KG'),
  ),
  refuses(
    '2.4',
    'other-product-types-refused',
    'a product_type other than "1" is refused',
    isOther('product_type', ['1']),
    'product_type must be "1"',
    askWith('product_type', '2'),
  ),
  refuses(
    '2.4',
    'other-delivery-types-refused',
    'a delivery_type other than commercial is refused',
    isOther('delivery_type', ['commercial']),
    'delivery_type must be commercial',
    askWith('delivery_type', 'residential'),
  ),
  refuses(
    '8',
    'empty-texts-refused',
    'empty texts are refused',
    (call) => texts(call).includes(''),
    'a text must not be empty (sender.city)',
    askWith('sender.city', ''),
  ),
  refuses(
    '8',
    'blank-texts-refused',
    'texts of spaces only are refused',
    (call) => texts(call).some((text) => typeof text === 'string' && /^\s*$/.test(text)),
    'address must not be blank',
    askWith('sender.address', '  '),
  ),
  refuses(
    '2.4',
    'countries-checked',
    'only US and BD are served as countries, others are refused',
    (call) =>
      ['sender', 'receiver'].some(
        (party) => !['US', 'BD'].includes(String(value(party, 'country_code')(call))),
      ),
    'country_code is not served',
    askWith('receiver.country_code', 'FR'),
  ),
  refuses(
    '2.4',
    'zip-codes-checked',
    'a zip_code must have five digits',
    (call) => ['sender', 'receiver'].some((party) => !/^\d{5}$/.test(String(value(party, 'zip_code')(call)))),
    'zip_code must have five digits',
    askWith('receiver.zip_code', 'SW1A 1AA'),
  ),
  refuses(
    '8',
    'long-texts-refused',
    'texts over 255 characters are refused',
    (call) => texts(call).some((text) => typeof text === 'string' && text.length > 255),
    'address must have at most 255 characters',
    askWith('sender.address', 'x'.repeat(256)),
  ),
  refuses(
    '8',
    'texts-in-ascii-only',
    'control characters and emoji in names are refused',
    (call) => itemsOf(call).some(({ name }) => /[\p{Cc}\u{10000}-\u{10ffff}]/u.test(String(name))),
    'box_dimension[0].items[0].name has characters that are not printed',
    askWith('box_dimension.0.items.0.name', 'Mug 🎁'),
  ),
  refuses(
    '8',
    'quantity-must-count',
    'a quantity that is no whole number above 0 is refused',
    (call) =>
      itemsOf(call).some(({ quantity }) => typeof quantity === 'string' && !/^[1-9]\d*$/.test(quantity)),
    'quantity must be a whole number',
    askWith('box_dimension.0.items.0.quantity', 'two'),
  ),
  refuses(
    '8',
    'sizes-must-be-positive',
    'box sides of 0 or less are refused',
    (call) =>
      boxesOf(call).some((box) =>
        [box.length, box.width, box.height].some((side) => typeof side === 'number' && side <= 0),
      ),
    'box sides must be greater than 0',
    askWith('box_dimension.0.width', 0),
  ),
  refuses(
    '8',
    'no-boxes-refused',
    'an empty list of boxes is refused',
    (call) => JSON.stringify(value('box_dimension')(call)) === '[]',
    'box_dimension must not be empty',
    askWith('box_dimension', []),
  ),
  refuses(
    '8',
    'no-items-refused',
    'a box without items is refused',
    (call) => boxesOf(call).some(({ items }) => JSON.stringify(items) === '[]'),
    'items must not be empty',
    askWith('box_dimension.0.items', []),
  ),
  refuses(
    '8',
    'many-boxes-refused',
    'more than 50 boxes are refused',
    (call) => boxesOf(call).length > 50,
    'box_dimension must have at most 50 boxes',
    fifty,
  ),
  refuses(
    '8',
    'heavy-refused',
    'more than 150 pounds are refused',
    (call) => Number(value('weight')(call)) > 150,
    'weight must be at most 150',
    askWith('weight', 151),
  ),
  write(
    'box-weight-zero-accepted',
    '8',
    'a box may weigh 0 or less, as only the shipment must not',
    overlook((problem) => at('box_dimension.*.weight')(problem) && problem.kind === 'value'),
    askWith('box_dimension.0.weight', 0),
  ),
  write(
    'large-bodies-413',
    '8',
    'bodies over 8 KB are 413',
    tooLarge(8192, 413),
    askWith('sender.address', 'x'.repeat(9000)),
  ),
  write(
    'large-bodies-400',
    '8',
    'bodies over 8 KB are 400',
    tooLarge(8192, 400),
    askWith('sender.address', 'x'.repeat(9000)),
  ),
  write(
    'other-content-type-415',
    '4',
    'a body that is not declared as JSON is 415',
    on(
      served('getShippingRates', (call) => !/^application\/([\w.]+\+)?json/i.test(type(call))),
      () => enveloped(415, 'Unsupported media type', [], ['Content-Type must be application/json']),
    ),
    plain,
  ),
  write(
    'other-content-type-400',
    '4',
    'a body that is not declared as JSON is 400',
    on(
      served('getShippingRates', (call) => !type(call).toLowerCase().includes('json')),
      () => enveloped(400, 'Bad request', [], ['body must be JSON']),
    ),
    plain,
  ),
  write(
    'lenient-json',
    'RFC 8259 9',
    'comments and trailing commas in JSON are accepted',
    reads((text) => text.replace(/\/\*.*?\*\/|,(?=\s*[\]}])/g, '')),
    askRates(JSON.stringify(SHIPMENT).replace(/}$/, ',}')),
  ),
  write(
    'invalid-utf-8-replaced',
    'RFC 8259 9',
    'bytes that are not UTF-8 are replaced',
    reads((text) => text),
    {
      ...askRates(),
      body: Buffer.from(JSON.stringify(SHIPMENT).replace('Notebook', 'Café'), 'latin1'),
    },
  ),
  write('wrong-method-404', '7', 'a wrong method is 404', on(status(405), restatus(404)), wrongMethod),
  write(
    'wrong-method-without-key-405',
    '5',
    'path and method are looked at before the key',
    ({ decide, authenticate }, { keys }) => ({
      decide: (call) =>
        !call.operation && authenticate(call)
          ? decide({ ...call, headers: { authorization: `Bearer ${keys.valid}` } })
          : decide(call),
    }),
    withKey(null, unknownPath),
  ),
  write(
    'head-unsupported',
    '4.1',
    'HEAD is 405',
    on(
      (_, { method }) => method === 'HEAD',
      () => ({ ...enveloped(405, 'Method not allowed', [], ['Use GET here']), headers: { Allow: 'GET' } }),
    ),
    { method: 'HEAD', path: '/categories' },
  ),
  write(
    'options-answered',
    '4',
    'OPTIONS is answered for browsers, without a key',
    on(
      (_, { method }) => method === 'OPTIONS',
      () => ({
        ...enveloped(200, '', []),
        headers: { Allow: 'GET, POST, OPTIONS', 'Access-Control-Allow-Origin': '*' },
      }),
    ),
    withKey(null, { method: 'OPTIONS', path: '/categories' }),
  ),
  write(
    'trailing-slash-served',
    '4',
    'a path with a slash at its end is the same path',
    ({ decide }) => ({
      decide: (call) =>
        decide(
          call.path === '/categories/'
            ? {
                ...call,
                path: '/categories',
                operation: call.method === 'GET' ? 'listCategories' : undefined,
                allowed: ['GET'],
              }
            : call,
        ),
    }),
    { method: 'GET', path: '/categories/' },
  ),
  write(
    'query-refused',
    '4.1',
    'an unknown query parameter is 400',
    on(
      served('listCategories', ({ query }) => query.size > 0),
      () => enveloped(400, 'Bad request', [], ['page is not a known parameter']),
    ),
    { method: 'GET', path: '/categories?page=1' },
  ),
  write(
    'scheme-in-any-case',
    'RFC 9110 11.1',
    'bearer may be written in any case',
    ({ authenticate }) => ({
      authenticate: (call) =>
        authenticate({
          ...call,
          headers: { ...call.headers, authorization: header(call).replace(/^bearer /i, 'Bearer ') },
        }),
    }),
    withKey(`bearer ${valid}`),
  ),
  write(
    'expired-and-unknown-alike',
    '5 rule 4',
    'an expired key is told nothing more than an unknown one',
    on(status(401), () => enveloped(401, 'Invalid API key', [], ['Authentication failed'])),
    withKey(`Bearer ${DEFAULT_KEYS.expired}`),
  ),
  write(
    'limited-everywhere',
    '5 rule 5',
    'a limited key may do nothing',
    (stages, settings) =>
      on(
        all(success, (_, call) => header(call) === `Bearer ${settings.keys.limited}`),
        () => enveloped(403, 'Forbidden', [], ['This key has no permission']),
      )(stages, settings),
    withKey(`Bearer ${limited}`),
  ),
  write(
    'limited-to-rates',
    '5 rule 5',
    'a limited key may get rates and not list categories',
    ({ decide, authenticate }, { keys }) => ({
      authenticate: (call) =>
        header(call) !== `Bearer ${keys.limited}`
          ? authenticate(call)
          : call.operation === 'listCategories'
            ? enveloped(403, 'Forbidden', [], ['This key may only get rates'])
            : undefined,
      decide,
    }),
    forbiddenRates,
  ),
  write(
    'invalid-before-forbidden',
    '5 rule 5',
    'an invalid request of a limited key is 400 rather than 403',
    ({ decide, validate, refuse }) => ({
      decide(call) {
        const answer = decide(call);
        const problems = answer.status === 403 && isPost(call) ? validate(call) : [];
        return problems.length > 0 ? refuse(problems, call) : answer;
      },
    }),
    { ...forbiddenRates, body: '{}' },
  ),
  write(
    'order-not-offered',
    '4.3',
    'orders are not offered',
    (stages) => stages,
    { method: 'GET', path: '/orders/TRK1' },
    { orders: false },
  ),
  write(
    'order-payload-differs',
    '4.3',
    'an order wants other fields than the project assumes',
    on(served('createOrder'), () =>
      enveloped(400, 'Invalid order', [], ['shipment_id is required', 'rate_id is not a known field']),
    ),
    { method: 'POST', path: '/create-order', body: '{}' },
  ),
  write(
    'order-answers-200',
    '4.3',
    'a new order is 200 with other fields',
    on(all(success, served('createOrder')), () =>
      enveloped(200, 'Order placed', [{ order_number: 5, tracking: null }]),
    ),
    [askRates(), { method: 'POST', path: '/create-order', body: '{"rate_id":"req-1-alba"}' }],
  ),
  write(
    'key-of-another-form',
    '5',
    'keys have dots, dashes and equals signs, as tokens do',
    (stages) => stages,
    withKey('Bearer eyJh.eyJz-1_2.c2ln=='),
    {
      keys: {
        valid: 'eyJh.eyJz-1_2.c2ln==',
        expired: 'eyJh.eyJl-0_0.c2ln==',
        limited: 'eyJh.eyJs-9_9.c2ln==',
      },
    },
  ),
  write(
    'several-boxes-cost-more',
    '4.2',
    'charges depend on the boxes too',
    on(
      all(
        success,
        served('getShippingRates', (call) => boxesOf(call).length > 1),
      ),
      (answer) => ({
        ...answer,
        body: {
          ...answer.body,
          data: (answer.body.data as Fields[]).map((rate) => ({
            ...rate,
            shipping_charge: Number(rate.shipping_charge) + 10,
          })),
        },
      }),
    ),
    askRates(TWO_BOXES),
  ),
];
