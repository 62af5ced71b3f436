/** 405, which the specification does not show: it is an error, and errors have the envelope (2.1, 7 rule 1). */
import { all, document, on, page, serverError, status, type When } from '../../variations/changes.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const fault = faultsOf('405 and 415', { section: '4' });

const notAllowed = status(405);
const at = (path: string, ...methods: string[]): When =>
  all(notAllowed, (_, call) => call.path === path && (methods.length === 0 || methods.includes(call.method)));
const ask = (method: string, path: string): Step => ({ method, path });
const html = (code: number, title: string) =>
  page(code, 'text/html', `<html><head><title>${title}</title></head><body>${title}</body></html>`);

export default [
  fault({
    id: 'method-405-html-for-rates',
    title: 'GET of rates is an HTML page of 405',
    foundBy: ['errors/nothing-leaks', 'http/allow-with-405'],
    apply: on(at('/get-shipping-rates'), html(405, 'Method Not Allowed')),
    witness: ask('GET', '/get-shipping-rates'),
  }),
  fault({
    id: 'method-405-detail-for-post',
    section: '2.1',
    title: 'POST of the category list has only a detail',
    foundBy: ['envelope/object', 'http/allow-with-405'],
    apply: on(at('/categories', 'POST'), document(405, { detail: 'Method "POST" not allowed.' })),
    witness: ask('POST', '/categories'),
  }),
  // Only a DELETE with the key shows it, which the suite sends with `--allow-writes` alone: such a server may have deleted all.
  fault({
    id: 'method-delete-204',
    section: '4.1',
    title: 'DELETE of the category list is 204',
    foundBy: 'routing/wrong-method',
    apply: on(at('/categories', 'DELETE'), () => ({ status: 204, headers: {}, body: {}, raw: '' })),
    witness: ask('DELETE', '/categories'),
  }),
  fault({
    id: 'method-put-500',
    section: '7',
    title: 'PUT is 500 on both operations',
    foundBy: ['responses/no-server-error', 'routing/wrong-method'],
    apply: on(
      all(notAllowed, (_, { method }) => method === 'PUT'),
      serverError,
    ),
    witness: ask('PUT', '/categories'),
  }),
];
