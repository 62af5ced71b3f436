/** Texts of messages and errors, which are free as long as they name the field and say what is stated. */
import { failure, on, withErrors, set, status, success, withHeaders } from '../../variations/changes.js';
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
} from '../../variations/requests.js';
import { type Call, type Problem } from '../../reference-server/stages.js';
import { variationsOf } from '../../variations/variation.js';

const variant = variationsOf('answers');
const invalid = askWithout('sender.zip_code');
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

export default [
  variant(
    'message-empty',
    '2.1',
    'messages are empty on success',
    on(success, set({ message: '' })),
    listCategories,
  ),
  variant(
    'message-empty-on-bad-request',
    '2.1',
    'the message of a 400 is empty',
    on(status(400), set({ message: '' })),
    invalid,
  ),
  variant(
    'messages-in-bengali',
    '2.1',
    'messages are in another language',
    on(status(400), set({ message: 'অনুরোধটি সঠিক নয়' })),
    invalid,
  ),
  variant(
    'problems-in-german',
    '4.2 rule 1',
    'problems are listed in German',
    withErrors((_, problems) =>
      problems.map(({ text }) => `Das Feld ${text.split(' ')[0] ?? ''} fehlt oder ist ungültig`),
    ),
    invalid,
  ),
  variant(
    'problems-dotted',
    '4.2 rule 1',
    'problems name places as box_dimension.0.weight',
    withErrors((texts) => texts.map((text) => text.replace(/\[(\d+)\]/g, '.$1'))),
    deep,
  ),
  variant(
    'problems-as-pointer',
    '4.2 rule 1',
    'problems name places as /box_dimension/0/weight',
    withErrors((_, problems) => problems.map(({ path }) => `/${path.join('/')} is not valid`)),
    deep,
  ),
  variant(
    'problems-with-dollar',
    '4.2 rule 1',
    'problems name places as $.box_dimension[0].weight',
    withErrors((texts) => texts.map((text) => `Error at $.${text}`)),
    deep,
  ),
  variant(
    'problems-in-another-order',
    '7 rule 2',
    'problems come in another order',
    withErrors((texts) => [...texts].reverse()),
    askRates({}),
  ),
  variant(
    'unauthorized-with-challenge',
    '5',
    'a 401 has WWW-Authenticate',
    on(status(401), withHeaders({ 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' })),
    withKey(null),
  ),
  variant(
    'unauthorized-other-text',
    '5 rule 3',
    'the texts of a 401 are other words',
    on(
      status(401),
      set({
        message: 'API key is not valid.',
        errors: ['Authentication failure', 'See the developer dashboard'],
      }),
    ),
    withKey(null),
  ),
  variant(
    'errors-with-more-fields',
    '2.1',
    'errors carry a documentation link',
    on(failure, set({ docs: 'https://docs.example.com' })),
    forbiddenRates,
  ),
  variant(
    'not-found-other-text',
    '7',
    'the texts of a 404 are in French',
    on(status(404), set({ message: 'Introuvable', errors: ['Ressource introuvable'] })),
    unknownPath,
  ),
  variant(
    'body-problems-without-name',
    '4.2 rule 1',
    'a body that is no JSON object is "Malformed request", as it has no field to name',
    withErrors((texts, problems) =>
      texts.map((text, i) => (problems[i]?.path.length === 0 ? 'Malformed request' : text)),
    ),
    askRates('{'),
  ),
  variant(
    'problems-name-the-value',
    '4.2 rule 1',
    'a problem of a value names the value instead of the field',
    ({ refuse }) => ({
      refuse: (problems, call) =>
        refuse(
          problems.map((problem) => namingValue(problem, call)),
          call,
        ),
    }),
    askWith('weight', -4),
  ),
  variant(
    'missing-party-listed-by-field',
    '7 rule 2',
    'a missing party is listed as each of its fields missing',
    ({ refuse }) => ({ refuse: (problems, call) => refuse(problems.flatMap(byField), call) }),
    askWithout('receiver'),
  ),
];
