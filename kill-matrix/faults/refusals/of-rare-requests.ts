/** Refusals that are right for common mistakes, and not for those that few clients make (section 7). */
import type { Answer, Call } from '../../reference-server/stages.js';
import { on, page, restatus, status, all, withErrors } from '../../variations/changes.js';
import { askRates, askWithout, changed, SHIPMENT } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('refusals of rare requests', { section: '7, 400' });
const refused = (when: (answer: Answer, call: Call) => boolean) => all(status(400), when);
const errorsOf = ({ body }: Answer) => body.errors as string[];

export default [
  fault({
    id: 'deep-path-page',
    section: '7, 404',
    title: 'an unknown path of more than two segments is answered with a page',
    foundBy: 'http/json-content-type',
    apply: on(
      all(status(404), (_answer, { path }) => path.split('/').length > 3),
      page(404, 'text/html', '<html><h1>Not Found</h1></html>'),
    ),
    witness: { method: 'GET', path: '/one/two/three' },
  }),
  fault({
    id: 'many-problems-422',
    title: 'three problems or more are answered with 422',
    foundBy: 'requests/several-problems',
    apply: on(
      refused((answer) => errorsOf(answer).length > 2),
      restatus(422),
    ),
    witness: askRates({}),
  }),
  fault({
    id: 'problem-of-both-parties-told-once',
    section: '7 rule 2',
    title: 'what is wrong with the same field of sender and receiver is told once',
    foundBy: 'errors/one-string-per-problem',
    apply: withErrors((texts) => [...new Set(texts.map((text) => text.replace(/^(sender|receiver)\./, '')))]),
    witness: askWithout('receiver.city', changed<object>('sender.city', undefined, SHIPMENT)),
  }),
];
