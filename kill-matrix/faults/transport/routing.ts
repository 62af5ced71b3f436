/** Paths and methods (sections 4 and 7, RFC 9110). */
import {
  all,
  document,
  httpStatus,
  on,
  page,
  restatus,
  serverError,
  served,
  set,
  status,
} from '../../variations/changes.js';
import { askRates, listCategories, unknownPath } from '../../variations/requests.js';
import { enveloped, type Call } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('routing');
const notFound = status(404);
const notAllowed = status(405);
const wrongMethod: Step = { method: 'DELETE', path: '/categories' };
const getRates: Step = { method: 'GET', path: '/get-shipping-rates' };
const below = (_: unknown, call: Call) => /^\/(categories|get-shipping-rates)\/./.test(call.path);

export default [
  ...foundBy(
    'routing/unknown-path',
    fault(
      'unknown-path-200',
      '7',
      'an unknown path is an empty success',
      on(notFound, () => enveloped(200, '', [])),
      unknownPath,
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'unknown-path-http-200',
      '7',
      'an unknown path is HTTP 200 with the envelope of a 404',
      on(notFound, httpStatus(200)),
      unknownPath,
    ),
    fault(
      'wrong-method-http-200',
      '7',
      'a wrong method is HTTP 200 with the envelope of an error',
      on(notAllowed, httpStatus(200)),
      wrongMethod,
    ),
    fault(
      'wrong-method-code-number',
      '7 rule 1',
      'response_code is the number 405',
      on(notAllowed, set({ response_code: 405 })),
      wrongMethod,
    ),
  ),
  ...foundBy(
    ['http/valid-json', 'http/json-content-type'],
    fault(
      'unknown-path-page',
      '7',
      'an unknown path is the page of a single-page application',
      on(notFound, page(200, 'text/html', '<!doctype html><div id="app"></div>')),
      unknownPath,
    ),
  ),
  ...foundBy(
    ['routing/unknown-path', 'responses/no-server-error'],
    fault('unknown-path-500', '7', 'an unknown path is 500', on(notFound, serverError), unknownPath),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'unknown-path-errors-empty',
      '7',
      'errors is empty for an unknown path',
      on(notFound, set({ errors: [] })),
      unknownPath,
    ),
  ),
  ...foundBy(
    ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    fault(
      'unknown-path-message-only',
      '7',
      'an unknown path is only a message',
      on(notFound, document(404, { message: 'no Route matched with those values' })),
      unknownPath,
    ),
    fault(
      'wrong-method-message-only',
      '2.1',
      'a 405 has only a message',
      on(notAllowed, (answer) => ({
        ...answer,
        raw: '{"message":"The DELETE method is not supported for this route."}',
      })),
      wrongMethod,
    ),
  ),
  ...foundBy(
    'envelope/status-flag',
    fault(
      'unknown-path-status-true',
      '7',
      'status is true for an unknown path',
      on(notFound, set({ status: true })),
      unknownPath,
    ),
  ),
  foundOnlyBy(
    'routing/unknown-path',
    fault(
      'path-below-operation-200',
      '7',
      'anything below /categories is the category list',
      on(all(notFound, below), () => enveloped(200, '', [])),
      { method: 'GET', path: '/categories/nothing-here' },
    ),
  ),
  ...foundBy(
    'routing/wrong-method',
    fault(
      'method-ignored-for-categories',
      '4.1',
      'categories answer any method',
      on(
        all(notAllowed, (_, call) => call.path === '/categories'),
        () => enveloped(200, '', []),
      ),
      wrongMethod,
    ),
  ),
  foundOnlyBy(
    'routing/wrong-method',
    fault(
      'method-ignored-for-rates',
      '4.2',
      'rates answer GET with an empty success',
      on(
        all(notAllowed, (_, call) => call.path === '/get-shipping-rates'),
        () => enveloped(200, '', []),
      ),
      getRates,
    ),
  ),
  ...foundBy(
    ['routing/wrong-method', 'responses/no-server-error'],
    fault('wrong-method-500', '7', 'a wrong method is 500', on(notAllowed, serverError), wrongMethod),
  ),
  foundOnlyBy(
    'http/allow-with-405',
    fault(
      'wrong-method-without-allow',
      'RFC 9110 15.5.6',
      'a 405 has no Allow',
      on(notAllowed, (answer) => ({ ...answer, headers: {} })),
      wrongMethod,
    ),
  ),
  ...foundBy(
    'http/allow-with-405',
    fault(
      'wrong-method-allow-itself',
      'RFC 9110 15.5.6',
      'Allow of a 405 names the method that was refused',
      on(notAllowed, (answer, { method }) => ({ ...answer, headers: { Allow: `GET, POST, ${method}` } })),
      wrongMethod,
    ),
  ),
  ...foundBy(
    'http/valid-json',
    fault(
      'wrong-method-empty-body',
      '2.1',
      'a 405 has no body',
      on(notAllowed, (answer) => ({ ...answer, raw: '' })),
      wrongMethod,
    ),
  ),
  ...foundBy(
    'requests/documented-examples',
    fault(
      'categories-not-found',
      '4.1',
      'the category list is 404',
      on(all(status(200), served('listCategories')), restatus(404)),
      listCategories,
    ),
  ),
  ...foundBy(
    ['requests/documented-examples', 'responses/documented-status'],
    fault(
      'categories-redirect',
      '4.1',
      'the category list redirects to a path with a slash, which is 404',
      on(served('listCategories'), () => ({
        ...enveloped(301, '', []),
        headers: { Location: '/api/v1/developer/categories/' },
      })),
      listCategories,
    ),
  ),
  ...foundBy(
    ['requests/documented-examples', 'rates/valid-shipments', 'responses/documented-status'],
    fault(
      'rates-redirect',
      '4.2',
      'a rate request redirects to another path',
      on(all(status(200), served('getShippingRates')), () => ({
        ...enveloped(302, '', []),
        headers: { Location: '/api/v1/developer/rates' },
      })),
      askRates(),
    ),
    fault(
      'rates-accepted',
      '4.2',
      'a rate request is 202, to be asked for later',
      on(all(status(200), served('getShippingRates')), () => enveloped(202, 'Queued', [])),
      askRates(),
    ),
  ),
  foundOnlyBy(
    'errors/no-blank-text',
    fault(
      'unknown-path-errors-blank',
      '2.1',
      'errors holds an empty text for an unknown path',
      on(notFound, set({ errors: [''] })),
      unknownPath,
    ),
  ),
  ...foundBy(
    'routing/head',
    fault(
      'head-403',
      'RFC 9110 9.3.2',
      'HEAD is 403 where GET is 200',
      on(
        served('listCategories', ({ method }) => method === 'HEAD'),
        () => enveloped(403, 'Forbidden', [], ['This method is not allowed for your key']),
      ),
      { method: 'HEAD', path: '/categories' },
    ),
  ),
  ...foundBy(
    'requests/unknown-query',
    fault(
      'unknown-query-403',
      '4.1',
      'an unknown query parameter is 403',
      on(
        served('listCategories', ({ query }) => query.size > 0),
        () => enveloped(403, 'Forbidden', [], ['This query is blocked']),
      ),
      { method: 'GET', path: '/categories?page=1' },
    ),
  ),
];
