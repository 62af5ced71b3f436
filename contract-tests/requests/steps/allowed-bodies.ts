import { branchBodies } from '../../../src/conformance/cases/generate/branch-bodies.js';
import { fullerBody } from '../../../src/conformance/cases/generate/fuller-body.js';
import { bodyNodes, changed, type BodyNode } from '../../../src/conformance/cases/generate/body-nodes.js';
import type { Planner } from '../../../src/conformance/cases/planner.js';
import { withHeaders, withJson, type RequestParts } from '../../../src/conformance/cases/request.js';
import { requestMediaOf } from '../../../src/conformance/document/request-media.js';
import type { Operation } from '../../../src/contract/operations.js';
import type { Schema, SchemaObject } from '../../../src/contract/openapi.js';
import { isObject } from '../../../src/contract/schema/json-equal.js';
import { seededRandom } from '../../../src/contract/seeded-random.js';
import { followSchema, resolveSchema } from '../../../src/contract/schema/resolve-schema.js';
import { shown } from '../../../src/contract/validation/problem-text.js';
import type { ExistingThing } from '../../resources/steps/existing-things.js';
import type { AllowedRequest } from './allowed-request.js';
import { edgeBodies } from './edges.js';
import { lawfulValues } from './lawful-values.js';

/** Requests whose bodies differ from the valid one in one value, and those of each branch of a choice. */
export function otherBodies(
  planner: Planner,
  { operation }: ExistingThing,
  valid: RequestParts,
): AllowedRequest[] {
  const { stated } = planner;
  const { schema } = stated.requestSchema(operation) ?? {};
  if (schema === undefined || !planner.withBody.includes(operation)) return [];
  const body = planner.body(operation);
  const others = branchBodies(stated, operation, body).map(({ name, ...branch }) => ({
    whole: { detail: name, title: `a valid request, where ${name}`, request: withJson(valid, branch.body) },
    changes: bodiesLike(planner, operation, valid, branch.schema, branch.body).map((one) => ({
      ...one,
      detail: `${one.detail} (${name})`,
      title: `${one.title}, where ${name}`,
    })),
  }));
  return [
    ...others.map(({ whole }) => whole),
    ...bodiesLike(planner, operation, valid, schema, body),
    ...others.flatMap(({ changes }) => changes),
  ];
}

/** Requests whose bodies differ from a valid one in one value. */
function bodiesLike(
  planner: Planner,
  operation: Operation,
  valid: RequestParts,
  schema: Schema,
  body: unknown,
): AllowedRequest[] {
  const { document } = planner.stated.contract;
  const { pointer = '' } = planner.stated.requestSchema(operation) ?? {};
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
  // In a merge patch null says something else than in the resource (RFC 7396).
  const isMergePatch = requestMediaOf(operation)?.kind === 'merge-patch';
  const anywhere = leavesOf(body).flatMap(({ path, value }) =>
    [undefined, null]
      .filter((one) => one !== value && !(isMergePatch && one === null))
      .map((one) => [path, one] as const),
  );
  const branches = branchesIn(planner, schema, body);
  const made = [...changes, ...absent, ...branches, ...anywhere].flatMap(
    ([path, value]): AllowedRequest[] => {
      const other = changed(body, path, value);
      if (!planner.accepts(operation, other)) return [];
      // A field that a merge patch may lack by RFC 7396 may be demanded by its schema.
      if (isMergePatch && !planner.stated.full.at(pointer)(other)) return [];
      const field = path.join('.');
      const what = value === undefined ? `without ${field}` : `${field} is ${shown(value)}`;
      return [{ detail: what, title: what, request: withJson(valid, other) }];
    },
  );
  const all = [
    ...optional,
    ...made,
    ...otherLetters(planner, operation, valid, body),
    ...otherLengths(planner, operation, valid, schema, body),
    ...edgeBodies(planner, operation, valid, schema, body),
  ];
  return [...new Map(all.map((one) => [one.detail, one])).values()];
}

