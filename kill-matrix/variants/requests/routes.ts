/** Methods, paths, orders, keys and their scopes, where the specification leaves a choice. */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { type Call, enveloped } from '../../reference-server/stages.js';
import { refusal, restatus } from '../../variations/changes.js';
import { all, served, status, success } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { boxesOf, credential, valueAt } from '../../variations/calls.js';
import {
  askRates,
  askWith,
  forbiddenRates,
  TWO_BOXES,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { type Apply, type Step, variantsOf } from '../../variations/variation.js';

const { valid, limited } = DEFAULT_KEYS;
const open = '5: permission scopes are not shown';
const limitedKey = (step: Step) => withKey(`Bearer ${DEFAULT_KEYS.limited}`, step);
const lacking = refusal(403, 'Forbidden', 'This key lacks the permission for that');
/** A limited key is refused where `lacks` says so, and admitted elsewhere. */
const limitedWhere =
  (lacks: (call: Call) => boolean): Apply =>
  ({ authenticate }, { keys }) => ({
    authenticate(call) {
      if (call.headers.authorization !== `Bearer ${keys.limited}`) return authenticate(call);
      return lacks(call) ? lacking() : undefined;
    },
  });
/** The same, which is looked at once the request is valid. */
const limitedLater =
  (lacks: (call: Call) => boolean): Apply =>
  ({ authenticate, operate }, { keys }) => {
    const isLimited = ({ headers }: Call) => headers.authorization === `Bearer ${keys.limited}`;
    return {
      authenticate: (call) => (isLimited(call) ? undefined : authenticate(call)),
      operate: (call) => (isLimited(call) && lacks(call) ? lacking() : operate(call)),
    };
  };
const isRates = ({ operation }: Call) => operation === 'getShippingRates';
const isAbroad = ({ operation, body }: Call) =>
  operation === 'getShippingRates' &&
  valueAt(body, ['sender', 'country_code']) !== valueAt(body, ['receiver', 'country_code']);

export default [
  ...variantsOf('requests', { section: '5 rule 5' })({
    'wrong-method-404': {
      section: '7',
      title: 'a wrong method is 404',
      apply: on(status(405), restatus(404)),
    },
    'wrong-method-without-key-405': {
      section: '5',
      title: 'path and method are looked at before the key',
      apply: ({ decide, authenticate }, { keys }) => ({
        decide: (call) =>
          !call.operation && authenticate(call)
            ? decide({ ...call, headers: { authorization: `Bearer ${keys.valid}` } })
            : decide(call),
      }),
      witness: withKey(null, unknownPath),
    },
    'head-unsupported': {
      section: '4.1',
      title: 'HEAD is 405',
      when: (_, { method }) => method === 'HEAD',
      change: refusal(405, 'Method not allowed', 'Use GET here', { Allow: 'GET' }),
      witness: { method: 'HEAD', path: '/categories' },
    },
    'options-answered': {
      section: '4',
      title: 'OPTIONS is answered for browsers, without a key',
      when: (_, { method }) => method === 'OPTIONS',
      change: () => ({
        ...enveloped(200, '', []),
        headers: { Allow: 'GET, POST, OPTIONS', 'Access-Control-Allow-Origin': '*' },
      }),
      witness: withKey(null, { method: 'OPTIONS', path: '/categories' }),
    },
    'trailing-slash-served': {
      section: '4',
      title: 'a path with a slash at its end is the same path',
      apply: ({ decide }) => ({
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
      witness: { method: 'GET', path: '/categories/' },
    },
    'query-refused': {
      section: '4.1',
      title: 'an unknown query parameter is 400',
      when: served('listCategories', ({ query }) => query.size > 0),
      change: refusal(400, 'Bad request', 'page is not a known parameter'),
      witness: { method: 'GET', path: '/categories?page=1' },
    },
    'scheme-in-any-case': {
      section: 'RFC 9110 11.1',
      title: 'bearer may be written in any case',
      apply: ({ authenticate }) => ({
        authenticate: (call) =>
          authenticate({
            ...call,
            headers: {
              ...call.headers,
              authorization: credential(call).replace(/^bearer /i, 'Bearer '),
            },
          }),
      }),
      witness: withKey(`bearer ${valid}`),
    },
    'expired-and-unknown-alike': {
      section: '5 rule 4',
      title: 'an expired key gets the response of an unknown one',
      apply: on(status(401), refusal(401, 'Invalid API key', 'Authentication failed')),
    },
    'limited-everywhere': {
      title: 'a limited key may do nothing',
      apply: limitedWhere(() => true),
      witness: withKey(`Bearer ${limited}`),
    },
    'limited-to-rates': {
      title: 'a limited key may get rates and not list categories',
      apply: limitedWhere(({ operation }) => operation === 'listCategories'),
    },
    'invalid-before-forbidden': {
      title: 'an invalid request of a limited key is 400 rather than 403',
      apply: ({ decide, validate, refuse }) => ({
        decide(call) {
          const answer = decide(call);
          const problems = answer.status === 403 && call.method === 'POST' ? validate(call) : [];
          return problems.length > 0 ? refuse(problems, call) : answer;
        },
      }),
      witness: { ...forbiddenRates, body: '{}' },
    },
    'key-of-another-form': {
      section: '5',
      title: 'keys have dots, dashes and equals signs, as tokens do',
      settings: {
        keys: {
          valid: 'eyJh.eyJz-1_2.c2ln==',
          expired: 'eyJh.eyJl-0_0.c2ln==',
          limited: 'eyJh.eyJs-9_9.c2ln==',
        },
      },
    },
  }),
  ...variantsOf('requests', { section: '4.3' })({
    'order-not-offered': {
      title: 'orders are not offered',
      witness: { method: 'GET', path: '/orders/TRK1' },
      settings: { orders: false },
    },
    'order-payload-differs': {
      title: 'an order wants other fields than the project assumes',
      apply: on(served('createOrder'), () =>
        enveloped(400, 'Invalid order', [], ['shipment_id is required', 'rate_id is not a known field']),
      ),
      witness: { method: 'POST', path: '/create-order', body: '{}' },
    },
    'order-answers-200': {
      title: 'a new order is 200 with other fields',
      apply: on(all(success, served('createOrder')), () =>
        enveloped(200, 'Order placed', [{ order_number: 5, tracking: null }]),
      ),
      witness: [askRates(), { method: 'POST', path: '/create-order', body: '{"rate_id":"req-1-alba"}' }],
    },
  }),
  ...variantsOf('requests', { section: open, witness: limitedKey(askRates()) })({
    'limited-nowhere': {
      title: 'a limited key lacks something that this service does not offer',
      apply: limitedWhere(() => false),
    },
    'limited-to-looking': {
      title: 'a limited key may do all but order',
      apply: limitedWhere(({ operation }) => operation === 'createOrder'),
    },
    'limited-to-not-tracking': {
      title: 'a limited key may do all but look up orders',
      apply: limitedWhere(({ operation }) => operation === 'getOrder'),
    },
    'limited-to-home': { title: 'a limited key may not ship abroad', apply: limitedWhere(isAbroad) },
    'limited-to-home-after-validation': {
      title: 'a limited key may not ship abroad, which is looked at once the body is valid',
      apply: limitedLater(isAbroad),
    },
    'limited-to-one-box': {
      title: 'a limited key may rate one box and no more',
      apply: limitedWhere((call) => isRates(call) && boxesOf(call).length > 1),
      witness: limitedKey(askRates(TWO_BOXES)),
    },
    'limited-to-fifty-pounds': {
      title: 'a limited key may not rate what is heavy',
      apply: limitedLater((call) => isRates(call) && Number(valueAt(call.body, ['weight'])) > 50),
      witness: limitedKey(askWith('weight', 60)),
    },
    'limited-to-commercial': {
      title: 'a limited key may not rate for homes',
      apply: limitedLater((call) => isRates(call) && valueAt(call.body, ['delivery_type']) === 'residential'),
      witness: limitedKey(askWith('delivery_type', 'residential')),
    },
    'limited-at-unknown-paths-too': {
      title: 'a limited key is refused at every path but /categories, also at one that does not exist',
      apply: limitedWhere(({ path }) => path !== '/categories'),
      witness: limitedKey(unknownPath),
    },
    'limited-to-reading-methods': {
      title: 'a limited key may use no POST, whatever it is sent to',
      apply: limitedWhere(({ method }) => method === 'POST'),
      witness: limitedKey({ method: 'POST', path: '/categories' }),
    },
    'limited-after-validation': {
      title: 'a limited key may not get rates, which is looked at once the body is valid',
      apply: limitedLater(isRates),
      witness: limitedKey(askRates('{}')),
    },
  }),
];
