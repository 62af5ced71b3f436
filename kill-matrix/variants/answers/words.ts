/** Words of refusals: their language, order, length and style are free (2.1); one string stands for each problem (7 rule 2). */
import { failure, on, set, status, withErrors } from '../../variations/changes.js';
import {
  askRates,
  askWith,
  askWithout,
  forbiddenRates,
  listCategories,
  SHIPMENT,
  unknownPath,
  valueAt,
  withKey,
  changed,
} from '../../variations/requests.js';
import type { Path, Problem } from '../../reference-server/stages.js';
import { variationsOf, type Apply, type Step, type Named } from '../../variations/variation.js';

const write = variationsOf('answers', { section: '2.1: the language and the words are not shown' });
const labels = '4.2 rule 1: the example names “an invalid package weight”, which is no field’s own name';
const twoProblems = askRates(changed('product_type', undefined, changed('sender.zip_code', undefined)));

const variant = ({
  apply,
  witness = twoProblems,
  ...row
}: Named & { apply: Apply; witness?: Step | Step[] }) => write({ ...row, apply, witness });
const words = (say: (path: Path, problem: Problem) => string): Apply =>
  withErrors((texts, problems) =>
    problems.map((problem, index) =>
      problem.path.length > 0 ? say(problem.path, problem) : (texts[index] ?? ''),
    ),
  );
const lastName = (path: Path) => String(path.findLast((step) => typeof step === 'string'));
const label = (path: Path) => lastName(path).replaceAll('_', ' ');
const says = (code: number, message: string, ...errors: string[]): Apply =>
  on(status(code), set({ message, errors }));
const isMissing = ({ kind }: Problem) => kind === 'missing';
const camel = (name: string) => name.replace(/_(\w)/g, (_, first: string) => first.toUpperCase());
const shown = (value: unknown) => (JSON.stringify(value) as string | undefined)?.slice(0, 200) ?? 'nothing';
const FIELDS = Object.keys(SHIPMENT);

