/** The rules about bodies of several kinds, and about what is replaced and removed, on vehicles: each broken once. */
import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load-contract.js';
import { loadRules } from '../../src/conformance/rules/load-rules.js';
import { rulesNamedIn, runWithWrites } from '../../src/conformance/testing/run-suite.js';
import { jsonOf } from '../../src/conformance/target/json-body.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { temporaryFile } from '../../src/testing/temporary-folder.js';

const document = `
openapi: 3.0.3
info: {title: Vehicles, version: '1'}
paths:
  /vehicles:
    get:
      operationId: listVehicles
      responses:
        '200': {description: Them., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Vehicle'}}}}}
    post:
      operationId: addVehicle
      requestBody: {$ref: '#/components/requestBodies/Vehicle'}
      responses:
        '201': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Vehicle'}}}}
        '400': {$ref: '#/components/responses/Problem'}
        '422': {$ref: '#/components/responses/Problem'}
  /vehicles/{vehicleId}:
    parameters: [{$ref: '#/components/parameters/VehicleId'}]
    get:
      operationId: getVehicle
      responses:
        '200': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Vehicle'}}}}
        '404': {$ref: '#/components/responses/Problem'}
    put:
      operationId: replaceVehicle
      requestBody: {$ref: '#/components/requestBodies/Vehicle'}
      responses:
        '200': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Vehicle'}}}}
        '201': {description: It is new., content: {application/json: {schema: {$ref: '#/components/schemas/Vehicle'}}}}
        '400': {$ref: '#/components/responses/Problem'}
        '404': {$ref: '#/components/responses/Problem'}
        '422': {$ref: '#/components/responses/Problem'}
    delete:
      operationId: removeVehicle
      responses:
        '204': {description: It is gone.}
        '404': {$ref: '#/components/responses/Problem'}
  /vehicles/{vehicleId}/move:
    parameters: [{$ref: '#/components/parameters/VehicleId'}]
    post:
      operationId: moveVehicle
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [to], properties: {to: {type: string, enum: [yard, road]}, remark: {type: string, maxLength: 90}}}}}}
      responses:
        '200': {description: The remark is kept in the yard alone., content: {application/json: {schema: {type: object, required: [to, remark], properties: {to: {type: string}, remark: {type: string, nullable: true}, place: {readOnly: true, allOf: [{$ref: '#/components/schemas/Place'}]}}}}}}
        '400': {$ref: '#/components/responses/Problem'}
        '404': {$ref: '#/components/responses/Problem'}
  /vehicles/{vehicleId}/notes:
    parameters: [{$ref: '#/components/parameters/VehicleId'}]
    get:
      operationId: listNotes
      responses:
        '200': {description: Them., content: {application/json: {schema: {type: array, items: {type: string}}}}}
        '404': {$ref: '#/components/responses/Problem'}
  /stickers:
    post:
      operationId: addSticker
      requestBody: {required: true, content: {text/plain: {schema: {type: string, minLength: 1, maxLength: 90}}}}
      responses:
        '201': {description: It is kept.}
        '400': {$ref: '#/components/responses/Problem'}
        '415': {$ref: '#/components/responses/Problem'}
components:
  parameters:
    VehicleId: {name: vehicleId, in: path, required: true, schema: {type: string, pattern: '^V[0-9]+$'}}
  requestBodies:
    Vehicle: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Vehicle'}}}}
  responses:
    Problem: {description: It is not., content: {application/json: {schema: {type: object, required: [code], properties: {code: {type: string}}}}}}
  schemas:
    # Both, by which nothing can be judged.
    Place: {type: object, writeOnly: true, properties: {row: {type: integer}}}
    Vehicle:
      oneOf: [{$ref: '#/components/schemas/Car'}, {$ref: '#/components/schemas/Van'}]
      discriminator: {propertyName: kind, mapping: {car: '#/components/schemas/Car', van: '#/components/schemas/Van'}}
    Car:
      type: object
      additionalProperties: false
      required: [id, kind, code, doors]
      properties: {id: {type: string, readOnly: true}, kind: {type: string, enum: [car]}, code: {type: string, minLength: 4, maxLength: 6, writeOnly: true}, driver: {type: string, maxLength: 20, nullable: true}, doors: {type: integer, minimum: 2, maximum: 5}}
    Van:
      type: object
      additionalProperties: false
      required: [id, kind, code, seats]
      properties: {id: {type: string, readOnly: true}, kind: {type: string, enum: [van]}, code: {type: string, minLength: 4, maxLength: 6, writeOnly: true}, driver: {type: string, maxLength: 20, nullable: true}, seats: {type: integer, minimum: 1, maximum: 9}}
`;
const contract = await loadContract(temporaryFile('vehicles.json', JSON.stringify(parse(document))));
const rules = (await loadRules()).filter(({ topic }) =>
  ['resources', 'responses', 'requests'].includes(topic),
);

