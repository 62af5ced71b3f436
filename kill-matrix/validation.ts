/** The request of section 4.2 as a table of checks; every problem is found, none twice. */
import type { Path, Problem } from './stages.js';

type Check = (value: unknown, path: Path) => Problem[];

/** A path as people write it: box_dimension[0].items[1].name. */
function pathText(path: Path): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return text.replace(/^\./, '') || 'body';
}

function problem(kind: Problem['kind'], path: Path, complaint: string): Problem[] {
  return [{ kind, path, text: `${pathText(path)} ${complaint}` }];
}

const text: Check = (value, path) =>
  typeof value === 'string' ? [] : problem('type', path, 'must be a string');

const number: Check = (value, path) =>
  Number.isFinite(value) ? [] : problem('type', path, 'must be a number');

const positive: Check = (value, path) =>
  Number.isFinite(value) && (value as number) <= 0
    ? problem('value', path, 'must be greater than 0')
    : number(value, path);

const list =
  (each: Check): Check =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((element, index) => each(element, [...path, index]))
      : problem('type', path, 'must be an array');

const object =
  (fields: Record<string, Check>): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return problem('type', path, 'must be an object');
    }
    return Object.entries(fields).flatMap(([name, check]) => {
      const at = [...path, name];
      return Object.hasOwn(value, name)
        ? check((value as Record<string, unknown>)[name], at)
        : problem('missing', at, 'is required');
    });
  };

const PARTY = object({
  address: text,
  state: text,
  state_short_code: text,
  city: text,
  zip_code: text,
  country_code: text,
});
const ITEM = object({ name: text, quantity: text, unit_price: text });
const BOX = object({ length: number, width: number, height: number, weight: positive, items: list(ITEM) });
const RATE_REQUEST = object({
  box_dimension: list(BOX),
  product_type: text,
  weight: positive,
  weight_unit: text,
  sender: PARTY,
  receiver: PARTY,
  delivery_type: text,
});

/** Every problem of a body of POST /get-shipping-rates; `undefined` stands for a body that is not JSON. */
export function rateRequestProblems(body: unknown): Problem[] {
  return body === undefined ? problem('syntax', [], 'must be valid JSON') : RATE_REQUEST(body, []);
}

/** Every problem of a body of POST /create-order, whose fields are assumed; unknown fields are refused (4.3). */
export function orderRequestProblems(body: unknown): Problem[] {
  if (body === undefined) return problem('syntax', [], 'must be valid JSON');
  const problems = object({ rate_id: text })(body, []);
  const known = ['rate_id', 'reference'];
  const strangers = Object.keys(Object(body) as object).filter((name) => !known.includes(name));
  return [...problems, ...strangers.flatMap((name) => problem('unknown', [name], 'is not a known field'))];
}
