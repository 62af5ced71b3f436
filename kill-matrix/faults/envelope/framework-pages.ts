/** Other errors that a framework or a proxy answers in its own way (2.1, 4, 5, 7). */
import { all, document, on, page, served, status, type When } from '../../variations/changes.js';
import { askRates, unknownPath, withKey } from '../../variations/requests.js';
import type { Call } from '../../reference-server/stages.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('framework pages', { section: '4' });
const HTML = 'text/html; charset=utf-8';
const html = (title: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
const noJsonWanted = ({ headers }: Call) => !String(headers.accept ?? '').includes('json');
const wantsPage: When = (answer, call) => answer.status >= 400 && noJsonWanted(call);

const noKey = withKey(null);

export default [
  fault({
    id: 'laravel-login-route-500',
    section: '5 rule 3',
    title: 'Laravel: no key is 500, Route [login] not defined',
    foundBy: ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    apply: on(status(401), document(500, { message: 'Route [login] not defined.' })),
    witness: noKey,
  }),
  fault({
    id: 'laravel-login-redirect',
    section: '5 rule 3',
    title: 'Laravel: no key redirects to a login page',
    foundBy: ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key', 'responses/documented-status'],
    apply: on(status(401), () => ({
      status: 302,
      headers: { Location: '/login', 'Content-Type': HTML },
      body: {},
      raw: html('Redirecting to /login'),
    })),
    witness: noKey,
  }),
  fault({
    id: 'laravel-html-unless-json-accepted',
    title: 'Laravel: errors are HTML unless Accept names JSON',
    foundBy: ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
    apply: on(wantsPage, (answer) => page(answer.status, HTML, html('Error'))()),
    witness: { ...unknownPath, headers: { Accept: '*/*' } },
  }),
  fault({
    id: 'tomcat-html-401',
    title: 'Tomcat: 401 is an HTML page',
    foundBy: ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
    apply: on(status(401), page(401, HTML, html('HTTP Status 401 – Unauthorized'))),
    witness: noKey,
  }),
  fault({
    id: 'proxy-html-502',
    title: 'valid rate requests end in a proxy page of 502',
    foundBy: ['http/valid-json', 'http/json-content-type', 'errors/nothing-leaks'],
    apply: on(
      all((a) => a.status === 200, served('getShippingRates')),
      page(502, HTML, html('502 Bad Gateway')),
    ),
    witness: askRates(),
  }),
  fault({
    id: 'rails-default-404',
    section: '7',
    title: 'Rails: 404 with status and error only',
    foundBy: [
      'envelope/status-flag',
      'envelope/message',
      'envelope/data',
      'envelope/errors',
      'envelope/response-code',
    ],
    apply: on(status(404), document(404, { status: 404, error: 'Not Found' })),
    witness: unknownPath,
  }),
  fault({
    id: 'django-rest-detail-401',
    section: '5 rule 3',
    title: 'Django REST: 401 with only a detail',
    foundBy: 'envelope/object',
    apply: on(status(401), document(401, { detail: 'Authentication credentials were not provided.' })),
    witness: noKey,
  }),
];
