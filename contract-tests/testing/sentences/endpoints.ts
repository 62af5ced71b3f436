import { requestFields } from './rule-groups.js';
import type { SpecificationSentence } from './specification-sentence.js';

/** Section 4: endpoints. */
export const endpoints: readonly SpecificationSentence[] = [
  {
    section: '4',
    sentence: 'Paths are relative to {base_url}. The request examples omit that prefix.',
    unchecked: 'The base address is given by whoever runs the suite.',
  },
  {
    section: '4',
    sentence: 'All requests carry the Authorization header (section 5).',
    rules: ['auth/missing-key', 'auth/header-name-case', 'auth/side-doors'],
  },
  {
    section: '4',
    sentence: 'Request bodies are JSON with Content-Type: application/json.',
    rules: ['requests/other-media-type', 'requests/lenient-media-type', 'requests/spellings'],
  },
  {
    section: '4',
    sentence: 'Responses are JSON and use the envelope of section 2.1.',
    rules: ['http/json-content-type', 'http/valid-json', 'envelope/object', 'requests/other-accept'],
  },
  {
    section: '4.1',
    sentence: 'Method GET, path /categories.',
    rules: [
      'requests/documented-examples',
      'routing/wrong-method',
      'routing/method-override',
      'routing/unknown-path',
      'routing/head',
    ],
  },
  {
    section: '4.1',
    sentence: 'Query parameters: none. Request body: none.',
    rules: ['requests/unknown-query', 'requests/fields-in-place', 'categories/same-each-time'],
  },
  {
    section: '4.1',
    sentence:
      'Success response: envelope with data = array of Category (2.2), status = true, response_code = "200".',
    rules: [
      'requests/documented-examples',
      'envelope/status-flag',
      'envelope/response-code',
      'categories/fields',
    ],
  },
  {
    section: '4.1',
    sentence: 'When there are no categories, then data is an empty array.',
    rules: ['envelope/data'],
  },
  { section: '4.1', sentence: 'On success, errors is an empty array.', rules: ['envelope/errors'] },
  {
    section: '4.2',
    sentence: 'Method POST, path /get-shipping-rates.',
    rules: ['requests/documented-examples', 'routing/wrong-method', 'routing/unknown-path'],
  },
  {
    section: '4.2',
    sentence:
      'Success response: envelope with data = array of Shipping rate (2.3), status = true, response_code = "200".',
    rules: ['rates/valid-shipments', 'requests/spellings', 'rates/fields'],
  },
  {
    section: '4.2',
    sentence: 'Request body (JSON object; every field is required).',
    rules: [
      'requests/not-json',
      'requests/missing-field',
      'requests/fields-in-place',
      'requests/generated-bodies',
    ],
  },
  {
    section: '4.2',
    sentence:
      'box_dimension array of Box; product_type string; weight number; weight_unit string; sender Party; receiver Party; delivery_type string.',
    rules: requestFields,
  },
  {
    section: '4.2',
    sentence:
      '"1" means commercial in the example; "LBS" (pounds) in the example; "commercial" in the example.',
    rules: ['requests/documented-examples', 'rates/valid-shipments'],
  },
  {
    section: '4.2',
    sentence:
      'A missing required field or an invalid value yields a validation error (section 7) with status false and response_code "400".',
    rules: [
      'requests/missing-field',
      'requests/invalid-value',
      'requests/wrong-type',
      'requests/several-problems',
    ],
  },
  {
    section: '4.2',
    sentence:
      'The example messages name the offending field or value (for instance an invalid package weight).',
    rules: ['errors/names-field', 'requests/invalid-value'],
  },
  {
    section: '4.2',
    sentence: 'On success, data holds one element per courier option.',
    rules: ['rates/one-per-option', 'rates/of-the-shipment'],
  },
  {
    section: '4.3',
    sentence:
      'POST /create-order is used only as an example of an invalid request; an unknown body field is sent and an error is expected.',
    rules: ['orders/unknown-field-refused', 'orders/unknown-field-beside-rate'],
  },
  {
    section: '4.3',
    sentence: 'A lookup by tracking number is implied by a resource-not-found example.',
    rules: ['orders/unknown-tracking-number', 'orders/order-can-be-followed'],
  },
  {
    section: '4.3',
    sentence:
      'Payload and response of POST /create-order, and any path for lookups by tracking number: not shown.',
    unchecked: 'What is not shown is an assumption of the document and checked as one.',
  },
];
