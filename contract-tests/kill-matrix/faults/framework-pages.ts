/** Errors that a framework or a proxy answers in its own way, because nobody told it of the envelope (2.1, 4, 7). */
import { all, document, on, page, served, status, type When } from '../changes.js';
import {
  askRates,
  askWith,
  askWithout,
  forbiddenRates,
  listCategories,
  unknownPath,
  withKey,
} from '../requests.js';
import type { Call } from '../stages.js';
import { variationsOf } from '../variation.js';

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
const noJsonWanted = ({ headers }: Call) => !String(headers.accept ?? '').includes('json');
const wantsPage: When = (answer, call) => answer.status >= 400 && noJsonWanted(call);

const invalid = askWithout('sender.city');
const broken = askRates('{"weight": ');
const noKey = withKey(null);
const wrongMethod = { method: 'DELETE', path: '/categories' };

export const frameworkFaults = [
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
  fault(
    'laravel-unauthenticated',
    '5 rule 3',
    'Laravel: 401 with only a message',
    on(status(401), document(401, { message: 'Unauthenticated.' })),
    noKey,
  ),
  fault(
    'laravel-login-redirect',
    '5 rule 3',
    'Laravel: no key redirects to a login page',
    on(status(401), () => ({
      status: 302,
      headers: { Location: '/login', 'Content-Type': HTML },
      body: {},
      raw: html('Redirecting to /login'),
    })),
    noKey,
  ),
  fault(
    'laravel-login-route-500',
    '5 rule 3',
    'Laravel: no key is 500, Route [login] not defined',
    on(status(401), document(500, { message: 'Route [login] not defined.' })),
    noKey,
  ),
  fault(
    'laravel-html-unless-json-accepted',
    '4',
    'Laravel: errors are HTML unless Accept names JSON',
    on(wantsPage, (answer) => page(answer.status, HTML, html('Error'))()),
    { ...unknownPath, headers: { Accept: '*/*' } },
  ),
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
    'spring-default-404',
    '7',
    'Spring: the default error object for an unknown path',
    on(
      status(404),
      document(404, {
        timestamp: '2024-05-01T10:00:00.000+00:00',
        status: 404,
        error: 'Not Found',
        path: '/nothing-here',
      }),
    ),
    unknownPath,
  ),
  fault(
    'spring-security-empty-401',
    '5 rule 3',
    'Spring Security: 401 without a body',
    on(status(401), () => ({ status: 401, headers: {}, body: {}, raw: '' })),
    noKey,
  ),
  fault(
    'spring-security-empty-403',
    '7',
    'Spring Security: 403 without a body',
    on(status(403), () => ({ status: 403, headers: {}, body: {}, raw: '' })),
    forbiddenRates,
  ),
  fault(
    'django-rest-detail-401',
    '5 rule 3',
    'Django REST: 401 with only a detail',
    on(status(401), document(401, { detail: 'Authentication credentials were not provided.' })),
    noKey,
  ),
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
    'rails-html-400',
    '4',
    'Rails: malformed JSON is an HTML page',
    on(malformed, page(400, HTML, html('Bad Request (400)'))),
    broken,
  ),
  fault(
    'rails-default-404',
    '7',
    'Rails: 404 with status and error only',
    on(status(404), document(404, { status: 404, error: 'Not Found' })),
    unknownPath,
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
    'express-html-404',
    '4',
    'Express: an unknown path is an HTML page',
    on(status(404), page(404, HTML, '<pre>Cannot GET /nothing-here</pre>')),
    unknownPath,
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
  fault(
    'nest-400',
    '7',
    'Nest: 400 with statusCode and a list in message',
    on(field, document(400, { statusCode: 400, message: ['city must be a string'], error: 'Bad Request' })),
    invalid,
  ),
  fault(
    'go-plain-404',
    '4',
    'Go: 404 page not found, as plain text',
    on(status(404), page(404, 'text/plain; charset=utf-8', '404 page not found\n')),
    unknownPath,
  ),
  fault(
    'go-plain-400',
    '4',
    'Go: http.Error with plain text for problems',
    on(field, page(400, 'text/plain; charset=utf-8', 'missing city\n')),
    invalid,
  ),
  fault(
    'nginx-html-405',
    '2.1',
    'nginx: 405 is an HTML page',
    on(status(405), (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'Content-Type': HTML },
      raw: html('405 Not Allowed'),
    })),
    wrongMethod,
  ),
  fault(
    'nginx-html-403',
    '4',
    'nginx: 403 is an HTML page',
    on(status(403), page(403, HTML, html('403 Forbidden'))),
    forbiddenRates,
  ),
  fault(
    'tomcat-html-401',
    '4',
    'Tomcat: 401 is an HTML page',
    on(status(401), page(401, HTML, html('HTTP Status 401 – Unauthorized'))),
    noKey,
  ),
  fault(
    'werkzeug-html-500',
    '4',
    'Flask: a missing field is an HTML page of 500',
    on(field, page(500, HTML, html('500 Internal Server Error'))),
    invalid,
  ),
  fault(
    'gateway-plain-401',
    '4',
    'a gateway answers 401 in plain text',
    on(status(401), page(401, 'text/plain', 'Unauthorized')),
    noKey,
  ),
  fault(
    'aws-gateway-401',
    '7',
    'an API gateway answers 401 with only a message',
    on(status(401), document(401, { message: 'Unauthorized' })),
    noKey,
  ),
  fault(
    'soap-xml-error',
    '4',
    'problems are told in XML',
    on(field, page(400, 'application/xml', '<error><message>city is required</message></error>')),
    invalid,
  ),
  fault(
    'proxy-html-502',
    '4',
    'valid rate requests end in a proxy page of 502',
    on(
      all((a) => a.status === 200, served('getShippingRates')),
      page(502, HTML, html('502 Bad Gateway')),
    ),
    askRates(),
  ),
  fault(
    'maintenance-page-200',
    '4',
    'the category list is an HTML maintenance page with 200',
    on(
      all((a) => a.status === 200, served('listCategories')),
      page(200, HTML, html('Down for maintenance')),
    ),
    listCategories,
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
];
