/** Refusals that are written for programs, in capitals, or from right to left (2.1: the words are not shown). */
import { on, set, status, withErrors } from '../../variations/changes.js';
import { askWithout, withKey } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const write = variationsOf('answers');

export default [
  write(
    'errors-of-json-text',
    '2.1: errors are texts',
    'each entry of errors is a text of JSON with the field and a code',
    withErrors((texts, problems) =>
      problems.map(({ path, kind }, index) =>
        JSON.stringify({ field: path.join('.'), code: kind, detail: texts[index] }),
      ),
    ),
    askWithout('sender.city'),
  ),
  write(
    'errors-in-capitals',
    '2.1: the words are not shown',
    'errors are written in capitals',
    withErrors((texts) => texts.map((text) => text.toUpperCase())),
    askWithout('sender.city'),
  ),
  write(
    'unauthorized-in-arabic',
    '2.1: the language is not shown',
    'a 401 is in Arabic',
    on(
      status(401),
      set({ message: 'مفتاح واجهة البرمجة غير صالح', errors: ['فشلت المصادقة: المفتاح مفقود أو غير معروف'] }),
    ),
    withKey(null),
  ),
];
