/** Words of refusals: their language, order, length and style are free (2.1); one string stands for each problem (7 rule 2). */
import { failure, on, set, status, withErrors } from '../../variations/changes.js';
import {
  askRates,
  askWith,
  askWithout,
  forbiddenRates,
  listCategories,
  unknownPath,
  valueAt,
  withKey,
  changed,
} from '../../variations/requests.js';
import type { Path, Problem } from '../../reference-server/stages.js';
import { variationsOf, type Apply, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('answers');
const open = '2.1: the language and the words are not shown';
const labels = '4.2 rule 1: the example names “an invalid package weight”, which is no field’s own name';
const twoProblems = askRates(changed('product_type', undefined, changed('sender.zip_code', undefined)));

const variant = (
  id: string,
  title: string,
  apply: Apply,
  step: Step | Step[] = twoProblems,
  section = open,
): Variation => write(id, section, title, apply, step);
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
const FIELDS = [
  'box_dimension',
  'product_type',
  'weight',
  'weight_unit',
  'sender',
  'receiver',
  'delivery_type',
];

export default [
  variant(
    'errors-in-reverse',
    'the last problem comes first',
    withErrors((texts) => [...texts].reverse()),
  ),
  variant(
    'errors-by-depth',
    'the deepest problems come first',
    withErrors((_, problems) =>
      [...problems].sort((a, b) => b.path.length - a.path.length).map(({ text }) => text),
    ),
  ),
  variant(
    'errors-name-the-leaf',
    'a problem names the last field of its place, so that two may read alike',
    words((path, problem) => `${lastName(path)} ${isMissing(problem) ? 'is required' : 'is invalid'}`),
  ),
  variant(
    'errors-with-labels',
    'problems name fields as people do: "Zip code is required"',
    words(
      (path, problem) =>
        `${label(path).replace(/^./, (c) => c.toUpperCase())} ${isMissing(problem) ? 'is required' : 'is invalid'}.`,
    ),
    twoProblems,
    labels,
  ),
  variant(
    'errors-with-owners',
    'problems name fields as people do: "the weight of box 1"',
    words(
      (path) =>
        `Please check the ${label(path)}${path.length > 1 ? ` of ${String(path[0]).replaceAll('_', ' ')}` : ''}`,
    ),
    twoProblems,
    labels,
  ),
  variant(
    'errors-in-camel-case',
    'problems name fields as the code does: zipCode',
    words((path) => `${path.map((step) => camel(String(step))).join('.')}: invalid`),
    twoProblems,
    labels,
  ),
  variant(
    'errors-as-json-path',
    'problems name places as $["sender"]["zip_code"]',
    words((path) => `$${path.map((step) => `[${JSON.stringify(step)}]`).join('')} is invalid`),
  ),
  variant(
    'errors-as-fragment',
    'problems name places as #/sender/zip_code',
    words((path) => `#/${path.join('/')}: invalid`),
  ),
  variant(
    'errors-counted-from-one',
    'boxes and items are counted from 1',
    words(
      (path) => `${path.map((step) => (typeof step === 'number' ? step + 1 : step)).join(' → ')} is invalid`,
    ),
    askWithout('box_dimension.0.weight'),
  ),
  variant(
    'errors-with-codes',
    'each problem begins with a code',
    withErrors((texts) => texts.map((text, index) => `E${4000 + index} | ${text}`)),
  ),
  variant(
    'errors-with-markup',
    'problems have markup',
    withErrors((texts) => texts.map((text) => `<strong>${text.replace(' ', '</strong> ')}`)),
  ),
  variant(
    'errors-of-several-lines',
    'a problem has several lines',
    withErrors((texts) =>
      texts.map((text) => `Invalid input\n\n  ${text}\n\tSee https://docs.example.com/errors`),
    ),
  ),
  variant(
    'errors-of-a-kilobyte',
    'a problem has a kilobyte of advice',
    withErrors((texts) => texts.map((text) => `${text}. ${'Please read the documentation. '.repeat(35)}`)),
  ),
  variant(
    'errors-show-the-value',
    'a problem shows the value as JSON',
    ({ refuse }) => ({
      refuse: (problems, call) =>
        refuse(
          problems.map((problem) => ({
            ...problem,
            text: `${problem.text} (got ${shown(valueAt(call.body, problem.path))})`,
          })),
          call,
        ),
    }),
    askWith('weight', 'heavy'),
  ),
  variant(
    'errors-in-bengali',
    'problems are in Bengali around the field’s name',
    words((path) => `${path.join('.')} ঘরটি পূরণ করুন`),
  ),
  variant(
    'errors-in-japanese',
    'problems are in Japanese, with the name in its quotes',
    words((path) => `「${path.join('.')}」が正しくありません。`),
  ),
  variant(
    'unreadable-body-lists-every-field',
    'a body that is no JSON counts as an empty one: each required field is missing',
    ({ refuse }) => ({
      refuse: (problems, call) =>
        refuse(
          problems[0]?.kind === 'syntax'
            ? FIELDS.map((name) => ({ kind: 'missing', path: [name], text: `${name} is required` }))
            : problems,
          call,
        ),
    }),
    askRates('{'),
    '7 rule 2: without a readable body every required field is missing, as Laravel has it',
  ),
  variant(
    'message-is-the-first-error',
    'the message repeats the first problem',
    on(failure, (answer) => ({
      ...answer,
      body: { ...answer.body, message: (answer.body.errors as string[])[0] },
    })),
  ),
  variant(
    'message-counts',
    'the message counts the problems',
    on(status(400), (answer) => ({
      ...answer,
      body: { ...answer.body, message: `${(answer.body.errors as string[]).length} error(s)` },
    })),
  ),
  variant(
    'message-of-two-kilobytes',
    'messages of most errors have two kilobytes, emoji and right-to-left text',
    on(
      ({ status: code }) => [400, 403, 404, 405].includes(code),
      set({ message: `🚫 ${'خطأ '.repeat(500)}` }),
    ),
    unknownPath,
  ),
  variant(
    'message-of-success-in-words',
    'messages of success have line breaks and markup',
    on(({ status: code }) => code === 200, set({ message: 'OK\n<b>4</b> results' })),
    listCategories,
  ),
  variant(
    'unauthorized-in-french',
    'the texts of a 401 are French',
    says(401, 'Clé API invalide', 'Échec de l’authentification'),
    withKey(null),
  ),
  variant(
    'unauthorized-in-japanese',
    'the texts of a 401 are Japanese',
    says(401, 'APIキーが無効です', '認証に失敗しました'),
    withKey(null),
  ),
  variant(
    'unauthorized-in-bengali',
    'the texts of a 401 are Bengali',
    says(401, 'API কী সঠিক নয়', 'প্রমাণীকরণ ব্যর্থ হয়েছে'),
    withKey(null),
  ),
  variant(
    'unauthorized-by-gateway',
    'the texts of a 401 are a gateway’s',
    says(401, 'No API key found in request or key is invalid', 'unauthenticated: authentication failed'),
    withKey(null),
  ),
  variant(
    'unauthorized-with-three-errors',
    'a 401 has three errors',
    says(
      401,
      'Invalid or missing API key',
      'Authentication failed',
      'The Authorization header must be Bearer and a key',
      'Get a key in the dashboard',
    ),
    withKey(null),
  ),
  variant(
    'forbidden-in-other-words',
    'the texts of a 403 name the scope',
    says(403, 'insufficient_scope', 'rates:read is needed'),
    forbiddenRates,
  ),
  variant(
    'not-found-by-router',
    'the texts of a 404 are a router’s',
    says(404, 'Cannot GET', 'No route matches'),
    unknownPath,
  ),
  variant(
    'not-found-names-the-path',
    'a 404 shows the path, escaped',
    on(status(404), (answer, call) => ({
      ...answer,
      body: { ...answer.body, message: 'Not Found', errors: [`"${encodeURI(call.path)}" was not found`] },
    })),
    unknownPath,
  ),
];
