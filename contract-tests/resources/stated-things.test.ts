/** The rules about what requests have made, on projects with tasks: each broken once. */
import { randomUUID } from 'node:crypto';
import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load-contract.js';
import { loadRules } from '../../src/conformance/rules/load-rules.js';
import { rulesNamedIn, runWithWrites } from '../../src/conformance/testing/run-suite.js';
import { jsonOf } from '../../src/conformance/target/json-body.js';
import { temporaryFile } from '../../src/testing/temporary-folder.js';

const document = `
openapi: 3.1.0
info: {title: Projects, version: '1'}
paths:
  /owners:
    post:
      operationId: addOwner
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/OwnerInput'}}}}
      responses:
        '201': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Owner'}}}}
        '400': {$ref: '#/components/responses/Problem'}
        '409': {description: An owner with this name exists., content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
  /owners/{ownerId}:
    get:
      operationId: getOwner
      parameters: [{$ref: '#/components/parameters/OwnerId'}]
      responses:
        '200': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Owner'}}}}
        '404': {$ref: '#/components/responses/Problem'}
  /projects:
    get:
      operationId: listProjects
      description: Newest first.
      parameters:
        - {name: state, in: query, schema: {type: string, enum: [draft, open]}}
        - {name: ownerId, in: query, schema: {type: string, format: uuid}}
        - {name: sort, in: query, schema: {type: string, enum: [createdAt, -createdAt], default: -createdAt}}
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 8}}
        - {name: offset, in: query, schema: {type: integer, minimum: 0, default: 0}}
      responses:
        '200': {description: Them., content: {application/json: {schema: {type: object, required: [items], properties: {items: {type: array, items: {$ref: '#/components/schemas/Project'}}}}}}}
        '400': {$ref: '#/components/responses/Problem'}
    post:
      operationId: addProject
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/ProjectInput'}}}}
      responses:
        '201': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Project'}}}}
        '400': {description: 'It is not valid, or there is no such owner.', content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
        '415': {$ref: '#/components/responses/Problem'}
  /projects/{projectId}:
    parameters: [{$ref: '#/components/parameters/ProjectId'}]
    get:
      operationId: getProject
      responses:
        '200': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Project'}}}}
        '404': {$ref: '#/components/responses/Problem'}
    delete:
      operationId: removeProject
      responses:
        '204': {description: It is gone.}
        '404': {$ref: '#/components/responses/Problem'}
        '409': {description: The project is not a draft., content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
  /projects/{projectId}/open:
    parameters: [{$ref: '#/components/parameters/ProjectId'}]
    post:
      operationId: openProject
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses:
        '200': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Project'}}}}
        '400': {$ref: '#/components/responses/Problem'}
        '404': {$ref: '#/components/responses/Problem'}
        '409': {description: The project is open already., content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
  /projects/{projectId}/tasks:
    parameters: [{$ref: '#/components/parameters/ProjectId'}]
    get:
      operationId: listTasks
      responses:
        '200': {description: Them., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Task'}}}}}
        '404': {$ref: '#/components/responses/Problem'}
    post:
      operationId: addTask
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/TaskInput'}}}}
      responses:
        '201': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}
        '400': {$ref: '#/components/responses/Problem'}
        '404': {$ref: '#/components/responses/Problem'}
        '409': {description: The project is not open., content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
components:
  parameters:
    ProjectId: {name: projectId, in: path, required: true, schema: {type: string, format: uuid}}
    OwnerId: {name: ownerId, in: path, required: true, schema: {type: string, format: uuid}}
  responses:
    Problem: {description: It is not., content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
  schemas:
    Problem: {type: object, required: [message], properties: {message: {type: string}}}
    OwnerInput: {type: object, additionalProperties: false, required: [name], properties: {name: {type: string, minLength: 5, maxLength: 60}, city: {type: string, enum: [Rome, Oslo]}}}
    Owner: {type: object, required: [id, name], properties: {id: {type: string, format: uuid}, name: {type: string}, city: {type: string, enum: [Rome, Oslo]}}}
    ProjectInput: {type: object, additionalProperties: false, required: [ownerId, title], properties: {ownerId: {type: string, format: uuid}, title: {type: string, minLength: 1, maxLength: 60}, weight: {type: integer, minimum: 1, maximum: 9, default: 3}}}
    Project: {type: object, required: [id, ownerId, title, weight, state, openedAt, createdAt], properties: {id: {type: string, format: uuid}, ownerId: {type: string, format: uuid}, title: {type: string}, weight: {type: integer}, state: {type: string, enum: [draft, open]}, openedAt: {type: [string, 'null'], format: date-time, description: Null while it is a draft.}, createdAt: {type: string, format: date-time}}}
    TaskInput: {type: object, additionalProperties: false, required: [effort], properties: {effort: {type: integer, minimum: 1, maximum: 9}}}
    Task: {type: object, required: [id, effort], properties: {id: {type: string, format: uuid}, effort: {type: integer}}}
`;
const contract = await loadContract(temporaryFile('projects.json', JSON.stringify(parse(document))), {
  strict: true,
});

