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

const variant = variationsOf('answers', { section: '4.2 rule 1' });
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
  variant({
    id: 'message-empty',
    section: '2.1',
    title: 'messages are empty on success',
    apply: on(success, set({ message: '' })),
    witness: listCategories,
  }),
  variant({
    id: 'message-empty-on-bad-request',
    section: '2.1',
    title: 'the message of a 400 is empty',
    apply: on(status(400), set({ message: '' })),
    witness: invalid,
  }),
  variant({
    id: 'messages-in-bengali',
    section: '2.1',
    title: 'messages are in another language',
    apply: on(status(400), set({ message: 'অনুরোধটি সঠিক নয়' })),
    witness: invalid,
  }),
  variant({
    id: 'problems-in-german',
    title: 'problems are listed in German',
    apply: withErrors((_, problems) =>
      problems.map(({ text }) => `Das Feld ${text.split(' ')[0] ?? ''} fehlt oder ist ungültig`),
    ),
    witness: invalid,
  }),
  variant({
    id: 'problems-dotted',
    title: 'problems name places as box_dimension.0.weight',
    apply: withErrors((texts) => texts.map((text) => text.replace(/\[(\d+)\]/g, '.$1'))),
    witness: deep,
  }),
  variant({
    id: 'problems-as-pointer',
    title: 'problems name places as /box_dimension/0/weight',
    apply: withErrors((_, problems) => problems.map(({ path }) => `/${path.join('/')} is not valid`)),
    witness: deep,
  }),
  variant({
    id: 'problems-with-dollar',
    title: 'problems name places as $.box_dimension[0].weight',
    apply: withErrors((texts) => texts.map((text) => `Error at $.${text}`)),
    witness: deep,
  }),
  variant({
    id: 'problems-in-another-order',
    section: '7 rule 2',
    title: 'problems come in another order',
    apply: withErrors((texts) => [...texts].reverse()),
    witness: askRates({}),
  }),
  variant({
    id: 'unauthorized-with-challenge',
    section: '5',
    title: 'a 401 has WWW-Authenticate',
    apply: on(status(401), withHeaders({ 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' })),
    witness: withKey(null),
  }),
  variant({
    id: 'unauthorized-other-text',
    section: '5 rule 3',
    title: 'the texts of a 401 are other words',
    apply: on(
      status(401),
      set({
        message: 'API key is not valid.',
        errors: ['Authentication failure', 'See the developer dashboard'],
      }),
    ),
    witness: withKey(null),
  }),
  variant({
    id: 'errors-with-more-fields',
    section: '2.1',
    title: 'errors carry a documentation link',
    apply: on(failure, set({ docs: 'https://docs.example.com' })),
    witness: forbiddenRates,
  }),
  variant({
    id: 'not-found-other-text',
    section: '7',
    title: 'the texts of a 404 are in French',
    apply: on(status(404), set({ message: 'Introuvable', errors: ['Ressource introuvable'] })),
    witness: unknownPath,
  }),
  variant({
    id: 'body-problems-without-name',
    title: 'a body that is no JSON object is "Malformed request", as it has no field to name',
    apply: withErrors((texts, problems) =>
      texts.map((text, i) => (problems[i]?.path.length === 0 ? 'Malformed request' : text)),
    ),
    witness: askRates('{'),
  }),
  variant({
    id: 'problems-name-the-value',
    title: 'a problem of a value names the value instead of the field',
    apply: ({ refuse }) => ({
      refuse: (problems, call) =>
        refuse(
          problems.map((problem) => namingValue(problem, call)),
          call,
        ),
    }),
    witness: askWith('weight', -4),
  }),
  variant({
    id: 'missing-party-listed-by-field',
    section: '7 rule 2',
    title: 'a missing party is listed as each of its fields missing',
    apply: ({ refuse }) => ({ refuse: (problems, call) => refuse(problems.flatMap(byField), call) }),
    witness: askWithout('receiver'),
  }),
];
