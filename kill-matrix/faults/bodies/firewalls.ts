/** Characters in ordinary texts that a firewall, a database or a template takes offence at (4.2, 2.1, 7). */
import type { Answer, Call, Fields } from '../../reference-server/stages.js';
import { crash, document, on, page, restatus, served, set, type Change } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askWith, itemsOf, valueAt } from '../../variations/requests.js';
import { hangUp } from '../../variations/sending.js';
import { variationsOf, type Variation } from '../../variations/variation.js';

const write = variationsOf('characters');
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
const forbidden: Change = (answer: Answer, call: Call) =>
  restatus(403)(
    set({ status: false, message: 'Forbidden', data: [], errors: ['The request was blocked'] })(answer, call),
    call,
  );
const fault = (
  id: string,
  section: string,
  title: string,
  pattern: RegExp,
  change: Change,
  value: string,
): Variation => write(id, section, title, on(has(pattern), change), address(value));
const crashes = (id: string, title: string, pattern: RegExp, value: string): Variation =>
  write(
    id,
    '7',
    title,
    crash('getShippingRates', (call) => texts(call).some((text) => pattern.test(text))),
    name(value),
  );

export default [
  ...foundBy(
    ['errors/nothing-leaks', 'http/json-content-type'],
    fault(
      'less-than-sign-blocked',
      '4',
      'a firewall answers < and > in a text with an HTML page',
      /[<>]/,
      html(403, '403 Forbidden'),
      'Gate <3>',
    ),
    fault(
      'script-tag-blocked',
      '4',
      'a firewall answers a script tag with an HTML page',
      /<script/i,
      html(403, 'Access Denied'),
      '<script>alert(1)</script>',
    ),
    fault(
      'union-select-blocked',
      '4',
      'the words union and select in a text are an HTML page',
      /union.*select/i,
      html(403, 'Blocked'),
      '12 Union Square, Select Wing',
    ),
    fault(
      'passwd-blocked',
      '4',
      'the text /etc/passwd is an HTML page',
      /\/etc\/passwd/,
      html(403, 'Request Rejected'),
      '/etc/passwd',
    ),
    fault(
      'lookup-expression-blocked',
      '4',
      'a text with ${jndi: is an HTML page',
      /\$\{jndi:/,
      html(403, 'Forbidden'),
      '${jndi:ldap://a}',
    ),
    fault(
      'control-character-page',
      '4',
      'a control character is an HTML page of 400',
      /\p{Cc}/u,
      html(400, '400 Bad Request'),
      'Harbour\u0007Street',
    ),
  ),
  ...foundBy(
    ['rates/valid-shipments', 'requests/odd-input'],
    fault(
      'apostrophe-blocked',
      '2.1',
      'an apostrophe is 406 in plain text',
      /'/,
      page(406, 'text/plain', 'Not Acceptable!'),
      "12 O'Connell Street",
    ),
    crashes('backslash-500', 'a backslash in a text is 500', /\\/, 'A\\B'),
    crashes('double-quote-500', 'a double quote in a text is 500', /"/, '15" screen'),
  ),
  ...foundBy(
    ['http/valid-json', 'requests/odd-input'],
    fault(
      'parent-path-blocked',
      '2.1',
      'two dots and a slash are 403 without a body',
      /\.\.\//,
      page(403, 'application/json', ''),
      '../12 Harbour Street',
    ),
  ),
  ...foundBy(
    'requests/odd-input',
    fault(
      'drop-blocked',
      '5 rule 5',
      'a text that begins with Drop is 403, whatever the key',
      /^drop /i,
      forbidden,
      'Drop box 12',
    ),
    fault(
      'javascript-url-blocked',
      '2.1',
      'a text with javascript: is 403 with only a reason',
      /javascript:/i,
      document(403, { reason: 'xss' }),
      'javascript:alert(1)',
    ),
    fault(
      'combining-mark-404',
      '7',
      'a combining mark is 404',
      /[\u0300-\u036f]/,
      (answer, call) =>
        restatus(404)(set({ status: false, data: [], errors: ['Not found'] })(answer, call), call),
      'Cafe\u0301 Street',
    ),
  ),
  ...foundBy(
    'http/valid-json',
    fault(
      'web-address-blocked',
      '4',
      'a web address in a text is taken for spam: an HTML page of 403',
      /https?:\/\//,
      html(403, 'Spam'),
      'see https://example.com/map',
    ),
  ),
  ...foundBy(
    'http/answers',
    write(
      'double-dash-hangs-up',
      '4',
      'the connection closes on two dashes in a text',
      hangUp(has(/--/)),
      address('12 Harbour Street -- back'),
    ),
    write(
      'right-to-left-hangs-up',
      '4',
      'the connection closes on Arabic or Hebrew text',
      hangUp(has(/[\u0590-\u06ff]/)),
      address('شارع الميناء ١٢'),
    ),
  ),
  ...foundBy(
    'responses/no-server-error',
    crashes(
      'leading-equals-500',
      'a text that begins with an equals sign is a formula and is 500',
      /^=/,
      '=1+1',
    ),
    crashes(
      'private-use-500',
      'a character outside of the basic plane that is no emoji is 500',
      /[\u{20000}-\u{2ffff}]/u,
      '𠮷野家',
    ),
  ),
  ...foundBy(
    ['errors/nothing-leaks', 'rates/valid-shipments'],
    fault(
      'ampersand-blocked',
      '4',
      'an ampersand is an HTML page of 400',
      /&/,
      html(400, 'Bad Request'),
      '5th & Main',
    ),
  ),
  ...foundBy(
    ['envelope/data', 'envelope/status-flag'],
    fault(
      'percent-sign-blocked',
      '2.1',
      'a percent sign is a malformed URI: 400 with only a message',
      /%(?![0-9a-f]{2})/i,
      document(400, { message: 'URI malformed' }),
      '100% Cotton Street',
    ),
  ),
  ...foundBy(
    'requests/odd-input',
    fault(
      'percent-escape-blocked',
      '5 rule 5',
      '%00 in a text is 403, whatever the key',
      /%00/,
      forbidden,
      '12 Harbour%00Street',
    ),
    fault(
      'semicolon-blocked',
      '5 rule 5',
      'a semicolon in a text is 403, whatever the key',
      /;/,
      forbidden,
      '12 Harbour Street; back door',
    ),
  ),
  ...foundBy(
    ['requests/odd-input', 'responses/no-server-error'],
    crashes('line-break-in-text-500', 'a line break in a text is 500', /\n/, 'Pen\nblue'),
    crashes('tab-in-text-500', 'a tab in a text is 500', /\t/, 'Pen\tblue'),
    crashes('template-500', 'two braces in a text are evaluated and are 500', /\{\{.*\}\}/, 'Pen {{size}}'),
    crashes('format-directive-500', '%s in a text is 500', /%[sdn]/, 'Pen %s'),
    crashes('dollar-brace-500', '${ in a text is 500', /\$\{(?!jndi)/, 'Pen ${size}'),
    crashes(
      'prototype-name-500',
      'an item called __proto__ is 500',
      /^(__proto__|constructor)$/,
      '__proto__',
    ),
    crashes('zero-width-500', 'a zero-width space is 500', /[\u200b-\u200d\ufeff]/, 'Pen\u200bcil'),
  ),
  ...foundBy(
    ['rates/valid-shipments', 'requests/generated-bodies'],
    crashes('chinese-500', 'Chinese characters are 500', /[\u4e00-\u9fff]/, '铅笔'),
  ),
  ...foundBy(
    ['requests/generated-bodies', 'responses/no-server-error'],
    crashes('cyrillic-500', 'Cyrillic letters are 500', /[\u0400-\u04ff]/, 'Карандаш'),
  ),
];
