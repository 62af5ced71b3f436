/** Other errors that a framework or a proxy answers in its own way (2.1, 4, 5, 7). */
import { all, document, on, page, served, status, type When } from '../../variations/changes.js';
import { askRates, forbiddenRates, listCategories, unknownPath, withKey } from '../../variations/requests.js';
import type { Call } from '../../reference-server/stages.js';
import { foundBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('framework pages');
const HTML = 'text/html; charset=utf-8';
const html = (title: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
const noJsonWanted = ({ headers }: Call) => !String(headers.accept ?? '').includes('json');
const wantsPage: When = (answer, call) => answer.status >= 400 && noJsonWanted(call);

const noKey = withKey(null);
const wrongMethod = { method: 'DELETE', path: '/categories' };

export default [
  ...foundBy(
    ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    fault(
      'laravel-unauthenticated',
      '5 rule 3',
      'Laravel: 401 with only a message',
      on(status(401), document(401, { message: 'Unauthenticated.' })),
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
      'aws-gateway-401',
      '7',
      'an API gateway answers 401 with only a message',
      on(status(401), document(401, { message: 'Unauthorized' })),
      noKey,
    ),
  ),
  ...foundBy(
    ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key', 'responses/documented-status'],
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
  ),
  ...foundBy(
    ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
    fault(
      'laravel-html-unless-json-accepted',
      '4',
      'Laravel: errors are HTML unless Accept names JSON',
      on(wantsPage, (answer) => page(answer.status, HTML, html('Error'))()),
      { ...unknownPath, headers: { Accept: '*/*' } },
    ),
    fault(
      'express-html-404',
      '4',
      'Express: an unknown path is an HTML page',
      on(status(404), page(404, HTML, '<pre>Cannot GET /nothing-here</pre>')),
      unknownPath,
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
      'proxy-html-502',
      '4',
      'valid rate requests end in a proxy page of 502',
      on(
        all((a) => a.status === 200, served('getShippingRates')),
        page(502, HTML, html('502 Bad Gateway')),
      ),
      askRates(),
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
      'rails-default-404',
      '7',
      'Rails: 404 with status and error only',
      on(status(404), document(404, { status: 404, error: 'Not Found' })),
      unknownPath,
    ),
  ),
  ...foundBy(
    'http/valid-json',
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
  ),
  ...foundBy(
    'envelope/object',
    fault(
      'django-rest-detail-401',
      '5 rule 3',
      'Django REST: 401 with only a detail',
      on(status(401), document(401, { detail: 'Authentication credentials were not provided.' })),
      noKey,
    ),
  ),
  ...foundBy(
    ['http/valid-json', 'http/json-content-type'],
    fault(
      'go-plain-404',
      '4',
      'Go: 404 page not found, as plain text',
      on(status(404), page(404, 'text/plain; charset=utf-8', '404 page not found\n')),
      unknownPath,
    ),
    fault(
      'gateway-plain-401',
      '4',
      'a gateway answers 401 in plain text',
      on(status(401), page(401, 'text/plain', 'Unauthorized')),
      noKey,
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
  ),
];
