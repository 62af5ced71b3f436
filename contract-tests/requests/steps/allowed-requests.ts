import type { CaseDraft } from '../../../src/conformance/cases/case.js';
import { ordinaryParameters } from '../../../src/conformance/cases/credentials/credential.js';
import { isOwnHeader } from '../../../src/conformance/cases/parameters/parameter-mutations.js';
import { bodyNodes, changed, type BodyNode } from '../../../src/conformance/cases/generate/body-nodes.js';
import { otherBody } from '../../../src/conformance/cases/other-body.js';
import { withParameter } from '../../../src/conformance/cases/parameters/parameter-text.js';
import { wrongParameter } from '../../../src/conformance/cases/parameters/sent-parameter.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import { withHeaders, withJson, type RequestParts } from '../../../src/conformance/cases/request.js';
import { requestMediaOf, requestMediasOf } from '../../../src/conformance/document/request-media.js';
import { examplesOf } from '../../../src/contract/operations.js';
import type { SchemaObject } from '../../../src/contract/openapi.js';
import { resolveSchema, typeOf } from '../../../src/contract/schema/resolve-schema.js';
import { shown } from '../../../src/contract/validation/problem-text.js';
import type { ExistingThing } from '../../resources/steps/existing-things.js';

type AllowedRequest = Pick<CaseDraft, 'detail' | 'title' | 'request' | 'level'>;

/** Requests of one operation. */
const maxOfOperation = 50;

/** Requests that differ from the valid one in one thing, each of which the document allows. */
export function allowedRequests(planner: Planner, thing: ExistingThing): AllowedRequest[] {
  const valid = planner.requestWith(thing.operation, thing.values);
  return [
    ...otherMediaTypes(planner, thing, valid),
    ...otherParameters(planner, thing, valid),
    ...otherBodies(planner, thing, valid),
  ].slice(0, maxOfOperation);
}

function otherMediaTypes(
  planner: Planner,
  { operation }: ExistingThing,
  valid: RequestParts,
): AllowedRequest[] {
  const { document } = planner.stated.contract;
  const body = planner.body(operation);
  const usual = requestMediaOf(operation)?.contentType;
  const sent = requestMediasOf(operation)
    .filter(({ contentType }) => contentType !== usual)
    .flatMap((media): AllowedRequest[] => {
      const { contentType, kind } = media;
      const title = `a body of ${contentType}`;
      if (kind === 'json' || kind === 'merge-patch')
        return [
          {
            detail: contentType,
            title,
            request: withJson(withHeaders(valid, { 'Content-Type': contentType }), body),
          },
        ];
      const other = otherBody(document, media, body);
      if (other === undefined) return [];
      const request = { ...withHeaders(valid, { 'Content-Type': other.contentType }), body: other.bytes };
      return [{ detail: contentType, title, request }];
    });
  const accepted = [...operation.responses]
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { value }]) => Object.keys(value.content ?? {}))
    .map((type): AllowedRequest => ({
      detail: `Accept ${type}`,
      title: `asking for ${type}`,
      request: withHeaders(valid, { Accept: type }),
    }));
  return [...sent, ...new Map(accepted.map((one) => [one.detail, one])).values()];
}

function otherParameters(
  planner: Planner,
  { operation }: ExistingThing,
  valid: RequestParts,
): AllowedRequest[] {
  const { stated } = planner;
  const { document } = stated.contract;
  return ordinaryParameters(stated.contract, operation)
    .filter(({ value }) => value.in !== 'path' && value.required !== true && value.schema !== undefined)
    .filter(({ value }) => !isOwnHeader(value))
    .flatMap((parameter) => {
      const { name, schema } = parameter.value;
      const lawful = lawfulValues(planner, resolveSchema(document, schema));
      const examples = [...examplesOf(document, parameter.value).values()].slice(0, 1);
      return [...lawful, ...examples].flatMap((value, index): AllowedRequest[] => {
        const request = withParameter(valid, parameter.value, value);
        const wrong = wrongParameter(stated, operation, parameter, request);
        if (wrong === 'missing' || wrong.length > 0) return [];
        const text = shown(value);
        // An example may name what isn't there any more.
        const level = index < lawful.length ? {} : { level: 'SHOULD' as const };
        return [{ detail: `${name}=${text}`, title: `the parameter ${name} is ${text}`, request, ...level }];
      });
    });
}

function otherBodies(planner: Planner, { operation }: ExistingThing, valid: RequestParts): AllowedRequest[] {
  const { document } = planner.stated.contract;
  const schema = planner.stated.requestSchema(operation)?.schema;
  if (schema === undefined || !planner.withBody.includes(operation)) return [];
  const body = planner.body(operation);
  const optional: AllowedRequest[] =
    operation.requestBody?.value.required === true
      ? []
      : [
          {
            detail: 'no body',
            title: 'without a body',
            request: { ...withHeaders(valid, { 'Content-Type': undefined }), body: undefined },
          },
        ];
  const changes = bodyNodes(document, schema, body, 'first').flatMap((node) =>
    changesOf(planner, node).map((value) => [node.path, value] as const),
  );
  const absent = absentFields(planner, resolveSchema(document, schema), body);
  const made = [...changes, ...absent].flatMap(([path, value]): AllowedRequest[] => {
    const other = changed(body, path, value);
    if (!planner.accepts(operation, other)) return [];
    const field = path.join('.');
    const what = value === undefined ? `without ${field}` : `${field} is ${shown(value)}`;
    return [{ detail: what, title: what, request: withJson(valid, other) }];
  });
  return [...optional, ...made];
}

/** Without it where it may be missing, and each other lawful value. */
function changesOf(planner: Planner, { required, schema, value, path }: BodyNode): unknown[] {
  const isElement = typeof path.at(-1) === 'number';
  const values = lawfulValues(planner, schema).filter((one) => one !== value);
  return [...(required || isElement ? [] : [undefined]), ...values];
}

function absentFields(
  planner: Planner,
  schema: SchemaObject,
  body: unknown,
): (readonly [string[], unknown])[] {
  const { document } = planner.stated.contract;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !Object.hasOwn(body, name))
    .flatMap(([name, property]) =>
      lawfulValues(planner, resolveSchema(document, property))
        .slice(0, 2)
        .map((value) => [[name], value] as const),
    );
}

/** Values that a schema singles out: each of a list, both bounds, null. */
function lawfulValues(planner: Planner, schema: SchemaObject): unknown[] {
  const { document } = planner.stated.contract;
  const type = typeOf(schema);
  if (type === 'array') {
    const [one, two] = lawfulValues(planner, resolveSchema(document, schema.items));
    return two === undefined ? [] : [[one, two]];
  }
  const { minimum, maximum, nullable } = schema as {
    minimum?: unknown;
    maximum?: unknown;
    nullable?: unknown;
  };
  const types: unknown = schema.type;
  const allowsNull = nullable === true || (Array.isArray(types) && types.includes('null'));
  const bounds = [minimum, maximum].filter(
    (bound) => typeof bound === 'number' && Math.abs(bound) <= 1_000_000,
  );
  return [
    ...(schema.enum ?? []),
    ...(type === 'boolean' ? [true, false] : []),
    ...(schema.enum === undefined ? bounds : []),
    ...(allowsNull ? [null] : []),
  ];
}
