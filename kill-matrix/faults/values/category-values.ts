/** A value of another form in some categories, and in the envelope around errors (2.1, 2.2). */
import type { Fields } from '../../reference-server/stages.js';
import { alter, categories, each, on, all, set, status } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, listCategories, unknownPath, withKey } from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('forms of values');
const third = (change: (element: Fields) => Fields) =>
  each((element, index) => (index === 2 ? change(element) : element));

export default [
  ...foundBy(
    'categories/timestamps',
    fault(
      'created-month-13',
      '2.2',
      'a timestamp has a thirteenth month',
      on(
        categories,
        third((one) => ({ ...one, created_at: '2023-13-01T00:00:00Z' })),
      ),
      listCategories,
    ),
    fault(
      'created-without-zone',
      '2.2',
      'the third category has a time without a zone',
      on(
        categories,
        third((one) => ({ ...one, updated_at: '2023-06-01T00:00:00' })),
      ),
      listCategories,
    ),
    fault(
      'created-date-only',
      '2.2',
      'timestamps of midnight are a date',
      on(
        categories,
        each((one) => ({ ...one, created_at: String(one.created_at).replace('T00:00:00Z', '') })),
      ),
      listCategories,
    ),
  ),
  ...foundBy(
    'categories/fields',
    fault(
      'id-with-fraction',
      '2.2',
      'the third id has a fraction',
      on(
        categories,
        third((one) => ({ ...one, id: 7.5 })),
      ),
      listCategories,
    ),
    fault(
      'name-null-in-third',
      '2.2',
      'the third name is null',
      on(
        categories,
        third((one) => ({ ...one, name: null })),
      ),
      listCategories,
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'code-with-words-on-404',
      '7 rule 1',
      'response_code of a 404 is "404 Not Found"',
      on(status(404), set({ response_code: '404 Not Found' })),
      unknownPath,
    ),
  ),
  ...foundBy(
    'envelope/status-flag',
    fault(
      'flag-text-on-403',
      '2.1',
      'status is the text "false" in a 403',
      on(status(403), set({ status: 'false' })),
      withKey('Bearer Rl80-d4eTn_qYh6s', askRates()),
    ),
  ),
  ...foundBy(
    ['envelope/errors', 'errors/names-field'],
    fault(
      'errors-object-of-fields',
      '2.1',
      'errors is an object of fields when there are two problems or more',
      on(
        all(status(400), ({ body }) => (body.errors as unknown[]).length > 1),
        alter('errors', (errors) =>
          Object.fromEntries((errors as string[]).map((text, index) => [`field${index}`, text])),
        ),
      ),
      askRates({}),
    ),
  ),
  ...foundBy(
    'envelope/message',
    fault(
      'message-list-on-many',
      '2.1',
      'message is a list when there are two problems or more',
      on(
        all(status(400), ({ body }) => (body.errors as unknown[]).length > 1),
        alter('message', (message) => [message]),
      ),
      askRates({}),
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'data-null-on-400',
      '2.1',
      'data is null when the body is no JSON',
      on(
        all(status(400), (_, { body }) => body === undefined),
        set({ data: null }),
      ),
      askRates('{"weight'),
    ),
  ),
];
