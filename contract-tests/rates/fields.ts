import { successOf } from '../../src/conformance/rules/applies-to.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'A shipping rate has its fields, in their types.',
  level: 'MUST',
  section: '2.3',
  sentence:
    'Shipping rate: id, request_id, courier_name, courier_type, delivery_time_text, description, import_tax, logo string; delivery_time, home_delivery_fee, shipping_charge number.',
  expected: ['every field of section 2.3, texts as texts and numbers as numbers', 'more fields are allowed'],
  scope: 'service',
  asks: successOf('getShippingRates'),
  judge(exchange, judging) {
    if (exchange.operation?.id !== 'getShippingRates' || exchange.outcome.status !== 200) return undefined;
    return schemaBreaches(
      exchange,
      judging,
      ({ pointer, text }) => pointer.startsWith('/data/') && !isLogoShape(pointer, text),
    );
  },
});

/** The shape of a logo is a rule of its own; that it is there, and a text, is not. */
function isLogoShape(pointer: string, text: string): boolean {
  return pointer.endsWith('/logo') && !/is required|must be a string/.test(text);
}
