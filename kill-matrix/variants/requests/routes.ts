/** Methods, paths, keys and orders, where the specification leaves a choice. */
import { all, on, restatus, served, status, success } from '../../variations/changes.js';
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { askRates, forbiddenRates, unknownPath, withKey } from '../../variations/requests.js';
import { enveloped, type Call } from '../../reference-server/stages.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const write = variationsOf('requests', { section: '5 rule 5' });
const { valid, limited } = DEFAULT_KEYS;

const isPost: (call: Call) => boolean = ({ method }) => method === 'POST';
const wrongMethod: Step = { method: 'DELETE', path: '/categories' };
const header = (call: Call) => String(call.headers.authorization ?? '');

export default [
  write({
    id: 'wrong-method-404',
    section: '7',
    title: 'a wrong method is 404',
    apply: on(status(405), restatus(404)),
    witness: wrongMethod,
  }),
  write({
    id: 'wrong-method-without-key-405',
    section: '5',
    title: 'path and method are looked at before the key',
    apply: ({ decide, authenticate }, { keys }) => ({
      decide: (call) =>
        !call.operation && authenticate(call)
          ? decide({ ...call, headers: { authorization: `Bearer ${keys.valid}` } })
          : decide(call),
    }),
    witness: withKey(null, unknownPath),
  }),
  write({
    id: 'head-unsupported',
    section: '4.1',
    title: 'HEAD is 405',
    apply: on(
      (_, { method }) => method === 'HEAD',
      () => ({ ...enveloped(405, 'Method not allowed', [], ['Use GET here']), headers: { Allow: 'GET' } }),
    ),
    witness: { method: 'HEAD', path: '/categories' },
  }),
  write({
    id: 'options-answered',
    section: '4',
    title: 'OPTIONS is answered for browsers, without a key',
    apply: on(
      (_, { method }) => method === 'OPTIONS',
      () => ({
        ...enveloped(200, '', []),
        headers: { Allow: 'GET, POST, OPTIONS', 'Access-Control-Allow-Origin': '*' },
      }),
    ),
    witness: withKey(null, { method: 'OPTIONS', path: '/categories' }),
  }),
  write({
    id: 'trailing-slash-served',
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
  }),
  write({
    id: 'query-refused',
    section: '4.1',
    title: 'an unknown query parameter is 400',
    apply: on(
      served('listCategories', ({ query }) => query.size > 0),
      () => enveloped(400, 'Bad request', [], ['page is not a known parameter']),
    ),
    witness: { method: 'GET', path: '/categories?page=1' },
  }),
  write({
    id: 'scheme-in-any-case',
    section: 'RFC 9110 11.1',
    title: 'bearer may be written in any case',
    apply: ({ authenticate }) => ({
      authenticate: (call) =>
        authenticate({
          ...call,
          headers: { ...call.headers, authorization: header(call).replace(/^bearer /i, 'Bearer ') },
        }),
    }),
    witness: withKey(`bearer ${valid}`),
  }),
  write({
    id: 'expired-and-unknown-alike',
    section: '5 rule 4',
    title: 'an expired key gets the response of an unknown one',
    apply: on(status(401), () => enveloped(401, 'Invalid API key', [], ['Authentication failed'])),
    witness: withKey(`Bearer ${DEFAULT_KEYS.expired}`),
  }),
  write({
    id: 'limited-everywhere',
    title: 'a limited key may do nothing',
    apply: (stages, settings) =>
      on(
        all(success, (_, call) => header(call) === `Bearer ${settings.keys.limited}`),
        () => enveloped(403, 'Forbidden', [], ['This key has no permission']),
      )(stages, settings),
    witness: withKey(`Bearer ${limited}`),
  }),
  write({
    id: 'limited-to-rates',
    title: 'a limited key may get rates and not list categories',
    apply: ({ decide, authenticate }, { keys }) => ({
      authenticate: (call) =>
        header(call) !== `Bearer ${keys.limited}`
          ? authenticate(call)
          : call.operation === 'listCategories'
            ? enveloped(403, 'Forbidden', [], ['This key may only get rates'])
            : undefined,
      decide,
    }),
    witness: forbiddenRates,
  }),
  write({
    id: 'invalid-before-forbidden',
    title: 'an invalid request of a limited key is 400 rather than 403',
    apply: ({ decide, validate, refuse }) => ({
      decide(call) {
        const answer = decide(call);
        const problems = answer.status === 403 && isPost(call) ? validate(call) : [];
        return problems.length > 0 ? refuse(problems, call) : answer;
      },
    }),
    witness: { ...forbiddenRates, body: '{}' },
  }),
  write({
    id: 'order-not-offered',
    section: '4.3',
    title: 'orders are not offered',
    apply: (stages) => stages,
    witness: { method: 'GET', path: '/orders/TRK1' },
    settings: { orders: false },
  }),
  write({
    id: 'order-payload-differs',
    section: '4.3',
    title: 'an order wants other fields than the project assumes',
    apply: on(served('createOrder'), () =>
      enveloped(400, 'Invalid order', [], ['shipment_id is required', 'rate_id is not a known field']),
    ),
    witness: { method: 'POST', path: '/create-order', body: '{}' },
  }),
  write({
    id: 'order-answers-200',
    section: '4.3',
    title: 'a new order is 200 with other fields',
    apply: on(all(success, served('createOrder')), () =>
      enveloped(200, 'Order placed', [{ order_number: 5, tracking: null }]),
    ),
    witness: [askRates(), { method: 'POST', path: '/create-order', body: '{"rate_id":"req-1-alba"}' }],
  }),
  write({
    id: 'key-of-another-form',
    section: '5',
    title: 'keys have dots, dashes and equals signs, as tokens do',
    apply: (stages) => stages,
    witness: withKey('Bearer eyJh.eyJz-1_2.c2ln=='),
    settings: {
      keys: {
        valid: 'eyJh.eyJz-1_2.c2ln==',
        expired: 'eyJh.eyJl-0_0.c2ln==',
        limited: 'eyJh.eyJs-9_9.c2ln==',
      },
    },
  }),
];
