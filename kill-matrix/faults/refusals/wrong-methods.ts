/** 405, which the specification does not show: it is an error, and errors have the envelope (2.1, 7 rule 1). */
import {
  all,
  document,
  drop,
  on,
  page,
  serverError,
  set,
  status,
  type When,
} from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates } from '../../variations/requests.js';
import { hangUp } from '../../variations/sending.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('405 and 415');

const notAllowed = status(405);
const at = (path: string, ...methods: string[]): When =>
  all(notAllowed, (_, call) => call.path === path && (methods.length === 0 || methods.includes(call.method)));
const ask = (method: string, path: string): Step => ({ method, path });
const html = (code: number, title: string) =>
  page(code, 'text/html', `<html><head><title>${title}</title></head><body>${title}</body></html>`);

export default [
  ...foundBy(
    ['errors/nothing-leaks', 'http/allow-with-405'],
    fault(
      'method-405-html-for-rates',
      '4',
      'GET of rates is an HTML page of 405',
      on(at('/get-shipping-rates'), html(405, 'Method Not Allowed')),
      ask('GET', '/get-shipping-rates'),
    ),
  ),
  ...foundBy(
    ['envelope/object', 'http/allow-with-405'],
    fault(
      'method-405-detail-for-post',
      '2.1',
      'POST of the category list has only a detail',
      on(at('/categories', 'POST'), document(405, { detail: 'Method "POST" not allowed.' })),
      ask('POST', '/categories'),
    ),
  ),
  ...foundBy(
    ['http/allow-with-405', 'http/json-content-type', 'http/valid-json'],
    fault(
      'method-405-html-for-delete',
      '4',
      'DELETE of rates is an HTML page',
      on(at('/get-shipping-rates', 'DELETE'), html(405, 'Not Allowed')),
      ask('DELETE', '/get-shipping-rates'),
    ),
    fault(
      'method-405-for-order-html',
      '4',
      'GET of /create-order is an HTML page',
      on(at('/create-order', 'GET'), html(405, 'Method Not Allowed')),
      ask('GET', '/create-order'),
    ),
  ),
  // Only a DELETE with the key shows it, which the suite sends with `--allow-writes` alone: such a server may have deleted all.
  ...foundBy(
    'routing/wrong-method',
    fault(
      'method-delete-204',
      '4.1',
      'DELETE of the category list is 204',
      on(at('/categories', 'DELETE'), () => ({ status: 204, headers: {}, body: {}, raw: '' })),
      ask('DELETE', '/categories'),
    ),
  ),

  ...foundBy(
    'http/answers',
    fault(
      'method-patch-hangs-up',
      '7',
      'the connection closes on PATCH',
      hangUp(all(notAllowed, (_, { method }) => method === 'PATCH')),
      ask('PATCH', '/get-shipping-rates'),
    ),
  ),
  ...foundBy(
    ['responses/no-server-error', 'routing/wrong-method'],
    fault(
      'method-put-500',
      '7',
      'PUT is 500 on both operations',
      on(
        all(notAllowed, (_, { method }) => method === 'PUT'),
        serverError,
      ),
      ask('PUT', '/categories'),
    ),
  ),
  ...foundBy(
    'routing/wrong-method',
    fault(
      'method-put-lists',
      '4.1',
      'PUT lists the categories as GET does',
      ({ decide }) => ({
        decide: (call) =>
          call.method === 'PUT' && call.path === '/categories'
            ? decide({ ...call, method: 'GET', operation: 'listCategories' })
            : decide(call),
      }),
      ask('PUT', '/categories'),
    ),
    fault(
      'method-patch-rates',
      '4.2',
      'PATCH with a valid shipment is rated',
      ({ decide }) => ({
        decide: (call) =>
          call.method === 'PATCH' && call.path === '/get-shipping-rates'
            ? decide({ ...call, method: 'POST', operation: 'getShippingRates' })
            : decide(call),
      }),
      { ...askRates(), method: 'PATCH' },
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'method-405-errors-null',
      '2.1',
      'errors is null in the 405 of rates',
      on(at('/get-shipping-rates'), set({ errors: null })),
      ask('GET', '/get-shipping-rates'),
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'method-405-data-missing',
      '2.1',
      'data is left out of a 405',
      on(notAllowed, drop('data')),
      ask('PUT', '/categories'),
    ),
  ),
  ...foundBy(
    'envelope/status-flag',
    fault(
      'method-405-status-zero',
      '2.1',
      'status is 0 in a 405',
      on(notAllowed, set({ status: 0 })),
      ask('DELETE', '/categories'),
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'method-405-code-400',
      '7 rule 1',
      'response_code of a 405 is "400"',
      on(notAllowed, set({ response_code: '400' })),
      ask('DELETE', '/categories'),
    ),
  ),
  ...foundBy(
    ['http/json-content-type', 'http/valid-json'],
    fault(
      'method-405-plain',
      '4',
      'Go: a 405 is plain text',
      on(notAllowed, (answer) => ({
        ...answer,
        headers: { ...answer.headers, 'Content-Type': 'text/plain; charset=utf-8' },
        raw: 'Method Not Allowed\n',
      })),
      ask('POST', '/categories'),
    ),
  ),
];
