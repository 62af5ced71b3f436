/** Methods, paths, keys and orders, where the specification leaves a choice. */
import { all, on, restatus, served, status, success } from '../../variations/changes.js';
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { askRates, forbiddenRates, unknownPath, withKey } from '../../variations/requests.js';
import { enveloped, type Call } from '../../reference-server/stages.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const write = variationsOf('requests');
const { valid, limited } = DEFAULT_KEYS;

const isPost: (call: Call) => boolean = ({ method }) => method === 'POST';
const wrongMethod: Step = { method: 'DELETE', path: '/categories' };
const header = (call: Call) => String(call.headers.authorization ?? '');

export default [
  write('wrong-method-404', '7', 'a wrong method is 404', on(status(405), restatus(404)), wrongMethod),
  write(
    'wrong-method-without-key-405',
    '5',
    'path and method are looked at before the key',
    ({ decide, authenticate }, { keys }) => ({
      decide: (call) =>
        !call.operation && authenticate(call)
          ? decide({ ...call, headers: { authorization: `Bearer ${keys.valid}` } })
          : decide(call),
    }),
    withKey(null, unknownPath),
  ),
  write(
    'head-unsupported',
    '4.1',
    'HEAD is 405',
    on(
      (_, { method }) => method === 'HEAD',
      () => ({ ...enveloped(405, 'Method not allowed', [], ['Use GET here']), headers: { Allow: 'GET' } }),
    ),
    { method: 'HEAD', path: '/categories' },
  ),
  write(
    'options-answered',
    '4',
    'OPTIONS is answered for browsers, without a key',
    on(
      (_, { method }) => method === 'OPTIONS',
      () => ({
        ...enveloped(200, '', []),
        headers: { Allow: 'GET, POST, OPTIONS', 'Access-Control-Allow-Origin': '*' },
      }),
    ),
    withKey(null, { method: 'OPTIONS', path: '/categories' }),
  ),
  write(
    'trailing-slash-served',
    '4',
    'a path with a slash at its end is the same path',
    ({ decide }) => ({
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
    { method: 'GET', path: '/categories/' },
  ),
  write(
    'query-refused',
    '4.1',
    'an unknown query parameter is 400',
    on(
      served('listCategories', ({ query }) => query.size > 0),
      () => enveloped(400, 'Bad request', [], ['page is not a known parameter']),
    ),
    { method: 'GET', path: '/categories?page=1' },
  ),
  write(
    'scheme-in-any-case',
    'RFC 9110 11.1',
    'bearer may be written in any case',
    ({ authenticate }) => ({
      authenticate: (call) =>
        authenticate({
          ...call,
          headers: { ...call.headers, authorization: header(call).replace(/^bearer /i, 'Bearer ') },
        }),
    }),
    withKey(`bearer ${valid}`),
  ),
  write(
    'expired-and-unknown-alike',
    '5 rule 4',
    'an expired key gets the response of an unknown one',
    on(status(401), () => enveloped(401, 'Invalid API key', [], ['Authentication failed'])),
    withKey(`Bearer ${DEFAULT_KEYS.expired}`),
  ),
  write(
    'limited-everywhere',
    '5 rule 5',
    'a limited key may do nothing',
    (stages, settings) =>
      on(
        all(success, (_, call) => header(call) === `Bearer ${settings.keys.limited}`),
        () => enveloped(403, 'Forbidden', [], ['This key has no permission']),
      )(stages, settings),
    withKey(`Bearer ${limited}`),
  ),
  write(
    'limited-to-rates',
    '5 rule 5',
    'a limited key may get rates and not list categories',
    ({ decide, authenticate }, { keys }) => ({
      authenticate: (call) =>
        header(call) !== `Bearer ${keys.limited}`
          ? authenticate(call)
          : call.operation === 'listCategories'
            ? enveloped(403, 'Forbidden', [], ['This key may only get rates'])
            : undefined,
      decide,
    }),
    forbiddenRates,
  ),
  write(
    'invalid-before-forbidden',
    '5 rule 5',
    'an invalid request of a limited key is 400 rather than 403',
    ({ decide, validate, refuse }) => ({
      decide(call) {
        const answer = decide(call);
        const problems = answer.status === 403 && isPost(call) ? validate(call) : [];
        return problems.length > 0 ? refuse(problems, call) : answer;
      },
    }),
    { ...forbiddenRates, body: '{}' },
  ),
  write(
    'order-not-offered',
    '4.3',
    'orders are not offered',
    (stages) => stages,
    { method: 'GET', path: '/orders/TRK1' },
    { orders: false },
  ),
  write(
    'order-payload-differs',
    '4.3',
    'an order wants other fields than the project assumes',
    on(served('createOrder'), () =>
      enveloped(400, 'Invalid order', [], ['shipment_id is required', 'rate_id is not a known field']),
    ),
    { method: 'POST', path: '/create-order', body: '{}' },
  ),
  write(
    'order-answers-200',
    '4.3',
    'a new order is 200 with other fields',
    on(all(success, served('createOrder')), () =>
      enveloped(200, 'Order placed', [{ order_number: 5, tracking: null }]),
    ),
    [askRates(), { method: 'POST', path: '/create-order', body: '{"rate_id":"req-1-alba"}' }],
  ),
  write(
    'key-of-another-form',
    '5',
    'keys have dots, dashes and equals signs, as tokens do',
    (stages) => stages,
    withKey('Bearer eyJh.eyJz-1_2.c2ln=='),
    {
      keys: {
        valid: 'eyJh.eyJz-1_2.c2ln==',
        expired: 'eyJh.eyJl-0_0.c2ln==',
        limited: 'eyJh.eyJs-9_9.c2ln==',
      },
    },
  ),
];