type Thing = Record<string, unknown>;
type Answer = [status: number, body?: unknown, headers?: Record<string, string>];

const refused = (status: number, code: string): Answer => [status, { code }];

/** @param fault what it does wrong, or more than it must; empty for nothing */
function vehicles(fault: string) {
  const all = new Map<string, Thing>();
  const is = (name: string) => name === fault;
  const isWithin = (value: unknown, minimum: number, maximum: number) =>
    Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  const problemOf = ({ kind, code, driver = null, doors, seats, ...more }: Thing): string | undefined => {
    const isVan = kind === 'van';
    if (Object.keys(more).some((name) => name !== 'id')) return 'invalid';
    if (kind !== 'car' && (!isVan || is('van-refused'))) return 'invalid';
    if (typeof code !== 'string' || code.length < 4 || code.length > 6) return 'invalid';
    const maxDriver = is('driver-of-ten') ? 10 : 20;
    if (driver !== null && (typeof driver !== 'string' || Array.from(driver).length > maxDriver))
      return 'invalid';
    if (isVan && driver === null && is('van-without-driver-refused')) return 'invalid';
    if (isVan && seats === 9 && is('no-room')) return 'no room';
    if (isVan && seats === 9 && is('nine-seats-refused')) return 'invalid';
    if (isVan)
      return doors === undefined && isWithin(seats, 1, is('any-seats') ? 99 : 9) ? undefined : 'invalid';
    return seats === undefined && isWithin(doors, 2, 5) ? undefined : 'invalid';
  };
  const seen = ({ code, ...rest }: Thing): Thing => (is('code-leaks') ? { ...rest, code } : rest);
  const stored = ({ driver, ...rest }: Thing): Thing =>
    driver === undefined || is('driver-lost') ? rest : { ...rest, driver };
  const moved = ({ to, remark = '' }: Thing): Answer => {
    const isRight = typeof remark === 'string' && Array.from(remark).length <= 90;
    if (!['yard', 'road'].includes(to as string) || !isRight) return refused(400, 'invalid');
    return [200, { to, remark: to === 'yard' ? remark : null, place: { row: 1 } }];
  };
  /** The body of the first PUT. */
  let usual: Thing | undefined;
  return (method: string, path: string, body: Thing): Answer => {
    const [, mover] = /^\/vehicles\/(V[0-9]+)\/move$/.exec(path) ?? [];
    if (mover !== undefined && method === 'POST')
      return (all.get(mover) ?? { isGone: true }).isGone === true ? refused(404, 'nothing') : moved(body);
    const [, id, notes] = /^\/vehicles(?:\/(V[0-9]+))?(\/notes)?$/.exec(path) ?? [];
    if (path === '/vehicles' || (id !== undefined && method === 'PUT')) {
      const problem = problemOf(body);
      if (problem !== undefined && ['POST', 'PUT'].includes(method)) return refused(422, problem);
    }
    if (path === '/vehicles' && method === 'GET')
      return [200, [...all.values()].filter((one) => one.isGone !== true).map(seen)];
    if (path === '/vehicles') {
      const made: Thing & { id: string } = { ...body, id: `V${all.size + 1}` };
      if (method === 'POST') all.set(made.id, stored(made));
      const address = `/vehicles/${is('located-at-the-first') ? 'V1' : made.id}`;
      return method === 'POST' ? [201, seen(made), { Location: address }] : refused(405, 'method');
    }
    const there = id === undefined ? undefined : all.get(id);
    const isGone = there === undefined || there.isGone === true;
    if (notes !== undefined && method === 'GET' && there !== undefined && (!isGone || is('notes-stay')))
      return [200, ['clean']];
    if (id === undefined || isGone || notes !== undefined) return refused(404, 'nothing');
    if (method === 'GET') return [200, seen(there)];
    if (method === 'DELETE') all.set(id, { isGone: true });
    if (method === 'DELETE') return [204];
    if (method !== 'PUT') return refused(405, 'method');
    const known = (usual ??= body);
    const changes = ['driver', 'doors', 'seats'].filter((name) => body[name] !== known[name]);
    if (is('one-change-at-a-time') && changes.length > 1) return refused(422, 'several');
    all.set(id, stored({ ...body, id }));
    return [is('put-201') ? 201 : 200, seen({ ...body, id })];
  };
}