export default [
  variant({
    id: 'errors-in-reverse',
    title: 'the last problem comes first',
    apply: withErrors((texts) => [...texts].reverse()),
  }),
  variant({
    id: 'errors-by-depth',
    title: 'the deepest problems come first',
    apply: withErrors((_, problems) =>
      [...problems].sort((a, b) => b.path.length - a.path.length).map(({ text }) => text),
    ),
  }),
  variant({
    id: 'errors-name-the-leaf',
    title: 'a problem names the last field of its place, so that two may read alike',
    apply: words((path, problem) => `${lastName(path)} ${isMissing(problem) ? 'is required' : 'is invalid'}`),
  }),
  variant({
    id: 'errors-with-labels',
    title: 'problems name fields as people do: "Zip code is required"',
    apply: words(
      (path, problem) =>
        `${label(path).replace(/^./, (c) => c.toUpperCase())} ${isMissing(problem) ? 'is required' : 'is invalid'}.`,
    ),
    witness: twoProblems,
    section: labels,
  }),
  variant({
    id: 'errors-with-owners',
    title: 'problems name fields as people do: "the weight of box 1"',
    apply: words(
      (path) =>
        `Please check the ${label(path)}${path.length > 1 ? ` of ${String(path[0]).replaceAll('_', ' ')}` : ''}`,
    ),
    witness: twoProblems,
    section: labels,
  }),
  variant({
    id: 'errors-in-camel-case',
    title: 'problems name fields as the code does: zipCode',
    apply: words((path) => `${path.map((step) => camel(String(step))).join('.')}: invalid`),
    witness: twoProblems,
    section: labels,
  }),
  variant({
    id: 'errors-as-json-path',
    title: 'problems name places as $["sender"]["zip_code"]',
    apply: words((path) => `$${path.map((step) => `[${JSON.stringify(step)}]`).join('')} is invalid`),
  }),
  variant({
    id: 'errors-as-fragment',
    title: 'problems name places as #/sender/zip_code',
    apply: words((path) => `#/${path.join('/')}: invalid`),
  }),
  variant({
    id: 'errors-counted-from-one',
    title: 'boxes and items are counted from 1',
    apply: words(
      (path) => `${path.map((step) => (typeof step === 'number' ? step + 1 : step)).join(' → ')} is invalid`,
    ),
    witness: askWithout('box_dimension.0.weight'),
  }),
  variant({
    id: 'errors-with-codes',
    title: 'each problem begins with a code',
    apply: withErrors((texts) => texts.map((text, index) => `E${4000 + index} | ${text}`)),
  }),
  variant({
    id: 'errors-with-markup',
    title: 'problems have markup',
    apply: withErrors((texts) => texts.map((text) => `<strong>${text.replace(' ', '</strong> ')}`)),
  }),
  variant({
    id: 'errors-quote-the-body',
    title: 'a 400 quotes the whole text that the client sent',
    apply: on(status(400), (answer, call) => set({ message: `Cannot accept ${call.text}` })(answer, call)),
  }),
  variant({
    id: 'errors-of-several-lines',
    title: 'a problem has several lines',
    apply: withErrors((texts) =>
      texts.map((text) => `Invalid input\n\n  ${text}\n\tSee https://docs.example.com/errors`),
    ),
  }),
  variant({
    id: 'errors-of-a-kilobyte',
    title: 'a problem has a kilobyte of advice',
    apply: withErrors((texts) =>
      texts.map((text) => `${text}. ${'Please read the documentation. '.repeat(35)}`),
    ),
  }),
  variant({
    id: 'errors-show-the-value',
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
  }),
  variant({
    id: 'errors-in-bengali',
    title: 'problems are in Bengali around the field’s name',
    apply: words((path) => `${path.join('.')} ঘরটি পূরণ করুন`),
  }),
  variant({
    id: 'errors-in-japanese',
    title: 'problems are in Japanese, with the name in its quotes',
    apply: words((path) => `「${path.join('.')}」が正しくありません。`),
  }),
  variant({
    id: 'unreadable-body-lists-every-field',
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
    section: '7 rule 2: without a readable body every required field is missing, as Laravel has it',
  }),
  variant({
    id: 'message-is-the-first-error',
    title: 'the message repeats the first problem',
    apply: on(failure, (answer) => ({
      ...answer,
      body: { ...answer.body, message: (answer.body.errors as string[])[0] },
    })),
  }),
  variant({
    id: 'message-counts',
    title: 'the message counts the problems',
    apply: on(status(400), (answer) => ({
      ...answer,
      body: { ...answer.body, message: `${(answer.body.errors as string[]).length} error(s)` },
    })),
  }),
  variant({
    id: 'message-of-two-kilobytes',
    title: 'messages of most errors have two kilobytes, emoji and right-to-left text',
    apply: on(
      ({ status: code }) => [400, 403, 404, 405].includes(code),
      set({ message: `🚫 ${'خطأ '.repeat(500)}` }),
    ),
    witness: unknownPath,
  }),
  variant({
    id: 'message-of-success-in-words',
    title: 'messages of success have line breaks and markup',
    apply: on(({ status: code }) => code === 200, set({ message: 'OK\n<b>4</b> results' })),
    witness: listCategories,
  }),
  variant({
    id: 'unauthorized-in-french',
    title: 'the texts of a 401 are French',
    apply: says(401, 'Clé API invalide', 'Échec de l’authentification'),
    witness: withKey(null),
  }),
  variant({
    id: 'unauthorized-in-japanese',
    title: 'the texts of a 401 are Japanese',
    apply: says(401, 'APIキーが無効です', '認証に失敗しました'),
    witness: withKey(null),
  }),
  variant({
    id: 'unauthorized-in-bengali',
    title: 'the texts of a 401 are Bengali',
    apply: says(401, 'API কী সঠিক নয়', 'প্রমাণীকরণ ব্যর্থ হয়েছে'),
    witness: withKey(null),
  }),
  variant({
    id: 'unauthorized-by-gateway',
    title: 'the texts of a 401 are a gateway’s',
    apply: says(
      401,
      'No API key found in request or key is invalid',
      'unauthenticated: authentication failed',
    ),
    witness: withKey(null),
  }),
  variant({
    id: 'unauthorized-with-three-errors',
    title: 'a 401 has three errors',
    apply: says(
      401,
      'Invalid or missing API key',
      'Authentication failed',
      'The Authorization header must be Bearer and a key',
      'Get a key in the dashboard',
    ),
    witness: withKey(null),
  }),
  variant({
    id: 'forbidden-in-other-words',
    title: 'the texts of a 403 name the scope',
    apply: says(403, 'insufficient_scope', 'rates:read is needed'),
    witness: forbiddenRates,
  }),
  variant({
    id: 'not-found-by-router',
    title: 'the texts of a 404 are a router’s',
    apply: says(404, 'Cannot GET', 'No route matches'),
    witness: unknownPath,
  }),
  variant({
    id: 'not-found-names-the-path',
    title: 'a 404 shows the path, escaped',
    apply: on(status(404), (answer, call) => ({
      ...answer,
      body: { ...answer.body, message: 'Not Found', errors: [`"${encodeURI(call.path)}" was not found`] },
    })),
    witness: unknownPath,
  }),
];
