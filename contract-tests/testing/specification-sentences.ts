/**
 * Every sentence of the service specification that says something about a request or an answer, with the rules that check
 * it, or the reason why none can. A test holds the two lists, of rules and of sentences, against each other.
 */
export interface SpecificationSentence {
  readonly section: string;
  readonly sentence: string;
  /** Ids of the rules that check it. */
  readonly rules?: readonly string[];
  /** Why no rule checks it. */
  readonly unchecked?: string;
}

const everyTable = ['rates/fields', 'responses/schema'];
const requestFields = ['requests/missing-field', 'requests/wrong-type', 'requests/later-elements'];
const credentials = ['auth/missing-key', 'auth/unknown-key', 'auth/altered-key'];

export const specificationSentences: readonly SpecificationSentence[] = [
  {
    section: '1',
    sentence: 'The service is a JSON-over-HTTP developer interface for a shipping and commerce platform.',
    rules: ['http/answers', 'http/complete-message', 'http/json-content-type', 'http/valid-json'],
  },
  {
    section: '1',
    sentence: 'List all product categories.',
    rules: ['requests/documented-examples', 'requests/unknown-query'],
  },
  {
    section: '1',
    sentence:
      'Calculate shipping rates for one or more boxes, given the box dimensions and items, the shipment weight, a sender address, a receiver address and a delivery type.',
    rules: ['rates/valid-shipments', 'requests/documented-examples'],
  },
  {
    section: '1',
    sentence: 'The result is a list of courier options with charges.',
    rules: ['rates/fields', 'rates/one-per-option'],
  },
  { section: '1', sentence: 'Every response uses one envelope (section 2.1).', rules: ['envelope/object'] },
  { section: '1', sentence: 'Every call carries a bearer credential (section 5).', rules: credentials },
  {
    section: '1',
    sentence:
      'The error conventions also mention an order-creation operation and lookups by tracking number (sections 4 and 7).',
    rules: ['orders/order-can-be-followed', 'orders/unknown-field-refused'],
  },
  {
    section: '2.1',
    sentence: 'status: boolean; true when the request succeeded, false otherwise.',
    rules: ['envelope/status-flag'],
  },
  {
    section: '2.1',
    sentence: 'message: string; Human-readable message; may be empty.',
    rules: ['envelope/message', 'errors/nothing-leaks'],
  },
  {
    section: '2.1',
    sentence: 'data: array; Result objects; an empty array when there are no results and on errors.',
    rules: ['envelope/data', 'rates/no-courier'],
  },
  {
    section: '2.1',
    sentence: 'errors: array of strings; Error messages; an empty array when there are no errors.',
    rules: ['envelope/errors', 'errors/no-blank-text'],
  },
  {
    section: '2.1',
    sentence: 'response_code: string; Status code as text, for example the text form of an HTTP status.',
    rules: ['envelope/response-code'],
  },
  {
    section: '2.2',
    sentence: 'id: integer; Unique identifier of the category.',
    rules: ['categories/fields', 'categories/unique-ids'],
  },
  { section: '2.2', sentence: 'name: string; Name of the category.', rules: ['categories/fields'] },
  {
    section: '2.2',
    sentence: 'created_at: string; Timestamp of creation (shape: ISO 8601 UTC date-time).',
    rules: ['categories/fields', 'categories/timestamps'],
  },
  {
    section: '2.2',
    sentence: 'updated_at: string; Timestamp of the last update (same shape).',
    rules: ['categories/fields', 'categories/timestamps', 'categories/updated-after-created'],
  },
  {
    section: '2.3',
    sentence: 'id: string; Unique identifier of the rate.',
    rules: ['rates/fields', 'rates/unique-ids'],
  },
  {
    section: '2.3',
    sentence: 'request_id: string; Identifier of the request.',
    rules: ['rates/fields', 'rates/one-request-id', 'rates/request-id-identifies'],
  },
  { section: '2.3', sentence: 'courier_name: string; Name of the courier service.', rules: everyTable },
  { section: '2.3', sentence: 'courier_type: string; Type of courier service.', rules: everyTable },
  { section: '2.3', sentence: 'delivery_time: number; Estimated delivery time in hours.', rules: everyTable },
  { section: '2.3', sentence: 'delivery_time_text: string; Delivery time as text.', rules: everyTable },
  { section: '2.3', sentence: 'description: string; Description of the shipping option.', rules: everyTable },
  { section: '2.3', sentence: 'home_delivery_fee: number; Fee for home delivery.', rules: everyTable },
  { section: '2.3', sentence: 'import_tax: string; Import tax information, as text.', rules: everyTable },
  {
    section: '2.3',
    sentence: 'logo: string; URL of the courier’s logo.',
    rules: ['rates/fields', 'rates/logo'],
  },
  { section: '2.3', sentence: 'shipping_charge: number; Charge for shipping.', rules: everyTable },
  {
    section: '2.4',
    sentence:
      'Box (element of box_dimension): length, width, height, weight: number, required; items: array of item, required.',
    rules: [...requestFields, 'requests/far-elements'],
  },
  {
    section: '2.4',
    sentence: 'Item: name, quantity (sent as a string), unit_price (sent as a string): string, required.',
    rules: [...requestFields, 'requests/far-elements'],
  },
  {
    section: '2.4',
    sentence: 'Party: address, state, state_short_code, city, zip_code, country_code: string, required.',
    rules: requestFields,
  },
  {
    section: '2.4',
    sentence: 'Country code (two-letter form, for example US or BD).',
    rules: ['rates/valid-shipments'],
  },
  {
    section: '2.4',
    sentence:
      'Allowed values of product_type, weight_unit, delivery_type and courier_type: not shown beyond the single examples given in section 4.2.',
    rules: ['requests/assumed-values', 'requests/generated-bodies'],
  },
  {
    section: '2.4',
    sentence: 'Units of the box dimensions and the currency of amounts: not shown.',
    unchecked: 'Nothing in an answer says its unit or currency.',
  },
  {
    section: '3',
    sentence: 'The only state-like value is the envelope flag status (true or false).',
    rules: ['envelope/status-flag'],
  },
  {
    section: '3',
    sentence:
      'No resource has a lifecycle, and no resource states are named. States and transitions: not shown.',
    unchecked: 'It states that there is nothing to state.',
  },
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
    rules: ['requests/documented-examples', 'routing/wrong-method', 'routing/unknown-path', 'routing/head'],
  },
  {
    section: '4.1',
    sentence: 'Query parameters: none. Request body: none.',
    rules: ['requests/unknown-query'],
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
    rules: ['requests/not-json', 'requests/missing-field', 'requests/generated-bodies'],
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
    rules: ['rates/one-per-option'],
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
  {
    section: '5',
    sentence:
      'Every request carries the header Authorization with the value Bearer followed by a space and <API_KEY>.',
    rules: [...credentials, 'auth/other-scheme', 'auth/key-elsewhere', 'auth/side-doors', 'orders/needs-key'],
  },
  {
    section: '5',
    sentence: 'The key is obtained by the developer from the developer dashboard at {dashboard_url}.',
    unchecked: 'The dashboard is not part of the interface.',
  },
  {
    section: '5',
    sentence:
      'A missing or invalid key yields HTTP 401, status false, response_code "401", message about an invalid key, and errors containing an authentication failure text.',
    rules: [...credentials, 'auth/before-validation', 'auth/refusal-text'],
  },
  {
    section: '5',
    sentence: 'A key can expire; an expired key is handled as an invalid key (rule 3).',
    rules: ['auth/expired-key'],
  },
  { section: '5', sentence: 'Insufficient permissions yield HTTP 403.', rules: ['auth/limited-key'] },
  {
    section: '5',
    sentence: 'Key lifetime and permission scopes: not shown.',
    unchecked: 'Which operation a limited key may use is open; that one refuses it is checked.',
  },
  {
    section: '6',
    sentence: 'Webhooks, callbacks and other events: not shown.',
    unchecked: 'It states that there is nothing to state.',
  },
  {
    section: '7',
    sentence:
      'An error response uses the envelope with status = false, data = empty array, errors = array of strings, message = summary text, and response_code = the status code as a string.',
    rules: [
      'envelope/status-flag',
      'envelope/data',
      'envelope/errors',
      'envelope/response-code',
      'errors/message-fits',
    ],
  },
  {
    section: '7',
    sentence: '200 Success: Request completed. 201 Created: Resource created.',
    rules: ['responses/documented-status'],
  },
  {
    section: '7',
    sentence:
      '400 Bad Request: Invalid request parameters (missing required fields, invalid values, wrong types or formats).',
    rules: [
      'requests/wrong-type',
      'requests/missing-field',
      'requests/odd-input',
      'responses/no-server-error',
    ],
  },
  {
    section: '7',
    sentence: '401 Unauthorized: Missing or invalid API key.',
    rules: ['auth/missing-key', 'auth/unknown-key', 'http/challenge-with-401'],
  },
  { section: '7', sentence: '403 Forbidden: Insufficient permissions.', rules: ['auth/limited-key'] },
  {
    section: '7',
    sentence:
      '404 Not Found: Resource not found; errors may name the missing resource identifier, e.g. a tracking number.',
    rules: ['routing/unknown-path', 'orders/unknown-tracking-number'],
  },
  {
    section: '7',
    sentence: '429 Too Many Requests: Rate limit exceeded.',
    rules: ['limits/says-when-to-retry'],
  },
  {
    section: '7',
    sentence: '500 Internal Server Error: Server error.',
    rules: ['responses/no-server-error', 'errors/nothing-leaks'],
  },
  {
    section: '7',
    sentence: 'The response_code string equals the HTTP status code as text.',
    rules: ['envelope/response-code'],
  },
  {
    section: '7',
    sentence: 'A 400 response lists one string per problem in errors.',
    rules: ['errors/one-string-per-problem', 'requests/several-problems'],
  },
  {
    section: '7',
    sentence:
      'A 429 response carries a message that says when to retry; the example message gives 60 seconds.',
    rules: ['limits/says-when-to-retry', 'limits/retry-after-header'],
  },
  {
    section: '7',
    sentence: 'Clients are advised to back off exponentially and to retry after that wait.',
    rules: ['limits/recovers'],
  },
  {
    section: '7',
    sentence:
      'A 404 example has the message "Order not found" and an errors entry naming the tracking number.',
    rules: ['orders/unknown-tracking-number'],
  },
  {
    section: '7',
    sentence:
      'Error codes beyond the HTTP statuses above, and which operation can return which status: not shown.',
    rules: ['responses/documented-status', 'http/allow-with-405'],
  },
  {
    section: '8',
    sentence: 'A rate limit exists; exceeding it yields the 429 error in section 7.',
    rules: ['limits/recovers', 'limits/says-when-to-retry'],
  },
  {
    section: '8',
    sentence: 'Numeric rate limit quota and window: not shown.',
    unchecked: 'Any quota is lawful; the suite waits as a 429 says.',
  },
  {
    section: '8',
    sentence:
      'Maximum request size, maximum number of boxes or items, and value bounds of numeric fields: not shown.',
    rules: ['requests/large-bodies', 'requests/assumed-values', 'requests/odd-input'],
  },
  {
    section: '9',
    sentence:
      'The tester address for the operations has the path prefix /api/v1/developer before the operation path; the version is therefore carried in the path as v1.',
    unchecked: 'The base address is given by whoever runs the suite.',
  },
  {
    section: '9',
    sentence: 'Versioning policy and deprecation rules: not shown.',
    unchecked: 'It states that there is nothing to state.',
  },
];