/** Keeps texts, whatever they say. */
function stickers(method: string, type: string, text: string, fault: string): Answer {
  const isTaken = fault === 'any-text' ? type.startsWith('text/') : /^text\/plain\s*(?:;|$)/.test(type);
  if (method !== 'POST') return refused(405, 'method');
  if (!isTaken) return refused(415, 'type');
  return text === '' || text.length > 90 ? refused(400, 'length') : [201];
}

/** @param told what the run is to say, of which rule */
function run(fault: string, ...told: readonly RegExp[]) {
  const answer = vehicles(fault);
  return runWithWrites(
    (request, text, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://target');
      const body = jsonOf(text === '' ? '{}' : text);
      const method = request.method ?? '';
      const vehicle = () => (isObject(body) ? answer(method, pathname, body) : refused(400, 'no JSON'));
      const [status, told, headers] =
        pathname === '/stickers'
          ? stickers(method, request.headers['content-type'] ?? '', text, fault)
          : vehicle();
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(told === undefined ? undefined : JSON.stringify(told));
    },
    { contract, rules: told.length > 0 ? rulesNamedIn(...told) : rules },
  );
}

it.each(['', 'no-room', 'one-change-at-a-time'])(
  'vehicles that keep to their document (%s) are not failed',
  async (lenience) => {
    const { failed, warned } = await run(lenience);
    expect(failed).toEqual([]);
    expect(warned.join('\n')).toMatch(
      /write-only moveVehicle: place is there: the document's own mistake, which marks it as readOnly and as writeOnly/,
    );
  },
);

it.each([
  ['van-refused', /allowed-values addVehicle: status 422/],
  ['van-without-driver-refused', /allowed-values addVehicle: status 422/],
  ['nine-seats-refused', /allowed-values addVehicle: status 422/],
  ['any-seats', /invalid-value (?:addVehicle: status 201|replaceVehicle: status 200)/],
  ['code-leaks', /write-only \w+: code is there/],
  ['driver-lost', /kept-values getVehicle: driver is missing, and ".+" was sent/],
  ['put-201', /replaced-again replaceVehicle: status 201/],
  ['driver-of-ten', /allowed-values addVehicle: status 422/],
  ['located-at-the-first', /changes-show getVehicle: the id "V1", where the 201 has "V\d+"/],
  ['any-text', /stated-media-type addSticker: status 201/],
  ['notes-stay', /changes-show listNotes: status 200, of what getVehicle doesn't find/],
])('%s is found', async (fault, told) => {
  expect((await run(fault, told)).failed.join('\n')).toMatch(told);
});
