/** Scopes of a limited key, which are not shown (section 5): it may lack something that nobody tries. */
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
import { variationsOf, type Apply, type Step, type Named } from '../../variations/variation.js';

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

const variant = ({ apply, witness, ...row }: Named & { apply: Apply; witness: Step }) =>
  write({ ...row, section: open, apply, witness: limitedKey(witness) });
const isRates = ({ operation }: Call) => operation === 'getShippingRates';
const country = (party: string, { body }: Call) => valueAt(body, [party, 'country_code']);

export default [
  variant({
    id: 'limited-nowhere',
    title: 'a limited key lacks something that this service does not offer',
    apply: limitedWhere(() => false),
    witness: askRates(),
  }),
  variant({
    id: 'limited-to-looking',
    title: 'a limited key may do all but order',
    apply: limitedWhere(({ operation }) => operation === 'createOrder'),
    witness: askRates(),
  }),
  variant({
    id: 'limited-to-not-tracking',
    title: 'a limited key may do all but look up orders',
    apply: limitedWhere(({ operation }) => operation === 'getOrder'),
    witness: askRates(),
  }),
  variant({
    id: 'limited-to-home',
    title: 'a limited key may not ship abroad',
    apply: limitedWhere((call) => isRates(call) && country('sender', call) !== country('receiver', call)),
    witness: askRates(),
  }),
  variant({
    id: 'limited-to-home-after-validation',
    title: 'a limited key may not ship abroad, which is looked at once the body is valid',
    apply: limitedWhere(
      (call) => isRates(call) && country('sender', call) !== country('receiver', call),
      'operation',
    ),
    witness: askRates(),
  }),
  variant({
    id: 'limited-to-one-box',
    title: 'a limited key may rate one box and no more',
    apply: limitedWhere((call) => isRates(call) && boxesOf(call).length > 1),
    witness: askRates(TWO_BOXES),
  }),
  variant({
    id: 'limited-to-fifty-pounds',
    title: 'a limited key may not rate what is heavy',
    apply: limitedWhere((call) => isRates(call) && Number(valueAt(call.body, ['weight'])) > 50, 'operation'),
    witness: askWith('weight', 60),
  }),
  variant({
    id: 'limited-to-commercial',
    title: 'a limited key may not rate for homes',
    apply: limitedWhere(
      (call) => isRates(call) && valueAt(call.body, ['delivery_type']) === 'residential',
      'operation',
    ),
    witness: askWith('delivery_type', 'residential'),
  }),
  variant({
    id: 'limited-at-unknown-paths-too',
    title: 'a limited key is refused at every path but /categories, also at one that does not exist',
    apply: limitedWhere(({ path }) => path !== '/categories'),
    witness: unknownPath,
  }),
  variant({
    id: 'limited-to-reading-methods',
    title: 'a limited key may use no POST, whatever it is sent to',
    apply: limitedWhere(({ method }) => method === 'POST'),
    witness: { method: 'POST', path: '/categories' },
  }),
  variant({
    id: 'limited-after-validation',
    title: 'a limited key may not get rates, which is looked at once the body is valid',
    apply: limitedWhere(isRates, 'operation'),
    witness: askRates('{}'),
  }),
];