const rules = (await loadRules()).filter(
  ({ id, topic }) => ['resources', 'responses'].includes(topic) || id === 'requests/stated-media-type',
);

type Thing = Record<string, unknown>;
type Answer = [status: number, body?: unknown];

const sayNo = (status: number): Answer => [status, { message: 'no' }];

/** @param fault what it does wrong, or more than it must; empty for nothing */
function projects(fault: string) {
  const [owners, all, tasks]: [Thing[], Thing[], Thing[]] = [[], [], []];
  const is = (name: string) => name === fault;
  let clock = Date.parse('2030-01-01');
  const listed = (query: URLSearchParams): Answer => {
    const at = (name: string, usual: string) => query.get(name) ?? usual;
    const [limit, offset] = [Number(at('limit', is('default-limit') ? '5' : '8')), Number(at('offset', '0'))];
    if (!(limit >= 1 && limit <= 50 && offset >= 0)) return sayNo(400);
    const [state, ownerId, sort] = [query.get('state'), query.get('ownerId'), at('sort', '-createdAt')];
    if (!['createdAt', '-createdAt'].includes(sort) || ![null, 'draft', 'open'].includes(state))
      return sayNo(400);
    const found = all.filter(
      (one) =>
        (state === null || one.state === state || (is('filters-or') && ownerId !== null)) &&
        (ownerId === null || one.ownerId === ownerId) &&
        !(is('draft-not-listed') && one.state === 'draft'),
    );
    const isUp = (sort === 'createdAt') !== is('sort-reversed');
    const sorted = isUp ? found : found.reverse();
    return [200, { items: sorted.slice(offset, offset + limit) }];
  };
  const made = (body: Thing, isJson: boolean): Answer => {
    if (!isJson && !is('text-accepted')) return sayNo(415);
    const { ownerId, title, weight = is('default-weight') ? 4 : 3, ...more } = body;
    const isOwner =
      owners.some(({ id }) => id === ownerId) || (is('any-owner') && typeof ownerId === 'string');
    const isTitle = typeof title === 'string' && title.length >= 1 && Array.from(title).length <= 60;
    const isWeight = Number.isInteger(weight) && Number(weight) >= 1 && Number(weight) <= 9;
    if (!isOwner || !isTitle || !isWeight || Object.keys(more).length > 0) return sayNo(400);
    const createdAt = new Date((clock += 1000)).toISOString();
    const fields = { ownerId, title, weight: is('weight-lost') ? 3 : weight, state: 'draft' };
    const openedAt = is('opened-draft') ? createdAt : null;
    const one: Thing = { id: randomUUID(), ...fields, openedAt, createdAt };
    all.push(one);
    return [201, one];
  };
  const addOwner = (body: Thing): Answer => {
    const { name, city, ...more } = body;
    const isName = typeof name === 'string' && name.length >= 5 && Array.from(name).length <= 60;
    if (!isName || ![undefined, 'Rome', 'Oslo'].includes(city as string) || Object.keys(more).length > 0)
      return sayNo(400);
    if (owners.some((one) => one.name === name) && !is('owner-twice')) return sayNo(409);
    const one = { id: randomUUID(), ...body };
    owners.push(one);
    return [201, one];
  };
  const ofTasks = (method: string, project: Thing | undefined, body: Thing): Answer => {
    if (project === undefined) return sayNo(is('tasks-unknown-409') && method === 'POST' ? 409 : 404);
    if (method === 'GET')
      return [
        200,
        tasks.filter((one) => one.of === project.id || is('tasks-shared')).map(({ of: _, ...one }) => one),
      ];
    const { effort, ...more } = body;
    const isEffort =
      Number.isInteger(effort) && Number(effort) >= 1 && (Number(effort) <= 9 || is('any-effort'));
    if (!isEffort || Object.keys(more).length > 0) return sayNo(400);
    if (project.state !== 'open') return sayNo(409);
    const one = { id: randomUUID(), effort };
    tasks.push({ ...one, of: project.id });
    return [201, one];
  };
  return (method: string, path: string, query: URLSearchParams, isJson: boolean, body: Thing): Answer => {
    const [, kind = '', id, action] = /^\/(\w+)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? [];
    if (kind === 'owners' && id === undefined) return method === 'POST' ? addOwner(body) : sayNo(405);
    const project = all.find((one) => one.id === id);
    if (kind === 'owners') {
      const owner = owners.find((one) => one.id === id);
      return owner ? [200, owner] : sayNo(404);
    }
    if (kind !== 'projects') return sayNo(404);
    if (id === undefined)
      return method === 'GET' ? listed(query) : method === 'POST' ? made(body, isJson) : sayNo(405);
    if (action === 'tasks') return ofTasks(method, project, body);
    if (project === undefined) return sayNo(404);
    if (method === 'GET') return [200, project];
    if (method === 'DELETE' && action === undefined) {
      if (project.state !== 'draft' && !is('open-removed')) return sayNo(409);
      all.splice(all.indexOf(project), 1);
      return [204];
    }
    if (action !== 'open' || method !== 'POST') return sayNo(405);
    if (project.state === 'open' && !is('open-twice')) return sayNo(409);
    Object.assign(project, { state: 'open', openedAt: new Date((clock += 1000)).toISOString() });
    return [200, project];
  };
}

