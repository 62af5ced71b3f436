/** Problems of a request that a framework reports in its own shape instead of the envelope (2.1, 4, 7). */
import { all, document, on, page, served, status, type When } from '../../variations/changes.js';
import { askRates, askWithout } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('framework pages', { section: '7' });
const HTML = 'text/html; charset=utf-8';
const html = (title: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
const malformed = all(
  status(400),
  served('getShippingRates', ({ body }) => body === undefined),
);
const field: When = all(
  status(400),
  served('getShippingRates', ({ body }) => body !== undefined),
);

const invalid = askWithout('sender.city');
const broken = askRates('{"weight": ');

export default [
  fault({
    id: 'laravel-validation-422',
    title: 'Laravel: 422 with message and a map of errors',
    foundBy: ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    apply: on(
      field,
      document(422, {
        message: 'The sender.city field is required.',
        errors: { 'sender.city': ['The sender.city field is required.'] },
      }),
    ),
    witness: invalid,
  }),
  fault({
    id: 'fastify-400',
    title: 'Fastify: 400 with statusCode, error and message',
    foundBy: ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    apply: on(
      field,
      document(400, {
        statusCode: 400,
        error: 'Bad Request',
        message: "body must have required property 'city'",
      }),
    ),
    witness: invalid,
  }),
  fault({
    id: 'laravel-validation-redirect',
    title: 'Laravel: problems redirect to the home page',
    foundBy: ['requests/missing-field', 'requests/wrong-type', 'responses/documented-status'],
    apply: on(field, () => ({
      status: 302,
      headers: { Location: '/', 'Content-Type': HTML },
      body: {},
      raw: html('Redirecting to /'),
    })),
    witness: invalid,
  }),
  fault({
    id: 'aspnet-problem-details',
    title: 'ASP.NET: 400 as problem details',
    foundBy: [
      'envelope/status-flag',
      'envelope/message',
      'envelope/data',
      'envelope/errors',
      'envelope/response-code',
      'errors/names-field',
    ],
    apply: on(
      field,
      document(
        400,
        {
          title: 'One or more validation errors occurred.',
          status: 400,
          errors: { 'sender.city': ['Required'] },
        },
        'application/problem+json',
      ),
    ),
    witness: invalid,
  }),
  fault({
    id: 'nest-400',
    title: 'Nest: 400 with statusCode and a list in message',
    foundBy: [
      'envelope/status-flag',
      'envelope/message',
      'envelope/data',
      'envelope/errors',
      'envelope/response-code',
      'errors/names-field',
    ],
    apply: on(
      field,
      document(400, { statusCode: 400, message: ['city must be a string'], error: 'Bad Request' }),
    ),
    witness: invalid,
  }),
  fault({
    id: 'django-rest-field-map',
    title: 'Django REST: 400 is a bare map of fields',
    foundBy: 'envelope/object',
    apply: on(field, document(400, { sender: { city: ['This field is required.'] } })),
    witness: invalid,
  }),
  fault({
    id: 'fastapi-422-detail',
    title: 'FastAPI: 422 with a list of details',
    foundBy: 'envelope/object',
    apply: on(field, document(422, { detail: [{ loc: ['body', 'sender', 'city'], msg: 'Field required' }] })),
    witness: invalid,
  }),
  fault({
    id: 'rails-html-400',
    section: '4',
    title: 'Rails: malformed JSON is an HTML page',
    foundBy: ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
    apply: on(malformed, page(400, HTML, html('Bad Request (400)'))),
    witness: broken,
  }),
  fault({
    id: 'werkzeug-html-500',
    section: '4',
    title: 'Flask: a missing field is an HTML page of 500',
    foundBy: ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
    apply: on(field, page(500, HTML, html('500 Internal Server Error'))),
    witness: invalid,
  }),
  fault({
    id: 'go-plain-400',
    section: '4',
    title: 'Go: http.Error with plain text for problems',
    foundBy: ['http/valid-json', 'http/json-content-type'],
    apply: on(field, page(400, 'text/plain; charset=utf-8', 'missing city\n')),
    witness: invalid,
  }),
  fault({
    id: 'spring-default-415',
    section: '2.1',
    title: 'Spring: a body that is not declared as JSON gets the default error object',
    foundBy: [
      'envelope/status-flag',
      'envelope/message',
      'envelope/data',
      'envelope/errors',
      'envelope/response-code',
    ],
    apply: on(
      served('getShippingRates', (call) => !String(call.headers['content-type']).includes('json')),
      document(415, {
        timestamp: '2024-05-01T10:00:00.000+00:00',
        status: 415,
        error: 'Unsupported Media Type',
        path: '/get-shipping-rates',
      }),
    ),
    witness: askRates(undefined, { 'Content-Type': 'text/plain' }),
  }),
];
