/** Problems of a request that a framework reports in its own shape instead of the envelope (2.1, 4, 7). */
import { all, document, on, page, served, status, type When } from '../../variations/changes.js';
import { askRates, askWith, askWithout } from '../../variations/requests.js';
import { foundBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('framework pages');
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
  ...foundBy(
    ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    fault(
      'laravel-validation-422',
      '7',
      'Laravel: 422 with message and a map of errors',
      on(
        field,
        document(422, {
          message: 'The sender.city field is required.',
          errors: { 'sender.city': ['The sender.city field is required.'] },
        }),
      ),
      invalid,
    ),
    fault(
      'fastify-400',
      '7',
      'Fastify: 400 with statusCode, error and message',
      on(
        field,
        document(400, {
          statusCode: 400,
          error: 'Bad Request',
          message: "body must have required property 'city'",
        }),
      ),
      invalid,
    ),
  ),
  ...foundBy(
    ['requests/missing-field', 'requests/wrong-type', 'responses/documented-status'],
    fault(
      'laravel-validation-redirect',
      '7',
      'Laravel: problems redirect to the home page',
      on(field, () => ({
        status: 302,
        headers: { Location: '/', 'Content-Type': HTML },
        body: {},
        raw: html('Redirecting to /'),
      })),
      invalid,
    ),
  ),
  ...foundBy(
    [
      'envelope/status-flag',
      'envelope/message',
      'envelope/data',
      'envelope/errors',
      'envelope/response-code',
      'errors/names-field',
    ],
    fault(
      'spring-default-400',
      '7',
      'Spring: the default error object for problems',
      on(
        field,
        document(400, {
          timestamp: '2024-05-01T10:00:00.000+00:00',
          status: 400,
          error: 'Bad Request',
          path: '/get-shipping-rates',
        }),
      ),
      invalid,
    ),
    fault(
      'aspnet-problem-details',
      '7',
      'ASP.NET: 400 as problem details',
      on(
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
      invalid,
    ),
    fault(
      'nest-400',
      '7',
      'Nest: 400 with statusCode and a list in message',
      on(field, document(400, { statusCode: 400, message: ['city must be a string'], error: 'Bad Request' })),
      invalid,
    ),
  ),
  ...foundBy(
    'envelope/object',
    fault(
      'django-rest-field-map',
      '7',
      'Django REST: 400 is a bare map of fields',
      on(field, document(400, { sender: { city: ['This field is required.'] } })),
      invalid,
    ),
    fault(
      'fastapi-422-detail',
      '7',
      'FastAPI: 422 with a list of details',
      on(field, document(422, { detail: [{ loc: ['body', 'sender', 'city'], msg: 'Field required' }] })),
      invalid,
    ),
  ),
  ...foundBy(
    ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
    fault(
      'rails-html-400',
      '4',
      'Rails: malformed JSON is an HTML page',
      on(malformed, page(400, HTML, html('Bad Request (400)'))),
      broken,
    ),
    fault(
      'express-html-stack',
      '4',
      'Express: malformed JSON is an HTML page with a stack trace',
      on(
        malformed,
        page(
          400,
          HTML,
          '<pre>SyntaxError: Unexpected end of JSON input<br> at JSON.parse (&lt;anonymous&gt;)<br> at /srv/app/node_modules/body-parser/lib/types/json.js:92:19</pre>',
        ),
      ),
      broken,
    ),
    fault(
      'werkzeug-html-500',
      '4',
      'Flask: a missing field is an HTML page of 500',
      on(field, page(500, HTML, html('500 Internal Server Error'))),
      invalid,
    ),
    fault(
      'nginx-html-413',
      '4',
      'nginx: a body over 8 KB is an HTML page of 413',
      on(
        served('getShippingRates', ({ text }) => text.length > 8192),
        page(413, HTML, html('413 Request Entity Too Large')),
      ),
      askWith('sender.address', 'Long Road '.repeat(900)),
    ),
  ),
  ...foundBy(
    ['http/valid-json', 'http/json-content-type'],
    fault(
      'go-plain-400',
      '4',
      'Go: http.Error with plain text for problems',
      on(field, page(400, 'text/plain; charset=utf-8', 'missing city\n')),
      invalid,
    ),
    fault(
      'soap-xml-error',
      '4',
      'problems are listed in XML',
      on(field, page(400, 'application/xml', '<error><message>city is required</message></error>')),
      invalid,
    ),
  ),
  ...foundBy(
    [
      'envelope/status-flag',
      'envelope/message',
      'envelope/data',
      'envelope/errors',
      'envelope/response-code',
    ],
    fault(
      'spring-default-415',
      '2.1',
      'Spring: a body that is not declared as JSON gets the default error object',
      on(
        served('getShippingRates', (call) => !String(call.headers['content-type']).includes('json')),
        document(415, {
          timestamp: '2024-05-01T10:00:00.000+00:00',
          status: 415,
          error: 'Unsupported Media Type',
          path: '/get-shipping-rates',
        }),
      ),
      askRates(undefined, { 'Content-Type': 'text/plain' }),
    ),
  ),
];
