/** Bodies that are not one JSON text (section 4, RFC 8259). */
import { all, categories, on, rates, rewrite, served, status, success } from '../../variations/changes.js';
import { askRates, askWithout, itemsOf, listCategories, TWO_BOXES } from '../../variations/requests.js';
import { resend } from '../../variations/sending.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('transport');
const bad = status(400);
const invalid = askWithout('sender.city');

export default [
  ...foundBy(
    'http/valid-json',
    fault(
      'body-after-php-warning',
      '4',
      'a PHP warning stands before the JSON',
      on(
        rates,
        rewrite(
          (json) =>
            `<br />\n<b>Warning</b>: Undefined array key "phone" in <b>/var/www/rates.php</b> on line <b>42</b><br />\n${json}`,
        ),
      ),
      askRates(),
    ),
    fault(
      'body-before-debug-bar',
      '4',
      'a debug bar follows the JSON',
      on(
        success,
        rewrite((json) => `${json}<!-- debugbar 12ms -->`),
      ),
      listCategories,
    ),
    fault(
      'body-twice',
      '4',
      'the envelope is sent twice',
      on(
        bad,
        rewrite((json) => json + json),
      ),
      invalid,
    ),
    fault(
      'body-ends-in-null',
      '4',
      'the word null follows the JSON',
      on(
        rates,
        rewrite((json) => `${json}null`),
      ),
      askRates(),
    ),
    fault(
      'body-anti-hijacking-prefix',
      '4',
      `the body begins with )]}'`,
      on(
        success,
        rewrite((json) => `)]}',\n${json}`),
      ),
      listCategories,
    ),
    fault(
      'json-nan',
      'RFC 8259 6',
      'shipping_charge is NaN',
      on(
        rates,
        rewrite((json) => json.replace(/"shipping_charge":[\d.]+/, '"shipping_charge":NaN')),
      ),
      askRates(),
    ),
    fault(
      'json-infinity',
      'RFC 8259 6',
      'delivery_time is Infinity in the last rate',
      on(
        rates,
        rewrite((json) => json.replace(/"delivery_time":168/, '"delivery_time":Infinity')),
      ),
      askRates(),
    ),
    fault(
      'json-nan-for-several-items',
      'RFC 8259 6',
      'shipping_charge is NaN when there are several items',
      on(
        all(
          rates,
          served('getShippingRates', (call) => itemsOf(call).length > 2),
        ),
        rewrite((json) => json.replace(/"shipping_charge":[\d.]+/g, '"shipping_charge":NaN')),
      ),
      askRates(TWO_BOXES),
    ),
    fault(
      'json-single-quotes',
      'RFC 8259 7',
      'the error is written as Python writes a dict',
      on(
        bad,
        rewrite((json) => json.replaceAll('"', "'").replace('false', 'False')),
      ),
      invalid,
    ),
    fault(
      'json-raw-line-break',
      'RFC 8259 7',
      'a message has an unescaped line break',
      on(
        rates,
        rewrite((json) => json.replace('Shipping rates', 'Shipping\nrates')),
      ),
      askRates(),
    ),
    fault(
      'json-leading-zero',
      'RFC 8259 6',
      'ids have leading zeros',
      on(
        categories,
        rewrite((json) => json.replaceAll('"id":', '"id":0')),
      ),
      listCategories,
    ),
    fault(
      'json-decimal-comma',
      'RFC 8259 6',
      'amounts have a decimal comma',
      on(
        rates,
        rewrite((json) => json.replace(/(_fee|_charge)":(\d+)\.(\d+)/g, '$1":$2,$3')),
      ),
      askRates(),
    ),
    fault(
      'json-cut',
      '4',
      'the JSON is cut, the length fits',
      resend(success, (bytes) => bytes.subarray(0, -15)),
      listCategories,
    ),
  ),
  foundOnlyBy(
    'http/valid-json',
    fault(
      'json-trailing-comma',
      'RFC 8259 5',
      'a comma follows the last category',
      on(
        categories,
        rewrite((json) => json.replace('}]', '},]')),
      ),
      listCategories,
    ),
  ),
];
