/** The fields around the list in answers that succeed (sections 2.1 and 4). */
import {
  alter,
  categories,
  drop,
  on,
  rates,
  rename,
  reshape,
  restatus,
  set,
  success,
} from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('envelope of success');

export default [
  ...foundBy(
    'envelope/status-flag',
    fault(
      'status-as-text',
      '2.1',
      'status is the text "true"',
      on(categories, set({ status: 'true' })),
      listCategories,
    ),
    fault('status-as-one', '2.1', 'status is 1', on(rates, set({ status: 1 })), askRates()),
    fault(
      'status-as-word',
      '2.1',
      'status is "success"',
      on(success, set({ status: 'success' })),
      listCategories,
    ),
    fault('status-as-http-number', '2.1', 'status is 200', on(success, set({ status: 200 })), listCategories),
    fault('status-null', '2.1', 'status is null', on(rates, set({ status: null })), askRates()),
    fault(
      'status-false-on-success',
      '4.2',
      'status is false on success',
      on(rates, set({ status: false })),
      askRates(),
    ),
  ),
  foundOnlyBy(
    'envelope/status-flag',
    fault('status-missing', '2.1', 'status is left out', on(categories, drop('status')), listCategories),
  ),
  foundOnlyBy(
    'envelope/message',
    fault('message-null', '2.1', 'message is null', on(categories, set({ message: null })), listCategories),
  ),
  ...foundBy(
    'envelope/message',
    fault('message-missing', '2.1', 'message is left out', on(rates, drop('message')), askRates()),
    fault(
      'message-list',
      '2.1',
      'message is a list of texts',
      on(
        rates,
        alter('message', (m) => [m]),
      ),
      askRates(),
    ),
  ),
  foundOnlyBy(
    'envelope/errors',
    fault(
      'errors-missing',
      '2.1',
      'errors is left out on success',
      on(categories, drop('errors')),
      listCategories,
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault('errors-null', '4.1', 'errors is null on success', on(rates, set({ errors: null })), askRates()),
    fault(
      'errors-object',
      '2.1',
      'errors is {} on success',
      on(categories, set({ errors: {} })),
      listCategories,
    ),
    fault(
      'errors-empty-text',
      '2.1',
      'errors is an empty text on success',
      on(rates, set({ errors: '' })),
      askRates(),
    ),
    fault(
      'errors-false',
      '2.1',
      'errors is false on success',
      on(categories, set({ errors: false })),
      listCategories,
    ),
    fault(
      'errors-on-success',
      '4.1',
      'a warning stands in errors on success',
      on(categories, set({ errors: ['Deprecated client'] })),
      listCategories,
    ),
    fault(
      'errors-hold-empty-text',
      '2.1',
      'errors is [""] on success',
      on(rates, set({ errors: [''] })),
      askRates(),
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'code-as-number',
      '2.1',
      'response_code is the number 200',
      on(categories, set({ response_code: 200 })),
      listCategories,
    ),
    fault('code-missing', '2.1', 'response_code is left out', on(rates, drop('response_code')), askRates()),
    fault(
      'code-null',
      '2.1',
      'response_code is null',
      on(categories, set({ response_code: null })),
      listCategories,
    ),
    fault(
      'code-with-reason',
      '4.2',
      'response_code is "200 OK"',
      on(rates, set({ response_code: '200 OK' })),
      askRates(),
    ),
    fault(
      'code-201-in-200',
      '4.2',
      'response_code is "201" in a 200',
      on(rates, set({ response_code: '201' })),
      askRates(),
    ),
    fault(
      'code-camel-case',
      '2.1',
      'the field is called responseCode',
      on(
        success,
        reshape((body) => rename(body, 'response_code', 'responseCode')),
      ),
      listCategories,
    ),
  ),
  foundOnlyBy(
    'envelope/response-code',
    fault(
      'code-ok',
      '4.1',
      'response_code is "OK"',
      on(categories, set({ response_code: 'OK' })),
      listCategories,
    ),
  ),
  ...foundBy(
    ['requests/documented-examples', 'rates/valid-shipments'],
    fault('rates-answer-201', '4.2', 'rates answer 201 Created', on(rates, restatus(201)), askRates()),
  ),
];
