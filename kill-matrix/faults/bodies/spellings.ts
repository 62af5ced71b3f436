/** Bodies that are valid and come with white space or in other spellings (4, RFC 8259). */
import type { Call } from '../../reference-server/stages.js';
import { crash, invent } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askRates, askWith, SHIPMENT } from '../../variations/requests.js';
import { variationsOf, type Variation } from '../../variations/variation.js';

const write = variationsOf('bodies as they come');
const json = JSON.stringify(SHIPMENT);
const { receiver, ...others } = SHIPMENT;
const receiverFirst = { receiver, ...others };
/** A valid body that is refused for the way in which it is written. */
const refused = (
  id: string,
  section: string,
  title: string,
  when: (call: Call) => boolean,
  body: string,
): Variation => write(id, section, title, invent(when, 'body must be valid JSON'), askRates(body));
export default [
  ...foundBy(
    'requests/spellings',
    refused(
      'leading-line-break-refused',
      'RFC 8259 2',
      'a line break before the JSON is refused',
      ({ text }) => /^[\r\n]/.test(text),
      `\n${json}`,
    ),
    refused(
      'tabs-refused',
      'RFC 8259 2',
      'JSON that is indented by tabs is refused',
      ({ text }) => text.includes('\t'),
      JSON.stringify(SHIPMENT, null, '\t'),
    ),
    refused(
      'carriage-returns-refused',
      'RFC 8259 2',
      'lines that end in CR LF are refused',
      ({ text }) => text.includes('\r\n'),
      JSON.stringify(SHIPMENT, null, 1).replaceAll('\n', '\r\n'),
    ),
    refused(
      'zero-fraction-refused',
      'RFC 8259 6',
      'a weight written 3.0 is refused',
      ({ text }) => /"weight":\s*\d+\.0\b/.test(text),
      json.replaceAll('"weight":3', '"weight":3.0'),
    ),
    write(
      'escaped-field-name-unknown',
      'RFC 8259 7',
      'a field name with an escaped letter is not recognized, and the field counts as missing',
      invent(({ text }) => /"[^"]*\\u00[67][0-9a-f][^"]*"\s*:/i.test(text), 'weight is required'),
      askRates(json.replaceAll('"weight"', '"\\u0077eight"')),
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    refused(
      'leading-spaces-refused',
      'RFC 8259 2',
      'spaces before the JSON are refused, as the first character must be a brace',
      ({ text }) => text.startsWith(' '),
      `  ${json}`,
    ),
  ),
  ...foundBy(
    'requests/spellings',
    refused(
      'trailing-line-break-refused',
      'RFC 8259 2',
      'a line break after the JSON is refused',
      ({ text }) => /}\r?\n$/.test(text),
      `${json}\n`,
    ),
    refused(
      'trailing-spaces-refused',
      'RFC 8259 2',
      'spaces and tabs after the JSON are refused',
      ({ text }) => /}[ \t]+$/.test(text),
      `${json} \t `,
    ),
  ),
  ...foundBy(
    'requests/spellings',
    refused(
      'space-before-colon-refused',
      'RFC 8259 2',
      'a space before a colon is refused',
      ({ text }) => text.includes('" :'),
      json.replaceAll('":', '" :'),
    ),
    refused(
      'capital-exponent-refused',
      'RFC 8259 6',
      'a number written 1E+1 is refused',
      ({ text }) => /\d[eE]\+\d/.test(text),
      json.replace('"length":10', '"length":1E+1'),
    ),
  ),
  foundOnlyBy(
    'requests/same-text',
    refused(
      'escaped-slash-refused',
      'RFC 8259 7',
      'an escaped slash is refused',
      ({ text }) => text.includes('\\/'),
      json.replace('12 Harbour', '12\\/3 Harbour'),
    ),
  ),
  ...foundBy(
    ['requests/odd-input', 'requests/same-text'],
    write(
      'escaped-emoji-500',
      '7',
      'an emoji in two escapes is 500',
      crash('getShippingRates', ({ text }) => /\\ud83[c-f]\\u/i.test(text)),
      askRates(json.replace('Notebook', 'Gift \\ud83c\\udf81')),
    ),
  ),

  ...foundBy(
    ['errors/one-string-per-problem', 'requests/spellings'],
    refused(
      'other-order-refused',
      'RFC 8259 4',
      'a body in which the receiver comes before the sender is refused',
      ({ body }) => {
        const names = Object.keys(Object(body) as object);
        return names.indexOf('receiver') < names.indexOf('sender');
      },
      JSON.stringify(receiverFirst),
    ),
  ),
  ...foundBy(
    ['requests/odd-input', 'responses/no-server-error'],
    write(
      'line-separator-500',
      '7',
      'a line separator U+2028 in a text is 500',
      crash('getShippingRates', ({ text }) => /[\u2028\u2029]/.test(text)),
      askWith('receiver.address', 'Line\u2028Road'),
    ),
  ),
];
