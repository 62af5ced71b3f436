/** Problems that are let through, or refused in another way, only alone, only together, or only in a form (4.2 rule 1, 7). */
import type { Problem } from '../../reference-server/stages.js';
import { rateRequestProblems } from '../../reference-server/validation.js';
import { all, on, restatus, status } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askRates, askWith, askWithout } from '../../variations/requests.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('validation');

/** Overlooks a problem of the request when it is the only one. */
const alone = (id: string, title: string, unseen: (problem: Problem) => boolean, step: Step): Variation =>
  write(
    id,
    '4.2 rule 1',
    title,
    ({ validate }) => ({
      validate(call) {
        const problems = validate(call);
        return problems.length === 1 && problems.every(unseen) ? [] : problems;
      },
    }),
    step,
  );

export default [
  ...foundBy(
    'requests/missing-field',
    alone(
      'missing-field-alone-accepted',
      'a request that lacks one of its fields, and is right otherwise, is served',
      ({ kind, path }) => kind === 'missing' && path.length === 1,
      askWithout('delivery_type'),
    ),
  ),
  ...foundBy(
    'requests/invalid-value',
    alone(
      'invalid-weight-alone-accepted',
      'a weight below 0 is accepted when all else is right',
      ({ kind, path }) => kind === 'value' && path.join() === 'weight',
      askWith('weight', -1),
    ),
  ),
  ...foundBy(
    'requests/several-problems',
    write(
      'mixed-problems-404',
      '7 rule 2',
      'a request that lacks a field and has a wrong type is 404',
      on(
        all(status(400), (_, { body }) => {
          const kinds = rateRequestProblems(body).map(({ kind }) => kind);
          return kinds.includes('missing') && kinds.includes('type');
        }),
        restatus(404),
      ),
      askWith('sender', { address: 5 }),
    ),
  ),
  foundOnlyBy(
    'requests/other-media-type',
    write(
      'form-served',
      '4',
      'a form is served, whatever it says',
      ({ validate }) => ({
        validate: (call) => (String(call.headers['content-type']).includes('form') ? [] : validate(call)),
      }),
      askRates('weight=3', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ),
  ),
];
