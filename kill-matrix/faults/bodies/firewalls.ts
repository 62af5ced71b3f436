/** Characters in ordinary texts that a firewall, a database or a template takes offence at (4.2, 2.1, 7). */
import type { Call, Fields } from '../../reference-server/stages.js';
import { crash, document, on, page, served, type Change } from '../../variations/changes.js';
import { askWith, itemsOf, valueAt } from '../../variations/requests.js';
import { faultsOf, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('characters', { section: '2.1' });
/** Every text of the parties and items. */
const texts = (call: Call): string[] =>
  [...itemsOf(call), valueAt(call.body, ['sender']), valueAt(call.body, ['receiver'])]
    .flatMap((part) => Object.values(Object(part) as Fields))
    .filter((value) => typeof value === 'string');
const has = (pattern: RegExp) =>
  served('getShippingRates', (call) => texts(call).some((text) => pattern.test(text)));
const address = (value: string) => askWith('receiver.address', value);
const name = (value: string) => askWith('box_dimension.0.items.0.name', value);
const html = (code: number, title: string) =>
  page(
    code,
    'text/html; charset=UTF-8',
    `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  );
const fault = ({
  pattern,
  change,
  value,
  ...row
}: NamedFault & { pattern: RegExp; change: Change; value: string }) =>
  write({ ...row, apply: on(has(pattern), change), witness: address(value) });
const crashes = ({ pattern, value, ...row }: NamedFault & { pattern: RegExp; value: string }) =>
  write({
    ...row,
    section: '7',
    apply: crash('getShippingRates', (call) => texts(call).some((text) => pattern.test(text))),
    witness: name(value),
  });

export default [
  fault({
    id: 'less-than-sign-blocked',
    section: '4',
    title: 'a firewall answers < and > in a text with an HTML page',
    foundBy: ['errors/nothing-leaks', 'http/json-content-type'],
    pattern: /[<>]/,
    change: html(403, '403 Forbidden'),
    value: 'Gate <3>',
  }),
  fault({
    id: 'apostrophe-blocked',
    title: 'an apostrophe is 406 in plain text',
    foundBy: ['rates/valid-shipments', 'requests/odd-input'],
    pattern: /'/,
    change: page(406, 'text/plain', 'Not Acceptable!'),
    value: "12 O'Connell Street",
  }),
  crashes({
    id: 'backslash-500',
    title: 'a backslash in a text is 500',
    foundBy: ['rates/valid-shipments', 'requests/odd-input'],
    pattern: /\\/,
    value: 'A\\B',
  }),
  fault({
    id: 'parent-path-blocked',
    title: 'two dots and a slash are 403 without a body',
    foundBy: ['http/valid-json', 'requests/odd-input'],
    pattern: /\.\.\//,
    change: page(403, 'application/json', ''),
    value: '../12 Harbour Street',
  }),
  fault({
    id: 'javascript-url-blocked',
    title: 'a text with javascript: is 403 with only a reason',
    foundBy: 'requests/odd-input',
    pattern: /javascript:/i,
    change: document(403, { reason: 'xss' }),
    value: 'javascript:alert(1)',
  }),
  fault({
    id: 'ampersand-blocked',
    section: '4',
    title: 'an ampersand is an HTML page of 400',
    foundBy: ['errors/nothing-leaks', 'rates/valid-shipments'],
    pattern: /&/,
    change: html(400, 'Bad Request'),
    value: '5th & Main',
  }),
  crashes({
    id: 'line-break-in-text-500',
    title: 'a line break in a text is 500',
    foundBy: ['requests/odd-input', 'responses/no-server-error'],
    pattern: /\n/,
    value: 'Pen\nblue',
  }),
  crashes({
    id: 'chinese-500',
    title: 'Chinese characters are 500',
    foundBy: ['rates/valid-shipments', 'requests/generated-bodies'],
    pattern: /[\u4e00-\u9fff]/,
    value: '铅笔',
  }),
  crashes({
    id: 'cyrillic-500',
    title: 'Cyrillic letters are 500',
    foundBy: ['requests/generated-bodies', 'responses/no-server-error'],
    pattern: /[\u0400-\u04ff]/,
    value: 'Карандаш',
  }),
];
