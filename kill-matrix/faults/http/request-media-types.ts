/** Media types and names of headers in any case and with parameters, which all mean the same (RFC 9110 5.1 and 8.3.1). */
import type { Call } from '../../reference-server/stages.js';
import {
  all,
  crash,
  invent,
  on,
  restatus,
  served,
  set,
  success,
  type Change,
  type When,
} from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askRates, rawRequest, SHIPMENT } from '../../variations/requests.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('forms of requests');
const type = (call: Call) => String(call.headers['content-type'] ?? '');
const unsupported: Change = (answer, call) =>
  restatus(415)(
    set({ status: false, data: [], message: 'Unsupported media type', errors: ['Send application/json'] })(
      answer,
      call,
    ),
    call,
  );
const shipped = (when: (call: Call) => boolean): When => all(success, served('getShippingRates', when));
const typed = (value: string): Step => askRates(SHIPMENT, { 'Content-Type': value });
const closing = (step: Step) => rawRequest(step, { Connection: 'close' });
const lowerCase: Step = {
  ...askRates(),
  message: [closing(askRates()).replace(/^[A-Za-z-]+(?=:)/gm, (name) => name.toLowerCase())],
};
const isLowerCase =
  (name: string) =>
  ({ headerNames }: Call) =>
    headerNames.includes(name);
export default [
  ...foundBy(
    'requests/spellings',
    fault(
      'type-in-capitals-415',
      'RFC 9110 8.3.1',
      'APPLICATION/JSON is 415',
      on(
        shipped((call) => /[A-Z]/.test(type(call).split(';')[0] ?? '')),
        unsupported,
      ),
      typed('APPLICATION/JSON'),
    ),
    fault(
      'type-with-charset-415',
      'RFC 9110 8.3.1',
      'application/json with a charset is 415',
      on(
        shipped((call) => /charset/i.test(type(call))),
        unsupported,
      ),
      typed('application/json; charset=utf-8'),
    ),
    fault(
      'type-with-quoted-charset-415',
      'RFC 9110 5.6.6',
      'a charset in quotes is 415',
      on(
        shipped((call) => type(call).includes('"')),
        unsupported,
      ),
      typed('application/json; charset="utf-8"'),
    ),
    fault(
      'type-with-charset-in-capitals-415',
      'RFC 9110 8.3.2',
      'the charset UTF-8 in capitals is 415',
      on(
        shipped((call) => type(call).includes('UTF-8')),
        unsupported,
      ),
      typed('application/json; charset=UTF-8'),
    ),
  ),
  ...foundBy(
    ['requests/spellings', 'responses/no-server-error'],
    fault(
      'type-in-mixed-case-500',
      'RFC 9110 8.3.1',
      'Application/Json is 500',
      crash('getShippingRates', (call) => type(call).startsWith('Application')),
      typed('Application/Json'),
    ),
    fault(
      'type-without-space-after-semicolon-500',
      'RFC 9110 5.6.6',
      'a charset that follows the semicolon without a space is 500',
      crash('getShippingRates', (call) => /;\S/.test(type(call))),
      typed('application/json;charset=UTF-8'),
    ),
  ),
  foundOnlyBy(
    'requests/spellings',
    fault(
      'type-with-space-before-semicolon-415',
      'RFC 9110 5.6.6',
      'a space before the semicolon of the charset is 415',
      on(
        shipped((call) => type(call).includes(' ;')),
        unsupported,
      ),
      typed('application/json ; charset=utf-8'),
    ),
  ),
  foundOnlyBy(
    'http/header-spellings',
    fault(
      'type-in-lower-case-header-ignored',
      'RFC 9110 5.1',
      'content-type in lower case is not seen, and the body is 415',
      on(shipped(isLowerCase('content-type')), unsupported),
      lowerCase,
    ),
  ),
  foundOnlyBy(
    'http/header-spellings',
    fault(
      'length-in-lower-case-header-ignored',
      'RFC 9110 5.1',
      'a body whose content-length is in lower case is taken as empty',
      invent(isLowerCase('content-length'), 'body must be valid JSON'),
      lowerCase,
    ),
  ),

  ...foundBy(
    ['requests/other-media-type', 'requests/spellings'],
    fault(
      'type-with-parameter-500',
      'RFC 9110 8.3.1',
      'a parameter of application/json that is no charset is 500',
      crash('getShippingRates', (call) => /;\s*(?!charset)\w+=/i.test(type(call))),
      typed('application/json; profile="x"'),
    ),
  ),
];
