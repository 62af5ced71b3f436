import { rule } from '../../src/conformance/rules/rule.js';
import { brokenText } from '../../src/conformance/checks/broken-texts.js';
import { schemaBreaches } from '../../src/conformance/checks/schema-breaches.js';

export default rule({
  title: 'A shipping rate has its fields, in their types.',
  level: 'MUST',
  section: '2.3',
  sentence:
    'Shipping rate: id, request_id, courier_name, courier_type, delivery_time_text, description, import_tax, logo string; delivery_time, home_delivery_fee, shipping_charge number.',
  expected: [
    'every field of section 2.3, texts as texts and numbers as numbers',
    'no text such as "undefined"',
    'more fields are allowed',
  ],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  check(exchange, context) {
    const finding = schemaBreaches(
      exchange,
      context,
      ({ pointer, text }) => pointer.startsWith('/data/') && !isLogoShape(pointer, text),
    );
    return finding === 'pass' ? (brokenText(exchange) ?? 'pass') : finding;
  },
});

/** rates/logo checks the form of a logo; that it is present, and a text, is checked here. */
function isLogoShape(pointer: string, text: string): boolean {
  return pointer.endsWith('/logo') && !/is required|must be a string/.test(text);
}
