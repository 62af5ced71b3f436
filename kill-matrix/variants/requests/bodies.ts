/** Ways to read a request body that the specification and RFC 8259 leave open. */
import type { Call } from '../../reference-server/stages.js';
import { each, refusal } from '../../variations/changes.js';
import { all, served, success } from '../../variations/conditions.js';
import { boxesOf, headerOf, valueAt } from '../../variations/calls.js';
import { askRates, askWith, changed, SHIPMENT, TWO_BOXES } from '../../variations/requests.js';
import { type Apply, variantsOf } from '../../variations/variation.js';

const strangers = ({ body }: Call) =>
  Object.keys(Object(body) as object).filter((name) => !Object.hasOwn(SHIPMENT, name));
const plain = askRates(SHIPMENT, { 'Content-Type': 'text/plain' });
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

export default variantsOf('requests', { section: '8' })({
  'unknown-fields-refused': {
    section: '4.3',
    title: 'unknown body fields are refused',
    apply: ({ validate }) => ({
      validate: (call) => [
        ...validate(call),
        ...(call.operation === 'getShippingRates'
          ? strangers(call).map(
              (name) => ({ kind: 'unknown', path: [name], text: `${name} is not a known field` }) as const,
            )
          : []),
      ],
    }),
    witness: askRates(changed('note', 'x')),
  },
  'box-weight-zero-accepted': {
    title: 'a box may weigh 0, as only the shipment must not',
    overlooks: ({ path }, { body }) => path.length === 3 && valueAt(body, path) === 0,
    witness: askWith('box_dimension.0.weight', 0),
  },
  'other-content-type-415': {
    section: '4',
    title: 'a body that is not declared as JSON is 415',
    when: served(
      'getShippingRates',
      (call) => !/^application\/([\w.]+\+)?json/i.test(headerOf(call, 'content-type')),
    ),
    change: refusal(415, 'Unsupported media type', 'Content-Type must be application/json'),
    witness: plain,
  },
  'other-content-type-400': {
    section: '4',
    title: 'a body that is not declared as JSON is 400',
    when: served(
      'getShippingRates',
      (call) => !headerOf(call, 'content-type').toLowerCase().includes('json'),
    ),
    change: refusal(400, 'Bad request', 'body must be JSON'),
    witness: plain,
  },
  'lenient-json': {
    section: 'RFC 8259 9',
    title: 'comments and trailing commas in JSON are accepted',
    apply: reads((text) => text.replace(/\/\*.*?\*\/|,(?=\s*[\]}])/g, '')),
    witness: askRates(JSON.stringify(SHIPMENT).replace(/}$/, ',}')),
  },
  'invalid-utf-8-replaced': {
    section: 'RFC 8259 9',
    title: 'bytes that are not UTF-8 are replaced',
    apply: reads((text) => text),
    witness: {
      ...askRates(),
      body: Buffer.from(JSON.stringify(SHIPMENT).replace('Notebook', 'Café'), 'latin1'),
    },
  },
  'several-boxes-cost-more': {
    section: '4.2',
    title: 'charges depend on the boxes too',
    when: all(
      success,
      served('getShippingRates', (call) => boxesOf(call).length > 1),
    ),
    change: each((rate) => ({
      ...rate,
      shipping_charge: Number(rate.shipping_charge) + 10,
    })),
    witness: askRates(TWO_BOXES),
  },
  'any-value-served': {
    title: 'values are served that openapi.yaml excludes and the specification does not',
    overlooks: ({ kind, path }) =>
      kind === 'value' && !['weight', 'country_code', 'box_dimension'].includes(String(path.at(-1))),
    witness: askWith('weight_unit', 'STONE'),
  },
});