/** @param told what the run is to say, of which rule */
async function run(fault: string, ...told: readonly RegExp[]) {
  const answer = projects(fault);
  const { failed } = await runWithWrites(
    (request, text, response) => {
      const url = new URL(request.url ?? '', 'http://target');
      const { 'content-type': type = 'application/json' } = request.headers;
      const isJson =
        /^application\/json\b/i.test(type) || (fault === 'kinds-of-json' && type.endsWith('+json'));
      const body = jsonOf(text === '' ? '{}' : text);
      const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
      const [status, told] = isObject
        ? answer(request.method ?? '', url.pathname, url.searchParams, isJson, body as Thing)
        : sayNo(400);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(told === undefined ? undefined : JSON.stringify(told));
    },
    { contract, rules: told.length > 0 ? rulesNamedIn(...told) : rules },
  );
  return failed;
}

it.each(['', 'kinds-of-json'])(
  'projects that keep to their document (%s) are not failed',
  async (lenience) => {
    expect(await run(lenience)).toEqual([]);
  },
);

it.each([
  ['any-effort', /invalid-requests addTask: status 201/],
  ['tasks-shared', /own-lists listTasks: what was made below another thing is in it/],
  ['tasks-unknown-409', /unknown-targets addTask: status 409/],
  ['any-owner', /unknown-references addProject: status 201/],
  ['owner-twice', /stated-conflicts addOwner: status 201/],
  ['open-twice', /stated-conflicts openProject: status 200/],
  ['open-removed', /stated-conflicts removeProject: status 204/],
  ['opened-draft', /stated-nulls \w+: openedAt is ".*" while state is draft/],
  ['default-limit', /lists listProjects: 5 items, and 8 with limit=8, its default/],
  ['default-weight', /kept-values \w+: weight is 4, and its default is 3/],
  ['weight-lost', /kept-values \w+: weight is 3, and \d was sent/],
  ['sort-reversed', /lists listProjects: createdAt in another order/],
  ['filters-or', /lists listProjects: state is "\w+" in the list/],
  ['text-accepted', /stated-media-type addProject: status 201/],
  ['draft-not-listed', /lists listProjects: what was just made is not in the list/],
])('%s is found', async (fault, told) => {
  expect((await run(fault, told)).join('\n')).toMatch(told);
});
