import { credentials, everyTable, requestFields } from './rule-groups.js';
import type { SpecificationSentence } from './specification-sentence.js';

/** Sections 1 to 3: purpose, resources and states. */
export const purposeAndResources: readonly SpecificationSentence[] = [
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
    rules: ['envelope/message'],
  },
  {
    section: '2.1',
    sentence: 'data: array; Result objects; an empty array when there are no results and on errors.',
    rules: ['envelope/data', 'rates/no-courier', 'requests/one-after-another'],
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
    rules: ['categories/fields', 'categories/unique-ids', 'categories/same-each-time'],
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
    rules: ['rates/fields', 'rates/unique-ids', 'rates/id-identifies'],
  },
  {
    section: '2.3',
    sentence: 'request_id: string; Identifier of the request.',
    rules: ['rates/fields', 'rates/one-request-id', 'rates/request-id-identifies'],
  },
  { section: '2.3', sentence: 'courier_name: string; Name of the courier service.', rules: everyTable },
  { section: '2.3', sentence: 'courier_type: string; Type of courier service.', rules: everyTable },
  {
    section: '2.3',
    sentence: 'delivery_time: number; Estimated delivery time in hours.',
    rules: [...everyTable, 'rates/delivery-time'],
  },
  {
    section: '2.3',
    sentence: 'delivery_time_text: string; Delivery time as text.',
    rules: [...everyTable, 'rates/delivery-time'],
  },
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
    rules: ['rates/valid-shipments', 'requests/invalid-value'],
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
    unchecked: 'Nothing in a response says its unit or currency.',
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
];
