/** What a limited key lacks is not shown (section 5): it may be something that nobody tries. */
import {
  askRates,
  askWith,
  boxesOf,
  TWO_BOXES,
  unknownPath,
  valueAt,
  withKey,
} from '../../variations/requests.js';
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { enveloped, type Call } from '../../reference-server/stages.js';
import { variationsOf, type Apply, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('requests');
const open = '5: permission scopes are not shown';
const limitedKey = (step: Step) => withKey(`Bearer ${DEFAULT_KEYS.limited}`, step);

/** A limited key is refused where `lacks` says so, and admitted elsewhere. */
function limitedWhere(
  lacks: (call: Call) => boolean,
  before: 'validation' | 'operation' = 'validation',
): Apply {
  return ({ authenticate, operate }, { keys }) => {
    const limited = ({ headers }: Call) => headers.authorization === `Bearer ${keys.limited}`;
    const refusal = (call: Call) =>
      limited(call) && lacks(call)
        ? enveloped(403, 'Forbidden', [], ['This key lacks the permission for that'])
        : undefined;
    return {
      authenticate: (call) =>
        limited(call) ? (before === 'validation' ? refusal(call) : undefined) : authenticate(call),
      operate: (call) => (before === 'operation' ? refusal(call) : undefined) ?? operate(call),
    };
  };
}

const variant = (id: string, title: string, apply: Apply, witness: Step): Variation =>
  write(id, open, title, apply, limitedKey(witness));
const isRates = ({ operation }: Call) => operation === 'getShippingRates';
const country = (party: string, { body }: Call) => valueAt(body, [party, 'country_code']);

export default [
  variant(
    'limited-nowhere',
    'a limited key lacks something that this service does not offer',
    limitedWhere(() => false),
    askRates(),
  ),
  variant(
    'limited-to-looking',
    'a limited key may do all but order',
    limitedWhere(({ operation }) => operation === 'createOrder'),
    askRates(),
  ),
  variant(
    'limited-to-not-tracking',
    'a limited key may do all but look up orders',
    limitedWhere(({ operation }) => operation === 'getOrder'),
    askRates(),
  ),
  variant(
    'limited-to-home',
    'a limited key may not ship abroad',
    limitedWhere((call) => isRates(call) && country('sender', call) !== country('receiver', call)),
    askRates(),
  ),
  variant(
    'limited-to-home-after-validation',
    'a limited key may not ship abroad, which is looked at once the body is valid',
    limitedWhere(
      (call) => isRates(call) && country('sender', call) !== country('receiver', call),
      'operation',
    ),
    askRates(),
  ),
  variant(
    'limited-to-one-box',
    'a limited key may rate one box and no more',
    limitedWhere((call) => isRates(call) && boxesOf(call).length > 1),
    askRates(TWO_BOXES),
  ),
  variant(
    'limited-to-fifty-pounds',
    'a limited key may not rate what is heavy',
    limitedWhere((call) => isRates(call) && Number(valueAt(call.body, ['weight'])) > 50, 'operation'),
    askWith('weight', 60),
  ),
  variant(
    'limited-to-commercial',
    'a limited key may not rate for homes',
    limitedWhere(
      (call) => isRates(call) && valueAt(call.body, ['delivery_type']) === 'residential',
      'operation',
    ),
    askWith('delivery_type', 'residential'),
  ),
  variant(
    'limited-at-unknown-paths-too',
    'a limited key is refused at every path but /categories, also at one that does not exist',
    limitedWhere(({ path }) => path !== '/categories'),
    unknownPath,
  ),
  variant(
    'limited-to-reading-methods',
    'a limited key may use no POST, whatever it is sent to',
    limitedWhere(({ method }) => method === 'POST'),
    { method: 'POST', path: '/categories' },
  ),
  variant(
    'limited-after-validation',
    'a limited key may not get rates, which is looked at once the body is valid',
    limitedWhere(isRates, 'operation'),
    askRates('{}'),
  ),
];
