import { bodyProblems } from '../../src/conformance/cases/bodies/body-problems.js';
import type { CaseDraft } from '../../src/conformance/cases/case.js';
import { changed } from '../../src/conformance/cases/generate/body-nodes.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { withHeaders, withJson, withQuery, type RequestParts } from '../../src/conformance/cases/request.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { ofOperators, queryOfOperators } from '../auth/steps/operators.js';
import type { components } from '../../src/contract/generated/openapi.js';

type RateRequest = components['schemas']['RateRequest'];

/** Names that other services put around the fields of a request. */
const wrappers = ['data', 'body', 'payload', 'request', 'params', 'attributes', 'shipment', 'input', 'model'];
/** Fields that a query or a cookie can carry. */
const ofQuery = ['product_type', 'weight_unit', 'delivery_type'] as const;

/** Names that may turn the checks of a body off where it is tried out. */
const unchecked = ['validate', 'strict', 'validation'].map((name) => [name, 'false'] as const);
const lenient = {
  ...ofOperators,
  Prefer: 'handling=lenient',
  'X-Skip-Validation': 'true',
  'X-Test-Mode': '1',
};

export default rule({
  title: 'A field counts only where the document has it, and by its own name.',
  level: 'MUST',
  section: '4.2',
  sentence: 'Request body (JSON object; every field is required). Query parameters: none.',
  expected: ['status 400', 'with a query also 404'],
  appliesTo: { document: 'service' },
  priority: 3,
  cases(planner) {
    const body = planner.body(planner.operation('getShippingRates')) as RateRequest;
    const inWrappers = Object.fromEntries(wrappers.map((name) => [name, body]));
    const wrapped = draft(planner, 'wrapped', 'every field below data and other names', {
      ...inWrappers,
      data: { ...body, attributes: body },
    });
    return [
      // The text of an error about the names around them is open, and so is a complaint about the size.
      { ...wrapped, accept: [...planner.rejectionStatuses, 413], problems: [] },
      draft(planner, 'names', 'every field by its name in other notations', inOtherNotations(body)),
      draft(planner, 'names-below', 'every field of an object by its name in other notations', below(body)),
      draft(planner, 'moved', 'fields of boxes and parties beside these', moved(body)),
      inQuery(planner, body),
    ];
  },
});

function draft(
  planner: Planner,
  detail: string,
  title: string,
  body: unknown,
  apply = (request: RequestParts) => request,
): CaseDraft {
  const operation = planner.operation('getShippingRates');
  return {
    detail,
    title,
    operation,
    request: apply(withJson(planner.request(operation), body)),
    accept: planner.rejectionStatuses,
    problems: bodyProblems(planner.stated, operation, body),
  };
}

/** In capitals, which readers take that ignore case, and joined as languages other than that of the document join words. */
function inOtherNotations(fields: object): Record<string, unknown> {
  const all = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const names = [name.toUpperCase(), camel, name.replaceAll('_', '-')].filter((other) => other !== name);
    return names.map((other) => [other, value]);
  });
  return Object.fromEntries(all);
}

function below(body: RateRequest): unknown {
  const [box] = body.box_dimension;
  const { items = [], ...sides } = box ?? {};
  const boxes = [{ ...inOtherNotations(sides), items: items.map(inOtherNotations) }];
  return {
    ...body,
    box_dimension: boxes,
    ...{ sender: inOtherNotations(body.sender), receiver: inOtherNotations(body.receiver) },
  };
}

/** Sides and items beside the boxes, prices and quantities beside the items, and the parts of both addresses beside the parties. */
function moved(body: RateRequest): unknown {
  const [box] = body.box_dimension;
  const [item] = box?.items ?? [];
  const flat = (['sender', 'receiver'] as const).flatMap((party) =>
    Object.entries(body[party]).flatMap(([name, value]) => [
      [`${party}_${name}`, value],
      [`${party}.${name}`, value],
      [`${party}[${name}]`, value],
    ]),
  );
  return {
    ...body,
    ...body.sender,
    ...Object.fromEntries(flat),
    ...box,
    weight: body.weight,
    box_dimension: [{ ...item, items: [{ name: item?.name }] }],
    sender: { address: body.sender.address },
    receiver: {},
  };
}

function inQuery(planner: Planner, body: RateRequest): CaseDraft {
  const fields = ofQuery.map((name) => [name, body[name]] as const);
  const less = ofQuery.reduce<unknown>((rest, name) => changed(rest, [name], undefined), body);
  const apply = (request: RequestParts): RequestParts =>
    withHeaders(
      [...fields, ...unchecked].reduce((asked, [name, value]) => withQuery(asked, name, value), {
        ...request,
        path: request.path + queryOfOperators,
      }),
      { ...lenient, Cookie: fields.map(([name, value]) => `${name}=${value}`).join('; ') },
    );
  const rejected = draft(planner, 'query', 'fields in the query and a cookie alone', less, apply);
  // A server may reject a query that it doesn't know, whatever the body.
  return { ...rejected, accept: [...rejected.accept, 404], problems: [] };
}
