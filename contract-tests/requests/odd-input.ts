import { bodyNodes, changed, type BodyNode } from '../../src/conformance/cases/generate/body-nodes.js';
import { toPointer } from '../../src/contract/json-pointer.js';
import { randomElement } from '../../src/contract/seeded-random.js';
import type { CaseDraft } from '../../src/conformance/cases/case.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import type { Operation } from '../../src/contract/operations.js';
import { withBody, withJson } from '../../src/conformance/cases/request.js';
import { acceptedStatus } from '../../src/conformance/checks/accepted-status.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { accepted, oddBodies } from './steps/odd-bodies.js';
import { digits, numbers, oddities, rejectedByMany } from './steps/odd-values.js';

export default rule({
  title: 'Unusual input is served or rejected properly.',
  level: 'MUST',
  section: '7',
  sentence:
    '400 Bad Request: Invalid request parameters (missing required fields, invalid values, wrong types or formats).',
  expected: ['the documented status of success', 'status 400, or 413'],
  inOtherDocuments: {
    quotes: 'responses',
  },
  appliesTo: { document: 'any' },
  priority: 4,
  cases: (planner) =>
    planner.withBody.flatMap((operation) => [
      ...oddTexts(planner, operation),
      ...digitTexts(planner, operation),
      ...edgeNumbers(planner, operation),
      ...oddBodies(planner, operation),
    ]),
  check(exchange) {
    const finding = acceptedStatus(exchange);
    const isBeyond = exchange.case.id.includes('/number-beyond/');
    // Bounds are not shown (section 8), but what becomes of a number that few programs can hold?
    const { status } = exchange.response;
    if (isBeyond && status < 300)
      return { actual: 'a success for a number beyond any double', level: 'SHOULD' };
    // A service may have no courier for so much, and say so: see rates/no-courier.
    const isNothing = status === 404 && exchange.operation?.id === 'getShippingRates';
    return isNothing && finding !== 'pass' ? { actual: 'status 404', level: 'SHOULD' } : finding;
  },
});

/**
 * Each odd text in all free texts at once, which reaches every field of a server that accepts any text, and in one of them,
 * for a server that rejects it in some.
 */
function oddTexts(planner: Planner, operation: Operation): CaseDraft[] {
  const body = planner.body(operation);
  const texts = textsOf(planner, operation);
  const free = texts.filter((node) => !isDigits(node));
  if (free.length === 0) return [];
  // A server that checks zip codes rejects an odd one before it reads anything else, so it is no more than long.
  const codes = texts.filter((node) => isDigits(node) && node.schema.pattern === undefined);
  const random = planner.random(`${operation.id} odd input`);
  const common = { operation, accept: accepted(planner, operation) };
  const request = planner.request(operation);
  return oddities.flatMap(([detail, text], index): CaseDraft[] => {
    const { path } = randomElement(random, free);
    const places = detail === 'long' ? [...free, ...codes] : free;
    const everywhere = places.reduce<unknown>((changing, node) => changed(changing, node.path, text), body);
    const all: CaseDraft = {
      ...common,
      detail: `texts-${detail}`,
      title: `every text is odd (${detail})`,
      request: withJson(request, everywhere),
    };
    if (index >= rejectedByMany) return [all];
    const one: CaseDraft = {
      ...common,
      detail: `text-${detail}`,
      title: `${path.join('.')} is odd text (${detail})`,
      unusual: [toPointer(path)],
      // As many clients write it: in ASCII.
      request: withBody(request, ascii(JSON.stringify(changed(body, path, text)))),
    };
    return [one, all];
  });
}

function ascii(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Texts of digits at the limits of number types, for the texts that are numbers. */
function digitTexts(planner: Planner, operation: Operation): CaseDraft[] {
  const body = planner.body(operation);
  const texts = textsOf(planner, operation).filter(isDigits);
  // A pattern that says which texts are numbers excludes others, such as zip codes.
  const patterned = texts.filter(({ schema }) => schema.pattern !== undefined);
  const numeric = patterned.length > 0 ? patterned : texts;
  return digits.flatMap(([detail, text]): CaseDraft[] => {
    if (numeric.length === 0) return [];
    const everywhere = numeric.reduce<unknown>((changing, { path }) => changed(changing, path, text), body);
    return [
      {
        detail: `digits-${detail}`,
        title: `every text of digits is ${text.slice(0, 30)}`,
        operation,
        request: withJson(planner.request(operation), everywhere),
        accept: accepted(planner, operation),
      },
    ];
  });
}

/** Each edge number in the last numeric field of each depth by itself, and in the others together. */
function edgeNumbers(planner: Planner, operation: Operation): CaseDraft[] {
  const body = planner.body(operation);
  const numeric = nodesOf(planner, operation).filter(({ value }) => typeof value === 'number');
  const isLast = ({ path }: BodyNode) =>
    numeric.findLast((other) => other.path.length === path.length)?.path === path;
  const others = numeric.filter((node) => !isLast(node));
  const places = [...numeric.filter(isLast).map((node) => [node]), ...(others.length > 0 ? [others] : [])];
  return numbers.flatMap(([detail, literal]) =>
    places.map((nodes): CaseDraft => {
      const marked = nodes.reduce((changing, { path }) => changed(changing, path, 'DRYDOCK'), body);
      const json = JSON.stringify(marked).replaceAll('"DRYDOCK"', literal);
      const field = nodes.map(({ path }) => path.join('.')).join(' and ');
      return {
        detail: `number-${detail}/${field}`,
        title: `${field} is ${literal}`,
        unusual: nodes.map(({ path }) => toPointer(path)),
        operation,
        request: withBody(planner.request(operation), json),
        accept: accepted(planner, operation),
      };
    }),
  );
}

/** Texts whose values the document doesn't list. */
function textsOf(planner: Planner, operation: Operation): BodyNode[] {
  return nodesOf(planner, operation).filter(
    ({ value, schema }) => typeof value === 'string' && schema.enum === undefined,
  );
}

function isDigits({ value }: BodyNode): boolean {
  return /^[\d.]+$/.test(String(value));
}

function nodesOf(planner: Planner, operation: Operation): BodyNode[] {
  const schema = planner.stated.requestSchema(operation)?.schema ?? {};
  return bodyNodes(planner.stated.contract.document, schema, planner.body(operation), 'first');
}
