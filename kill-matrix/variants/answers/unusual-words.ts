/** Refusals that are written for programs, in capitals, or from right to left (2.1: the words are not shown). */
import { on, set, status, withErrors } from '../../variations/changes.js';
import { askWithout, withKey } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const write = variationsOf('answers');

export default [
  write({
    id: 'errors-of-json-text',
    section: '2.1: errors are texts',
    title: 'each entry of errors is a text of JSON with the field and a code',
    apply: withErrors((texts, problems) =>
      problems.map(({ path, kind }, index) =>
        JSON.stringify({ field: path.join('.'), code: kind, detail: texts[index] }),
      ),
    ),
    witness: askWithout('sender.city'),
  }),
  write({
    id: 'errors-in-capitals',
    section: '2.1: the words are not shown',
    title: 'errors are written in capitals',
    apply: withErrors((texts) => texts.map((text) => text.toUpperCase())),
    witness: askWithout('sender.city'),
  }),
  write({
    id: 'unauthorized-in-arabic',
    section: '2.1: the language is not shown',
    title: 'a 401 is in Arabic',
    apply: on(
      status(401),
      set({ message: 'مفتاح واجهة البرمجة غير صالح', errors: ['فشلت المصادقة: المفتاح مفقود أو غير معروف'] }),
    ),
    witness: withKey(null),
  }),
];
