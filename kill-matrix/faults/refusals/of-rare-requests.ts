/** Refusals that are right for common mistakes, and not for those that few clients make (section 7). */
import type { Answer, Call } from '../../reference-server/stages.js';
import { alter, on, page, restatus, set, status, all, withErrors } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, askWith, askWithout, changed, SHIPMENT } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('refusals of rare requests');
const html = page(400, 'text/html', '<html><h1>400 Bad Request</h1></html>');
const refused = (when: (answer: Answer, call: Call) => boolean) => all(status(400), when);
const errorsOf = ({ body }: Answer) => body.errors as string[];
const isUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString('utf8')).equals(bytes);

export default [
  ...foundBy(
    'http/json-content-type',
    fault(
      'deep-path-page',
      '7, 404',
      'an unknown path of more than two segments is answered with a page',
      on(
        all(status(404), (_answer, { path }) => path.split('/').length > 3),
        page(404, 'text/html', '<html><h1>Not Found</h1></html>'),
      ),
      { method: 'GET', path: '/one/two/three' },
    ),
    fault(
      'no-body-page',
      '7, 400',
      'a rate request without a body is answered with a page',
      on(
        refused((_answer, call) => call.operation === 'getShippingRates' && call.text === ''),
        html,
      ),
      askRates(''),
    ),
    fault(
      'not-utf-8-page',
      '7, 400',
      'a body that is not UTF-8 is answered with a page',
      on(
        refused((_answer, { pieces }) => !isUtf8(Buffer.concat(pieces))),
        html,
      ),
      { ...askRates(), body: Buffer.concat([Buffer.from(JSON.stringify(SHIPMENT)), Buffer.from([0xff])]) },
    ),
  ),
  ...foundBy(
    'requests/several-problems',
    fault(
      'many-problems-422',
      '7, 400',
      'three problems or more are answered with 422',
      on(
        refused((answer) => errorsOf(answer).length > 2),
        restatus(422),
      ),
      askRates({}),
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'hint-in-data-of-type-errors',
      '7',
      'the data of a 400 for wrong types holds a hint',
      ({ refuse }) => ({
        refuse(problems, call) {
          const answer = refuse(problems, call);
          const isType = problems.every(({ kind }) => kind === 'type');
          return isType ? set({ data: [{ hint: 'See the documentation' }] })(answer, call) : answer;
        },
      }),
      askWith('sender.city', 5),
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    fault(
      'problem-of-both-parties-told-once',
      '7 rule 2',
      'what is wrong with the same field of sender and receiver is told once',
      withErrors((texts) => [...new Set(texts.map((text) => text.replace(/^(sender|receiver)\./, '')))]),
      askWithout('receiver.city', changed<object>('sender.city', undefined, SHIPMENT)),
    ),
  ),
  ...foundBy(
    'envelope/message',
    fault(
      'message-is-a-list-for-many',
      '2.1',
      'the message of a 400 with two or more problems is a list',
      on(
        refused((answer) => errorsOf(answer).length > 1),
        alter('message', (message) => [message]),
      ),
      askRates({}),
    ),
  ),
];
