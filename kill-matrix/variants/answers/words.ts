/** Words of messages and errors: language, order, length and style are free (2.1); one string stands for each problem (7 rule 2). */
import type { Call, Path, Problem } from '../../reference-server/stages.js';
import { set } from '../../variations/changes.js';
import { failure, status, success } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { valueAt } from '../../variations/calls.js';
import {
  askRates,
  askWith,
  askWithout,
  changed,
  forbiddenRates,
  listCategories,
  SHIPMENT,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { type Apply, variantsOf } from '../../variations/variation.js';
const deep = askWithout('box_dimension.0.weight');
/** The example messages name the offending field or value; a value that is missing or large is named by its field. */
function namingValue(problem: Problem, call: Call): Problem {
  const value = valueAt(call.body, problem.path);
  const printable = problem.path.length > 0 && ['string', 'number', 'boolean'].includes(typeof value);
  return printable ? { ...problem, text: `${JSON.stringify(value)} is not valid here` } : problem;
}
function byField(problem: Problem): Problem[] {
  const party = String(problem.path[0]);
  if (problem.kind !== 'missing' || problem.path.length > 1 || !['sender', 'receiver'].includes(party))
    return [problem];
  return Object.keys(SHIPMENT.sender).map((name) => ({ ...problem, text: `${party}.${name} is required` }));
}
const labels = '4.2 rule 1: the example names “an invalid package weight”, which is no field’s own name';
const twoProblems = askRates(changed('product_type', undefined, changed('sender.zip_code', undefined)));
const lastName = (path: Path) => String(path.findLast((step) => typeof step === 'string'));
const label = (path: Path) => lastName(path).replaceAll('_', ' ');
const says = (code: number, message: string, ...errors: string[]): Apply =>
  on(status(code), set({ message, errors }));
const isMissing = ({ kind }: Problem) => kind === 'missing';
const camel = (name: string) => name.replace(/_(\w)/g, (_, first: string) => first.toUpperCase());
const shown = (value: unknown) => (JSON.stringify(value) as string | undefined)?.slice(0, 200) ?? 'nothing';
const FIELDS = Object.keys(SHIPMENT);

export default [
  ...variantsOf('answers', { section: '4.2 rule 1' })({
    'problems-in-german': {
      title: 'problems are listed in German',
      errors: (_, problems) =>
        problems.map(({ text }) => `Das Feld ${text.split(' ')[0] ?? ''} fehlt oder ist ungültig`),
    },
    'problems-dotted': {
      title: 'problems name places as box_dimension.0.weight',
      errors: (texts) => texts.map((text) => text.replace(/\[(\d+)\]/g, '.$1')),
      witness: deep,
    },
    'problems-as-pointer': {
      title: 'problems name places as /box_dimension/0/weight',
      errors: (_, problems) => problems.map(({ path }) => `/${path.join('/')} is not valid`),
    },
    'not-found-other-text': {
      section: '7',
      title: 'the texts of a 404 are in French',
      apply: on(status(404), set({ message: 'Introuvable', errors: ['Ressource introuvable'] })),
    },
    'other-errors-empty': {
      section:
        '7: what errors of a 403, 404, 405, 413, 415 or 429 hold is not shown, and a 404 only may name something',
      title: 'errors is empty in every error but a 400 and a 401, and message too but in a 429',
      when: (answer) => answer.status > 401,
      change: (answer, call) =>
        set({ errors: [], ...(answer.status !== 429 && { message: '' }) })(answer, call),
      witness: [unknownPath, forbiddenRates],
    },
    'body-problems-without-name': {
      title: 'a body that is no JSON object is "Malformed request", as it has no field to name',
      errors: (texts, problems) =>
        texts.map((text, i) => (problems[i]?.path.length === 0 ? 'Malformed request' : text)),
      witness: askRates('{'),
    },
    'problems-name-the-value': {
      title: 'a problem of a value names the value instead of the field',
      apply: ({ refuse }) => ({
        refuse: (problems, call) =>
          refuse(
            problems.map((problem) => namingValue(problem, call)),
            call,
          ),
      }),
      witness: askWith('weight', -4),
    },
    'missing-party-listed-by-field': {
      section: '7 rule 2',
      title: 'a missing party is listed as each of its fields missing',
      apply: ({ refuse }) => ({ refuse: (problems, call) => refuse(problems.flatMap(byField), call) }),
      witness: askWithout('receiver'),
    },
    'errors-of-json-text': {
      section: '2.1: errors are texts',
      title: 'each entry of errors is a text of JSON with the field and a code',
      errors: (texts, problems) =>
        problems.map(({ path, kind }, index) =>
          JSON.stringify({ field: path.join('.'), code: kind, detail: texts[index] }),
        ),
    },
    'errors-in-capitals': {
      section: '2.1: the words are not shown',
      title: 'errors are written in capitals',
      errors: (texts) => texts.map((text) => text.toUpperCase()),
    },
  }),
  ...variantsOf('answers', { section: '2.1' })({
    'message-empty': { title: 'messages are empty on success', apply: on(success, set({ message: '' })) },
    'messages-in-bengali': {
      title: 'messages are in another language',
      apply: on(status(400), set({ message: 'অনুরোধটি সঠিক নয়' })),
    },
    'errors-with-more-fields': {
      title: 'errors carry a documentation link',
      apply: on(failure, set({ docs: 'https://docs.example.com' })),
    },
  }),
  ...variantsOf('answers', {
    section: '2.1: the language and the words are not shown',
    witness: twoProblems,
  })({
    'errors-in-reverse': { title: 'the last problem comes first', errors: (texts) => [...texts].reverse() },
    'errors-by-depth': {
      title: 'the deepest problems come first',
      errors: (_, problems) =>
        [...problems].sort((a, b) => b.path.length - a.path.length).map(({ text }) => text),
    },
    'errors-name-the-leaf': {
      title: 'a problem names the last field of its place, so that two may read alike',
      words: (path, problem) => `${lastName(path)} ${isMissing(problem) ? 'is required' : 'is invalid'}`,
    },
    'errors-as-json-path': {
      title: 'problems name places as $["sender"]["zip_code"]',
      words: (path) => `$${path.map((step) => `[${JSON.stringify(step)}]`).join('')} is invalid`,
    },
    'errors-counted-from-one': {
      title: 'boxes and items are counted from 1',
      words: (path) =>
        `${path.map((step) => (typeof step === 'number' ? step + 1 : step)).join(' → ')} is invalid`,
      witness: askWithout('box_dimension.0.weight'),
    },
    'errors-with-codes': {
      title: 'each problem begins with a code',
      errors: (texts) => texts.map((text, index) => `E${4000 + index} | ${text}`),
    },
    'errors-with-markup': {
      title: 'problems have markup',
      errors: (texts) => texts.map((text) => `<strong>${text.replace(' ', '</strong> ')}`),
    },
    'errors-quote-the-body': {
      title: 'a 400 quotes the whole text that the client sent',
      apply: on(status(400), (answer, call) => set({ message: `Cannot accept ${call.text}` })(answer, call)),
    },
    'errors-of-several-lines': {
      title: 'a problem has several lines',
      errors: (texts) =>
        texts.map((text) => `Invalid input\n\n  ${text}\n\tSee https://docs.example.com/errors`),
    },
    'errors-of-a-kilobyte': {
      title: 'a problem has a kilobyte of advice',
      errors: (texts) => texts.map((text) => `${text}. ${'Please read the documentation. '.repeat(35)}`),
    },
    'errors-show-the-value': {
      title: 'a problem shows the value as JSON',
      apply: ({ refuse }) => ({
        refuse: (problems, call) =>
          refuse(
            problems.map((problem) => ({
              ...problem,
              text: `${problem.text} (got ${shown(valueAt(call.body, problem.path))})`,
            })),
            call,
          ),
      }),
      witness: askWith('weight', 'heavy'),
    },
    'errors-in-japanese': {
      title: 'problems are in Japanese, with the name in its quotes',
      words: (path) => `「${path.join('.')}」が正しくありません。`,
    },
    'unreadable-body-lists-every-field': {
      section: '7 rule 2: without a readable body every required field is missing, as Laravel has it',
      title: 'a body that is no JSON counts as an empty one: each required field is missing',
      apply: ({ refuse }) => ({
        refuse: (problems, call) =>
          refuse(
            problems[0]?.kind === 'syntax'
              ? FIELDS.map((name) => ({ kind: 'missing', path: [name], text: `${name} is required` }))
              : problems,
            call,
          ),
      }),
      witness: askRates('{'),
    },
    'message-is-the-first-error': {
      title: 'the message repeats the first problem',
      apply: on(failure, (answer) => ({
        ...answer,
        body: { ...answer.body, message: (answer.body.errors as string[])[0] },
      })),
    },
    'message-counts': {
      title: 'the message counts the problems',
      apply: on(status(400), (answer) => ({
        ...answer,
        body: { ...answer.body, message: `${(answer.body.errors as string[]).length} error(s)` },
      })),
    },
    'message-of-two-kilobytes': {
      title: 'messages of most errors have two kilobytes, emoji and right-to-left text',
      when: ({ status: code }) => [400, 403, 404, 405].includes(code),
      change: set({ message: `🚫 ${'خطأ '.repeat(500)}` }),
      witness: unknownPath,
    },
    'message-of-success-in-words': {
      title: 'messages of success have line breaks and markup',
      when: ({ status: code }) => code === 200,
      change: set({ message: 'OK\n<b>4</b> results' }),
      witness: listCategories,
    },
    'unauthorized-in-french': {
      title: 'the texts of a 401 are French',
      apply: says(401, 'Clé API invalide', 'Échec de l’authentification'),
      witness: withKey(null),
    },
    'unauthorized-in-japanese': {
      title: 'the texts of a 401 are Japanese',
      apply: says(401, 'APIキーが無効です', '認証に失敗しました'),
      witness: withKey(null),
    },
    'unauthorized-with-three-errors': {
      title: 'a 401 has three errors',
      apply: says(
        401,
        'Invalid or missing API key',
        'Authentication failed',
        'The Authorization header must be Bearer and a key',
        'Get a key in the dashboard',
      ),
      witness: withKey(null),
    },
    'forbidden-in-other-words': {
      title: 'the texts of a 403 name the scope',
      apply: says(403, 'insufficient_scope', 'rates:read is needed'),
      witness: forbiddenRates,
    },
    'not-found-by-router': {
      title: 'the texts of a 404 are a router’s',
      apply: says(404, 'Cannot GET', 'No route matches'),
      witness: unknownPath,
    },
    'not-found-names-the-path': {
      title: 'a 404 shows the path, escaped',
      apply: on(status(404), (answer, call) => ({
        ...answer,
        body: { ...answer.body, message: 'Not Found', errors: [`"${encodeURI(call.path)}" was not found`] },
      })),
      witness: unknownPath,
    },
  }),
  ...variantsOf('answers', { section: labels, witness: twoProblems })({
    'errors-with-labels': {
      title: 'problems name fields as people do: "Zip code is required"',
      words: (path, problem) =>
        `${label(path).replace(/^./, (c) => c.toUpperCase())} ${isMissing(problem) ? 'is required' : 'is invalid'}.`,
    },
    'errors-with-owners': {
      title: 'problems name fields as people do: "the weight of box 1"',
      words: (path) =>
        `Please check the ${label(path)}${path.length > 1 ? ` of ${String(path[0]).replaceAll('_', ' ')}` : ''}`,
    },
    'errors-in-camel-case': {
      title: 'problems name fields as the code does: zipCode',
      words: (path) => `${path.map((step) => camel(String(step))).join('.')}: invalid`,
    },
  }),
];