/** A place in a body. */
interface Place {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Elements at most of each list. */
const maxElements = 3;

/** Every value in a body that is in an object. */
function leavesOf(value: unknown, path: Place['path'] = []): Place[] {
  if (Array.isArray(value))
    return value.slice(0, maxElements).flatMap((one: unknown, index) => leavesOf(one, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => [
    { path: [...path, name], value: one },
    ...leavesOf(one, [...path, name]),
  ]);
}

/** A value of each branch of a choice, of which the server can't say that it doesn't know it: listed values and numbers alone. */
function branchesIn(planner: Planner, schema: Schema, body: unknown): (readonly [Place['path'], unknown])[] {
  const { stated } = planner;
  const { document } = stated.contract;
  const visit = (
    at: Schema | undefined,
    value: unknown,
    path: Place['path'],
  ): (readonly [Place['path'], unknown])[] => {
    const here = typeof at === 'object' ? followSchema(document, at) : undefined;
    if (here === undefined || path.length > 4) return [];
    const own = (here.oneOf ?? here.anyOf ?? []).flatMap((branch) => {
      const pointer =
        typeof branch === 'object' ? stated.pointerOf(followSchema(document, branch)) : undefined;
      const made =
        pointer && stated.values.generate(pointer, { random: seededRandom(1, 'branch'), examples: 'none' });
      return made !== undefined && isClosed(planner, branch, made) ? [[path, made] as const] : [];
    });
    const resolved = resolveSchema(document, here);
    if (Array.isArray(value) && value.length > 0)
      return [...own, ...visit(resolved.items, value[0], [...path, 0])];
    if (!isObject(value)) return own;
    const below = Object.entries(resolved.properties ?? {}).filter(([name]) => Object.hasOwn(value, name));
    return [...own, ...below.flatMap(([name, property]) => visit(property, value[name], [...path, name]))];
  };
  return visit(schema, body, []);
}

function isClosed({ stated: { contract } }: Planner, schema: Schema, value: unknown): boolean {
  if (!isObject(value)) return typeof value !== 'string';
  const { properties = {} } = resolveSchema(contract.document, schema);
  return Object.entries(value).every(([name, one]) => {
    const { enum: listed, const: only } = resolveSchema(contract.document, properties[name]);
    return listed !== undefined || only !== undefined || ['number', 'boolean'].includes(typeof one);
  });
}

/** A text with a letter beyond ASCII, beside the same with another letter of ASCII: a name may be either. */
function otherLetters(
  planner: Planner,
  operation: Operation,
  valid: RequestParts,
  body: unknown,
): AllowedRequest[] {
  return leavesOf(body).flatMap(({ path, value }): AllowedRequest[] => {
    if (typeof value !== 'string' || !/[a-z]{2}/i.test(value)) return [];
    const [accented, plain] = ['é', 'e'].map((letter) =>
      changed(
        body,
        path,
        value.replace(/[a-z](?=[^a-z]*$)/i, letter === 'e' && value.endsWith('e') ? 'o' : letter),
      ),
    );
    if (!planner.accepts(operation, accented) || !planner.accepts(operation, plain)) return [];
    const what = `${path.join('.')} has a letter with an accent`;
    const twin = { title: `${path.join('.')} has another letter`, request: withJson(valid, plain) };
    return [{ detail: what, title: what, request: withJson(valid, accented), twin }];
  });
}

/** Longer texts than these say more of a server's memory than of its bounds. */
const maxLength = 5000;

/** A text as long and as short as the document allows, each beside one that is a character longer than the usual or the shortest. */
function otherLengths(
  planner: Planner,
  operation: Operation,
  valid: RequestParts,
  schema: Schema,
  usual: unknown,
): AllowedRequest[] {
  const { stated } = planner;
  if (!isObject(usual)) return [];
  const body = fullerBody(stated, operation, usual);
  return bodyNodes(stated.contract.document, schema, body, 'first').flatMap((node): AllowedRequest[] => {
    const { value, path } = node;
    if (typeof value !== 'string') return [];
    const { minLength, maxLength: given } = node.schema;
    const shortest = typeof minLength === 'number' ? minLength : 0;
    const longest = typeof given === 'number' ? given : Infinity;
    const withLength = (length: number) =>
      changed(body, path, value.slice(0, length).trimEnd().padEnd(length, 'a'));
    return [
      ...(longest <= maxLength && longest > value.length + 1 ? [[longest, value.length + 1] as const] : []),
      ...(shortest > 0 && shortest < value.length ? [[shortest, shortest + 1] as const] : []),
    ].flatMap(([length, inside]) => {
      const [other, twin] = [withLength(length), withLength(inside)];
      if (!planner.accepts(operation, other) || !planner.accepts(operation, twin)) return [];
      const what = (count: number) => `${path.join('.')} has ${count} characters`;
      return [
        {
          ...{ detail: what(length), title: what(length), request: withJson(valid, other) },
          twin: { title: what(inside), request: withJson(valid, twin) },
        },
      ];
    });
  });
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
        .slice(0, 3)
        .map((value) => [[name], value] as const),
    );
}
