/** Header fields that HTTP demands and practice forgets: Date, Allow, WWW-Authenticate (RFC 9110). */
import type { Answer } from '../../reference-server/stages.js';
import { all, on, rates, status, success, withHeaders, type When } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askRates, listCategories, withKey } from '../../variations/requests.js';
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('header fields');
const without = (name: string) => (answer: Answer) => ({
  ...answer,
  headers: Object.fromEntries(Object.entries(answer.headers).filter(([each]) => each !== name)),
});
const notAllowed = status(405);
const getRates: Step = { method: 'GET', path: '/get-shipping-rates' };
const deleteList: Step = { method: 'DELETE', path: '/categories' };
const isExpired: When = (_, { headers }) => String(headers.authorization).endsWith(DEFAULT_KEYS.expired);
const challenge = (value: string) => withHeaders({ 'WWW-Authenticate': value });

export default [
  ...foundBy(
    'http/date',
    fault(
      'date-local',
      'RFC 9110 5.6.7',
      'Date is in local time with an offset',
      on(rates, withHeaders({ Date: 'Thu, 15 Jan 2026 15:30:00 +0600' })),
      askRates(),
    ),
  ),
  foundOnlyBy(
    'http/date',
    fault(
      'date-stands-still',
      'RFC 9110 6.6.1',
      'Date is that of the start of the server, years ago',
      on(success, withHeaders({ Date: 'Tue, 15 Nov 1994 08:12:31 GMT' })),
      listCategories,
    ),
  ),
  foundOnlyBy(
    'http/allow-with-405',
    fault(
      'allow-empty',
      'RFC 9110 10.2.1',
      'Allow is empty where the path has a method',
      on(notAllowed, withHeaders({ Allow: '' })),
      deleteList,
    ),
  ),
  foundOnlyBy(
    'http/allow-with-405',
    fault(
      'allow-as-json',
      'RFC 9110 10.2.1',
      'Allow is a JSON list',
      on(notAllowed, withHeaders({ Allow: '["GET"]' })),
      deleteList,
    ),
  ),
  foundOnlyBy(
    'http/challenge-with-401',
    fault(
      'challenge-empty',
      'RFC 9110 11.6.1',
      'WWW-Authenticate is empty',
      on(status(401), challenge('')),
      withKey(null),
    ),
  ),
  foundOnlyBy(
    'http/challenge-with-401',
    fault(
      'challenge-basic',
      'RFC 9110 11.6.1',
      'WWW-Authenticate asks for Basic, which is not accepted',
      on(status(401), challenge('Basic realm="api"')),
      withKey('Bearer nobody'),
    ),
  ),
  foundOnlyBy(
    'http/challenge-with-401',
    fault(
      'challenge-as-sentence',
      'RFC 9110 11.6.1',
      'WWW-Authenticate is a sentence',
      on(status(401), challenge('Please send a valid key!')),
      withKey(null),
    ),
  ),

  ...foundBy(
    'http/allow-with-405',
    fault(
      'allow-missing-for-rates',
      'RFC 9110 15.5.6',
      'the 405 of rates has no Allow',
      on(
        all(notAllowed, (_, { path }) => path === '/get-shipping-rates'),
        without('Allow'),
      ),
      getRates,
    ),
    fault(
      'allow-lacks-method',
      'RFC 9110 10.2.1',
      'Allow of rates names GET, which is refused, and not POST',
      on(
        all(notAllowed, (_, { path }) => path === '/get-shipping-rates'),
        withHeaders({ Allow: 'GET' }),
      ),
      getRates,
    ),
    fault(
      'allow-lower-case',
      'RFC 9110 9.1',
      'Allow names get in lower case',
      on(notAllowed, withHeaders({ Allow: 'get, head' })),
      deleteList,
    ),
  ),
  ...foundBy(
    'http/challenge-with-401',
    fault(
      'challenge-missing-for-expired',
      'RFC 9110 15.5.2',
      'the 401 of an expired key has no WWW-Authenticate',
      on(all(status(401), isExpired), without('WWW-Authenticate')),
      withKey(`Bearer ${DEFAULT_KEYS.expired}`),
    ),
    fault(
      'challenge-missing-for-rates',
      'RFC 9110 15.5.2',
      'the 401 of rates has no WWW-Authenticate',
      on(
        all(status(401), (_, { path }) => path === '/get-shipping-rates'),
        without('WWW-Authenticate'),
      ),
      withKey(null, askRates()),
    ),
  ),
];
