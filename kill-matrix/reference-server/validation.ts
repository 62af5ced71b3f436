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

/** Checks a value further, once it passes the first check. */
type Restrict = (check: Check, fits: (value: unknown) => boolean, complaint: string) => Check;

const restricted: Restrict = (check, fits, complaint) => (value, path) => {
  const problems = check(value, path);
  return problems.length > 0 || fits(value) ? problems : problem('value', path, complaint);
};

const unrestricted: Restrict = (check) => check;

const matches = (pattern: RegExp) => (value: unknown) => pattern.test(value as string);
const isFilled = (value: unknown) => (value as string | unknown[]).length > 0;

function rateRequest(assumed: Restrict): Check {
  const filled = assumed(text, isFilled, 'must not be empty');
  const side = assumed(number, (value) => (value as number) > 0, 'must be greater than 0');
  const listOf = (each: Check) => assumed(list(each), isFilled, 'must have an element');
  const oneOf = (...values: string[]) =>
    assumed(text, (value) => values.includes(value as string), `must be ${values.join(' or ')}`);
  const party = object({
    address: filled,
    state: filled,
    state_short_code: filled,
    city: filled,
    zip_code: filled,
    country_code: restricted(text, matches(/^[A-Za-z]{2}$/), 'must be two letters'),
  });
  const item = object({
    name: filled,
    quantity: assumed(text, matches(/^0*[1-9]\d*$/), 'must be a positive whole number'),
    unit_price: assumed(text, matches(/^\d+(\.\d+)?$/), 'must be a decimal number of 0 or more'),
  });
  const box = object({ length: side, width: side, height: side, weight: positive, items: listOf(item) });
  return object({
    box_dimension: restricted(list(box), isFilled, 'must have an element'),
    product_type: oneOf('1', '2', '3'),
    weight: positive,
    weight_unit: oneOf('LBS', 'KG'),
    sender: party,
    receiver: party,
    delivery_type: oneOf('commercial', 'residential'),
  });
}

const STATED = rateRequest(unrestricted);
const STATED_AND_ASSUMED = rateRequest(restricted);

/**
 * Every problem of a body of POST /get-shipping-rates; `undefined` stands for a body that is not JSON.
 *
 * @param assumedValues whether values count as problems that openapi.yaml excludes by assumption alone
 */
export function rateRequestProblems(body: unknown, assumedValues = false): Problem[] {
  if (body === undefined) return problem('syntax', [], 'must be valid JSON');
  return (assumedValues ? STATED_AND_ASSUMED : STATED)(body, []);
}

/** Every problem of a body of POST /create-order, whose fields are assumed; unknown fields are refused (4.3). */
export function orderRequestProblems(body: unknown): Problem[] {
  if (body === undefined) return problem('syntax', [], 'must be valid JSON');
  const problems = object({ rate_id: text })(body, []);
  const known = ['rate_id', 'reference'];
  const strangers = Object.keys(Object(body) as object).filter((name) => !known.includes(name));
  return [...problems, ...strangers.flatMap((name) => problem('unknown', [name], 'is not a known field'))];
}
