/** Errors that a framework or a proxy answers in its own way (2.1, 4, 5, 7). */
import type { Call } from '../../reference-server/stages.js';
import { bare, document, htmlPage, page } from '../../variations/changes.js';
import { all, badRequest, served, status, type When } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { headerOf } from '../../variations/calls.js';
import { askRates, unknownPath } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const ENVELOPE = ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'];
const noJsonWanted = ({ headers }: Call) => !String(headers.accept ?? '').includes('json');
const wantsPage: When = (answer, call) => answer.status >= 400 && noJsonWanted(call);
const malformed = all(
  badRequest,
  served('getShippingRates', ({ body }) => body === undefined),
);
const field = all(
  badRequest,
  served('getShippingRates', ({ body }) => body !== undefined),
);
const broken = askRates('{"weight": ');

export default [
  ...faultsOf('framework pages', { section: '7' })({
    'rails-default-404': {
      title: 'Rails: 404 with status and error only',
      foundBy: ['envelope/message', ...ENVELOPE],
      apply: on(status(404), document(404, { status: 404, error: 'Not Found' })),
    },
    'laravel-validation-422': {
      title: 'Laravel: 422 with message and a map of errors',
      foundBy: ENVELOPE,
      when: field,
      change: document(422, {
        message: 'The sender.city field is required.',
        errors: { 'sender.city': ['The sender.city field is required.'] },
      }),
    },
    'fastify-400': {
      title: 'Fastify: 400 with statusCode, error and message',
      foundBy: ENVELOPE,
      when: field,
      change: document(400, {
        statusCode: 400,
        error: 'Bad Request',
        message: "body must have required property 'city'",
      }),
    },
    'laravel-validation-redirect': {
      title: 'Laravel: problems redirect to the home page',
      foundBy: ['requests/missing-field', 'requests/wrong-type', 'responses/documented-status'],
      apply: on(field, bare(302, { Location: '/', 'Content-Type': 'text/html' }, '<h1>Redirecting</h1>')),
    },
    'aspnet-problem-details': {
      title: 'ASP.NET: 400 as problem details',
      foundBy: ['envelope/message', ...ENVELOPE, 'errors/names-field'],
      when: field,
      change: document(
        400,
        {
          title: 'One or more validation errors occurred.',
          status: 400,
          errors: { 'sender.city': ['Required'] },
        },
        'application/problem+json',
      ),
    },
    'nest-400': {
      title: 'Nest: 400 with statusCode and a list in message',
      foundBy: ['envelope/message', ...ENVELOPE, 'errors/names-field'],
      when: field,
      change: document(400, { statusCode: 400, message: ['city must be a string'], error: 'Bad Request' }),
    },
    'django-rest-field-map': {
      title: 'Django REST: 400 is a bare map of fields',
      foundBy: 'envelope/object',
      apply: on(field, document(400, { sender: { city: ['This field is required.'] } })),
    },
    'fastapi-422-detail': {
      title: 'FastAPI: 422 with a list of details',
      foundBy: 'envelope/object',
      apply: on(
        field,
        document(422, { detail: [{ loc: ['body', 'sender', 'city'], msg: 'Field required' }] }),
      ),
    },
    'spring-default-415': {
      section: '2.1',
      title: 'Spring: a body that is not declared as JSON gets the default error object',
      foundBy: ['envelope/message', ...ENVELOPE],
      when: served('getShippingRates', (call) => !headerOf(call, 'content-type').includes('json')),
      change: document(415, {
        timestamp: '2024-05-01T10:00:00.000+00:00',
        status: 415,
        error: 'Unsupported Media Type',
        path: '/get-shipping-rates',
      }),
      witness: askRates(undefined, { 'Content-Type': 'text/plain' }),
    },
  }),
  ...faultsOf('framework pages', { section: '4' })({
    'laravel-html-unless-json-accepted': {
      title: 'Laravel: errors are HTML unless Accept names JSON',
      foundBy: ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
      apply: on(wantsPage, (answer) => htmlPage(answer.status, 'Error')()),
      witness: { ...unknownPath, headers: { Accept: '*/*' } },
    },
    'tomcat-html-401': {
      title: 'Tomcat: 401 is an HTML page',
      foundBy: ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
      apply: on(status(401), htmlPage(401, 'HTTP Status 401 – Unauthorized')),
    },
    'proxy-html-502': {
      title: 'valid rate requests end in a proxy page of 502',
      foundBy: ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
      when: all((a) => a.status === 200, served('getShippingRates')),
      change: htmlPage(502, '502 Bad Gateway'),
    },
    'rails-html-400': {
      title: 'Rails: malformed JSON is an HTML page',
      foundBy: ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
      apply: on(malformed, htmlPage(400, 'Bad Request (400)')),
      witness: broken,
    },
    'werkzeug-html-500': {
      title: 'Flask: a missing field is an HTML page of 500',
      foundBy: ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
      apply: on(field, htmlPage(500, '500 Internal Server Error')),
    },
    'go-plain-400': {
      title: 'Go: http.Error with plain text for problems',
      foundBy: ['http/valid-json', 'http/json-content-type'],
      apply: on(field, page(400, 'text/plain; charset=utf-8', 'missing city\n')),
    },
  }),
  ...faultsOf('framework pages', { section: '5 rule 3' })({
    'laravel-login-route-500': {
      title: 'Laravel: no key is 500, Route [login] not defined',
      foundBy: ENVELOPE,
      apply: on(status(401), document(500, { message: 'Route [login] not defined.' })),
    },
    'laravel-login-redirect': {
      title: 'Laravel: no key redirects to a login page',
      foundBy: ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key', 'responses/documented-status'],
      apply: on(
        status(401),
        bare(302, { Location: '/login', 'Content-Type': 'text/html' }, '<h1>Redirecting</h1>'),
      ),
    },
    'django-rest-detail-401': {
      title: 'Django REST: 401 with only a detail',
      foundBy: 'envelope/object',
      apply: on(status(401), document(401, { detail: 'Authentication credentials were not provided.' })),
    },
  }),
];
