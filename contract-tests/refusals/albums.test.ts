/** Rules about edges, lists, replacements, refusals and jobs, on albums with photos and exports: each broken once. */
import { randomUUID } from 'node:crypto';
import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load-contract.js';
import { loadRules } from '../../src/conformance/rules/load-rules.js';
import { rulesNamedIn, runWithWrites } from '../../src/conformance/testing/run-with-writes.js';
import { jsonOf } from '../../src/conformance/testing/small-server.js';
import { isObject } from '../../src/contract/schema/json-equal.js';
import { temporaryFile } from '../../src/testing/temporary-folder.js';

const document = `
openapi: 3.1.0
info: {title: Albums, version: '1'}
security: [{oauth: [write]}]
paths:
  /albums:
    get:
      operationId: listAlbums
      description: X-Total-Count is the number of all albums that match the filters.
      security: []
      parameters:
        - {name: q, in: query, schema: {type: string, minLength: 2, maxLength: 30}}
        - {name: mood, in: query, schema: {$ref: '#/components/schemas/Mood'}}
        - {name: min_rating, in: query, description: Only albums with at least this rating., schema: {type: integer, minimum: 0, maximum: 9}}
        - {name: created_after, in: query, schema: {type: string, format: date-time}}
        - {name: sort, in: query, schema: {type: string, enum: [newest, oldest], default: oldest}}
        - {name: page, in: query, schema: {type: integer, minimum: 1, maximum: 900, default: 1}}
        - {name: per_page, in: query, schema: {type: integer, minimum: 1, maximum: 200, default: 100}}
      responses:
        '200': {description: Them., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Album'}}}, text/csv: {schema: {type: string}}}}
        '400': {$ref: '#/components/responses/Wrong'}
        '406': {$ref: '#/components/responses/Wrong'}
    post:
      operationId: addAlbum
      description: '\`mood\` defaults to \`calm\`. An owner_id that does not exist is answered with 422.'
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/AlbumInput'}}}}
      responses:
        '201': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Album'}}}}
        '400': {$ref: '#/components/responses/Wrong'}
        '403': {$ref: '#/components/responses/Wrong'}
        '409': {description: The code is taken., content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
        '422': {$ref: '#/components/responses/Invalid'}
  /albums/bulk:
    post:
      operationId: addAlbums
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [albums], properties: {albums: {type: array, minItems: 1, maxItems: 5, items: {$ref: '#/components/schemas/AlbumInput'}}}}}}}
      responses:
        '200': {description: How many., content: {application/json: {schema: {type: object, required: [made], properties: {made: {type: integer}}}}}}
        '400': {$ref: '#/components/responses/Wrong'}
        '403': {$ref: '#/components/responses/Wrong'}
        '422': {$ref: '#/components/responses/Invalid'}
  /albums/{albumId}:
    parameters: [{$ref: '#/components/parameters/AlbumId'}]
    get:
      operationId: getAlbum
      security: []
      responses:
        '200': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Album'}}}}
        '404': {$ref: '#/components/responses/Wrong'}
    put:
      operationId: replaceAlbum
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/AlbumInput'}}}}
      responses:
        '200': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Album'}}}}
        '400': {$ref: '#/components/responses/Wrong'}
        '403': {$ref: '#/components/responses/Wrong'}
        '404': {$ref: '#/components/responses/Wrong'}
        '409': {description: The code is taken by another album., content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
        '422': {$ref: '#/components/responses/Invalid'}
    delete:
      operationId: removeAlbum
      description: Its code may be used again.
      responses:
        '204': {description: It is gone.}
        '403': {$ref: '#/components/responses/Wrong'}
        '404': {$ref: '#/components/responses/Wrong'}
  /albums/{albumId}/photos:
    parameters: [{$ref: '#/components/parameters/AlbumId'}]
    get:
      operationId: listPhotos
      security: []
      parameters:
        - {name: kind, in: query, schema: {type: string, enum: [print, slide]}}
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 10}}
        - {name: cursor, in: query, description: An unknown cursor is answered with 400., schema: {type: string, pattern: '^c[0-9]+$'}}
      responses:
        '200': {description: Them., content: {application/json: {schema: {type: object, required: [items, total, next_cursor], properties: {items: {type: array, items: {$ref: '#/components/schemas/Photo'}}, total: {type: integer}, next_cursor: {type: [string, 'null']}}}}}}
        '400': {$ref: '#/components/responses/Wrong'}
        '404': {$ref: '#/components/responses/Wrong'}
    post:
      operationId: addPhoto
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [kind], properties: {kind: {type: string, enum: [print, slide]}}}}}}
      responses:
        '201': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Photo'}}}}
        '400': {$ref: '#/components/responses/Wrong'}
        '404': {$ref: '#/components/responses/Wrong'}
        '422': {$ref: '#/components/responses/Invalid'}
  /albums/{albumId}/photos/{photoId}:
    get:
      operationId: getPhoto
      security: []
      parameters: [{$ref: '#/components/parameters/AlbumId'}, {name: photoId, in: path, required: true, schema: {type: integer, minimum: 1}}]
      responses:
        '200': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Photo'}}}}
        '404': {$ref: '#/components/responses/Wrong'}
  /shelves/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string, pattern: '^[a-z][a-z0-9_]{5,19}$'}}]
    put:
      operationId: putShelf
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [label], properties: {label: {type: string, pattern: '^[a-z]{4,30}$'}}}}}}
      responses:
        '200': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}
        '201': {description: It is new., content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}
        '400': {$ref: '#/components/responses/Wrong'}
        '422': {$ref: '#/components/responses/Invalid'}
    get:
      operationId: getShelf
      security: []
      responses:
        '200': {description: It., content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}
        '404': {$ref: '#/components/responses/Wrong'}
  /exports:
    post:
      operationId: startExport
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [album_ids], properties: {album_ids: {type: array, minItems: 1, maxItems: 3, uniqueItems: true, items: {type: string, pattern: '^A[0-9]+$'}}}}}}}
      responses:
        '202':
          description: It goes on.
          content: {application/json: {schema: {$ref: '#/components/schemas/Job'}}}
          links: {job: {operationId: getJob, parameters: {jobId: $response.body#/id}}}
        '400': {$ref: '#/components/responses/Wrong'}
        '422': {$ref: '#/components/responses/Invalid'}
  /jobs/{jobId}:
    get:
      operationId: getJob
      description: A job is done within 1 second. Its progress is 100 once it is done.
      security: []
      parameters: [{name: jobId, in: path, required: true, schema: {type: string, format: uuid}}]
      responses:
        '200':
          description: It.
          content: {application/json: {schema: {$ref: '#/components/schemas/Job'}}}
          links: {export: {operationId: getExport, parameters: {exportId: $response.body#/export_id}}}
        '404': {$ref: '#/components/responses/Wrong'}
  /exports/{exportId}:
    get:
      operationId: getExport
      security: []
      parameters: [{name: exportId, in: path, required: true, schema: {type: integer, minimum: 1}}]
      responses:
        '200': {description: It., content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: integer}}}}}}
        '404': {$ref: '#/components/responses/Wrong'}
components:
  securitySchemes:
    oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: /token, scopes: {write: Write.}}}}
  parameters:
    AlbumId: {name: albumId, in: path, required: true, schema: {type: string, pattern: '^A[0-9]+$'}}
  responses:
    Wrong: {description: A parameter or the syntax of the body is wrong., content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
    Invalid: {description: The body breaks its schema., content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
  schemas:
    Mood: {type: string, enum: [calm, loud]}
    Problem: {type: object, required: [code], properties: {code: {type: string}}}
    AlbumInput:
      type: object
      additionalProperties: false
      required: [code, owner_id, rating]
      example: {code: ALBUM-00001, owner_id: owner-ada, rating: 4, mood: loud, taken_at: '2030-05-01T10:00:00Z'}
      properties:
        code: {type: string, pattern: '^[A-Z]{5}-[0-9]{5}$'}
        owner_id: {type: string, pattern: '^owner-[a-z]{3}$'}
        rating: {type: integer, minimum: 0, maximum: 9}
        mood: {$ref: '#/components/schemas/Mood'}
        title: {type: string, minLength: 1, maxLength: 20}
        tags: {type: array, uniqueItems: true, maxItems: 4, items: {type: string, pattern: '^[a-z]{2,9}$'}}
        taken_at: {type: string, format: date-time}
    Album:
      type: object
      required: [id, code, owner_id, rating, mood, version, created_at]
      properties:
        id: {type: string}
        code: {type: string}
        owner_id: {type: string}
        rating: {type: integer}
        mood: {$ref: '#/components/schemas/Mood'}
        title: {type: string}
        tags: {type: array, items: {type: string}}
        taken_at: {type: string, format: date-time}
        version: {type: integer}
        created_at: {type: string, format: date-time}
    Photo: {type: object, required: [id, album_id, kind], properties: {id: {type: integer}, album_id: {type: string}, kind: {type: string, enum: [print, slide]}}}
    Shelf: {type: object, required: [name, label], properties: {name: {type: string}, label: {type: string}}}
    Job: {type: object, required: [id, state, progress, export_id], properties: {id: {type: string, format: uuid}, state: {type: string, enum: [queued, running, done]}, progress: {type: integer, minimum: 0, maximum: 100}, export_id: {type: [integer, 'null']}}}
`;
const contract = await loadContract(temporaryFile('albums.json', JSON.stringify(parse(document))));
const topics = ['resources', 'refusals', 'jobs', 'parameters'];
const rules = (await loadRules()).filter(
  ({ id, topic }) =>
    topics.includes(topic) || /^requests\/(?:allowed-values|missing-field)$|no-server-error/.test(id),
);

type Thing = Record<string, unknown>;
interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly accept: string;
  readonly key: string;
}

const refused = (status: number): Answer => ({ status, body: { code: `refused ${status}` } });
const isText = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);
const isWhole = (value: unknown, most: number) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
const isTime = (value: unknown, offsets: boolean) =>
  isText(
    value,
    offsets
      ? /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
      : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
  ) && Number.isFinite(Date.parse(String(value)));

/** @param changes what it does wrong, or otherwise than most */
function albums(changes: readonly string[]) {
  const is = (name: string) => changes.includes(name);
  let all: Thing[] = [];
  const gone: Thing[] = [];
  const photos: Thing[] = [];
  const shelves = new Map<string, Thing>();
  const jobs = new Map<string, { looks: number; ids: number }>();
  let made = 0;
  const isValid = (body: unknown): body is Thing => {
    if (!isObject(body)) return false;
    const { code, owner_id, rating, mood = 'calm', title = 'x', tags = [], taken_at, ...more } = body;
    const length = is('title-in-bytes') ? Buffer.byteLength(String(title)) : Array.from(String(title)).length;
    const isList =
      Array.isArray(tags) &&
      tags.length <= (is('four-tags-refused') ? 3 : 4) &&
      new Set(tags).size === tags.length;
    return (
      Object.keys(more).length === 0 &&
      isText(code, /^[A-Z]{5}-\d{5}$/) &&
      isText(owner_id, /^owner-[a-z]{3}$/) &&
      isWhole(rating, 9) &&
      ['calm', 'loud'].includes(mood as string) &&
      typeof title === 'string' &&
      length >= 1 &&
      length <= 20 &&
      isList &&
      tags.every((one) => isText(one, /^[a-z]{2,9}$/)) &&
      (taken_at === undefined || isTime(taken_at, !is('offset-refused')))
    );
  };
  const isTaken = (code: unknown, but?: unknown) =>
    all.some((one) => one.code === code && one.id !== but) ||
    (is('code-stays-taken') && gone.some((one) => one.code === code));
  const add = (body: Thing): Thing => {
    made += 1;
    const mood = is('another-default') ? 'loud' : 'calm';
    const created_at = new Date(Date.UTC(2030, 0, 1, made)).toISOString();
    const album = { mood, ...body, id: `A${made}`, version: 1, created_at };
    all = [...all, album];
    return album;
  };
  const listed = ({ query, accept }: Asked): Answer => {
    const q = query.get('q');
    if (q !== null && is('search-crashes') && /[([*]/.test(q)) return refused(500);
    const after = query.get('created_after');
    if (after !== null && !isTime(after, true) && !is('any-time-taken')) return refused(400);
    const numbers = [
      ['min_rating', 0, 9],
      ['page', 1, 900],
      ['per_page', 1, 200],
    ] as const;
    for (const [name, least, most] of numbers) {
      const given = query.get(name) ?? String(least);
      if (!/^\d+$/.test(given) || Number(given) < least || Number(given) > most) return refused(400);
    }
    if (
      !['calm', 'loud', null].includes(query.get('mood')) ||
      !['newest', 'oldest', null].includes(query.get('sort'))
    )
      return refused(400);
    if (q !== null && (q.length < 2 || q.length > 30)) return refused(400);
    const type = ['text/csv', 'application/json', '*/*'].find((one) => accept.includes(one));
    if (type === undefined && !is('accept-ignored')) return refused(406);
    const least = Number(query.get('min_rating') ?? 0);
    const ever = [...all, ...gone].toSorted((a, b) =>
      String(a.created_at).localeCompare(String(b.created_at)),
    );
    const found = (is('stays-in-list') ? ever : all).filter(
      (one) =>
        (q === null || (typeof one.title === 'string' && one.title.includes(q))) &&
        [one.mood, null].includes(query.get('mood')) &&
        (is('least-rating-excluded') && query.has('min_rating')
          ? Number(one.rating) > least
          : Number(one.rating) >= least) &&
        (after === null ||
          is('created-after-ignored') ||
          !isTime(after, true) ||
          (is('created-after-or-at')
            ? Date.parse(String(one.created_at)) >= Date.parse(after)
            : Date.parse(String(one.created_at)) > Date.parse(after))),
    );
    const ordered = query.get('sort') === 'newest' && !is('always-oldest') ? found.toReversed() : found;
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 100)];
    const items = ordered.slice((page - 1) * size, page * size);
    if (items.length === 0 && page > 1 && is('page-past-end-404')) return refused(404);
    const headers = { 'X-Total-Count': String(is('total-of-all') ? all.length : found.length) };
    if (type === 'text/csv' && !is('csv-never'))
      return { status: 200, body: 'id\n', headers: { ...headers, 'Content-Type': 'text/csv' } };
    return { status: 200, body: items, headers };
  };
  const photosOf = (id: string, { query }: Asked): Answer => {
    const kind = query.get('kind');
    const limit = Number(query.get('limit') ?? 10);
    const start = Number((query.get('cursor') ?? 'c0').slice(1));
    if (
      !['print', 'slide', null].includes(kind) ||
      !/^\d+$/.test(query.get('limit') ?? '1') ||
      limit < 1 ||
      limit > 50
    )
      return refused(400);
    if (!/^c\d+$/.test(query.get('cursor') ?? 'c0')) return refused(400);
    const own = photos.filter((one) => one.album_id === id || is('photos-of-all')).toReversed();
    const found = own.filter((one) => [one.kind, null].includes(kind));
    if (start > found.length && !is('any-cursor')) return refused(400);
    const size = is('two-at-a-time') ? Math.min(2, limit) : limit;
    const items = found.slice(start, start + size);
    const isLast = start + size >= found.length;
    const next = isLast ? (is('last-page-again') ? `c${start}` : null) : `c${start + size}`;
    const total = is('total-of-photos') ? own.length : found.length;
    return { status: 200, body: { items, total, next_cursor: next } };
  };
  return (asked: Asked): Answer => {
    const { method, path, body, key } = asked;
    const isInvalid = refused(is('invalid-is-400') ? 400 : 422);
    if (method !== 'GET' && key === 'none') return refused(401);
    if (method === 'DELETE' && key === 'limited' && is('refused-removal-removes'))
      all = all.filter((one) => `/albums/${String(one.id)}` !== path);
    if (method !== 'GET' && key === 'limited' && !(is('limited-key-adds') && path === '/albums'))
      return refused(403);
    if (body === 'no JSON') return refused(400);
    if (path === '/albums' && method === 'GET') return listed(asked);
    if (path === '/albums' && method === 'POST') {
      if (!isValid(body)) return isInvalid;
      if (body.owner_id !== 'owner-ada' && !is('any-owner')) return refused(422);
      return isTaken(body.code) ? refused(409) : { status: 201, body: add(body) };
    }
    if (path === '/albums/bulk' && method === 'POST') {
      const list = isObject(body) && Array.isArray(body.albums) ? body.albums : [];
      const isRight = list.length > 0 && list.length <= 5 && list.every(isValid);
      const fresh = list.filter((one): one is Thing => isValid(one));
      if (!isRight) {
        if (is('refused-bulk-makes')) for (const one of fresh) add(one);
        return isInvalid;
      }
      return { status: 200, body: { made: fresh.map(add).length } };
    }
    const [, id, below, photo] = /^\/albums\/(A\d+)(?:\/(photos)(?:\/(\d+))?)?$/.exec(path) ?? [];
    if (id !== undefined) {
      const album = all.find((one) => one.id === id);
      if (album === undefined) return refused(404);
      if (photo !== undefined) {
        const found = photos.find(
          (one) => one.id === Number(photo) && (one.album_id === id || is('photo-anywhere')),
        );
        return found && method === 'GET' ? { status: 200, body: found } : refused(404);
      }
      if (below !== undefined && method === 'GET') return photosOf(id, asked);
      if (below !== undefined && method === 'POST') {
        const kind = isObject(body) ? body.kind : undefined;
        if (kind !== 'print' && kind !== 'slide') return isInvalid;
        photos.push({ id: photos.length + 1, album_id: id, kind });
        return { status: 201, body: photos.at(-1) };
      }
      if (method === 'GET') return { status: 200, body: album };
      if (method === 'DELETE') {
        all = all.filter((one) => one !== album);
        gone.push(album);
        return { status: 204 };
      }
      if (method !== 'PUT') return refused(405);
      if (!isValid(body) || isTaken(body.code, is('taken-by-itself') ? '' : id)) {
        if (is('refusal-counts')) album.version = Number(album.version) + 1;
        return isValid(body) ? refused(409) : isInvalid;
      }
      const { version, created_at } = album;
      const kept = is('put-merges') ? album : {};
      const at = is('made-anew') ? new Date(Date.UTC(2031, 0, 1, (made += 1))).toISOString() : created_at;
      const changed = { mood: 'calm', ...kept, ...body, id, version: Number(version) + 1, created_at: at };
      all = all.map((one) => (one === album ? changed : one));
      return { status: 200, body: changed };
    }
    const [, name] = /^\/shelves\/([^/]+)$/.exec(path) ?? [];
    if (name !== undefined) {
      if (!/^[a-z][a-z0-9_]{5,19}$/.test(name) || (is('name-with-underscore-refused') && name.includes('_')))
        return refused(method === 'GET' ? 404 : 400);
      if (is('name-with-7-not-found') && name.includes('7')) return refused(404);
      const there = shelves.get(name);
      if (method === 'GET') return there ? { status: 200, body: there } : refused(404);
      if (method !== 'PUT') return refused(405);
      if (!isObject(body) || !isText(body.label, is('label-of-25') ? /^[a-z]{4,25}$/ : /^[a-z]{4,30}$/))
        return isInvalid;
      shelves.set(name, { name, label: body.label });
      return { status: there ? 200 : 201, body: shelves.get(name) };
    }
    if (path === '/exports' && method === 'POST') {
      const ids = isObject(body) ? body.album_ids : undefined;
      const isRight =
        Array.isArray(ids) && ids.length > 0 && ids.length <= 3 && new Set(ids).size === ids.length;
      if (!isRight || !ids.every((one) => isText(one, /^A\d+$/))) return isInvalid;
      const job = randomUUID();
      jobs.set(job, { looks: 0, ids: ids.length });
      return { status: 202, body: { id: job, state: 'queued', progress: 0, export_id: null } };
    }
    const job = jobs.get(path.replace('/jobs/', ''));
    if (job !== undefined && method === 'GET') {
      job.looks += 1;
      const isDone = job.looks > 3 && !(is('two-never-done') && job.ids === 2);
      const progress = isDone ? (is('progress-99') ? 99 : 100) : Math.min(50, job.looks * 10);
      const export_id = isDone && !is('done-without-export') ? 7 : null;
      return {
        status: 200,
        body: { id: path.replace('/jobs/', ''), state: isDone ? 'done' : 'running', progress, export_id },
      };
    }
    return path === '/exports/7' && method === 'GET' && !is('export-404')
      ? { status: 200, body: { id: 7 } }
      : refused(404);
  };
}

const keys: Readonly<Record<string, string>> = {
  'Bearer albums-key': 'valid',
  'Bearer albums-limited': 'limited',
};

/** The breaches of the rules, those that fail a run. @param told what the run is to say, of which rules */
async function run(changes: readonly string[], ...told: readonly RegExp[]) {
  const answer = albums(changes);
  const given = { key: 'albums-key', limitedKey: 'albums-limited' };
  const { failed } = await runWithWrites(
    (request, text, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://target');
      const { accept = '*/*', authorization = '' } = request.headers;
      const body = text === '' ? undefined : (jsonOf(text) ?? 'no JSON');
      const key = keys[authorization] ?? 'none';
      const method = request.method ?? '';
      const told = answer({ method, path: pathname, query: searchParams, body, accept, key });
      response.writeHead(told.status, { 'Content-Type': 'application/json', ...told.headers });
      response.end(told.body === undefined ? undefined : JSON.stringify(told.body));
    },
    { contract, ...given, rules: told.length > 0 ? rulesNamedIn(...told) : rules },
  );
  return failed;
}

// A page may be shorter than it was asked to be, and what no description says of a bound is free.
it.each(['', 'two-at-a-time', 'created-after-or-at'])(
  'albums that keep to their document (%s) are not failed',
  async (lenience) => {
    expect(await run([lenience])).toEqual([]);
  },
);

// One fault of each rule is in one server.
const servers: readonly (readonly (readonly [fault: string, told: RegExp])[])[] = [
  [
    ['four-tags-refused', /allowed-values addAlbum: status 422/],
    ['taken-by-itself', /kept-values replaceAlbum: status 409 for the values that the thing has itself/],
    ['photo-anywhere', /own-lists getPhoto: what was made below another thing/],
    ['created-after-ignored', /lists listAlbums: created_at is/],
    ['csv-never', /accepted-type listAlbums: Content-Type: application\/json/],
    ['refused-bulk-makes', /change-nothing listAlbums: more in the list than before/],
    ['progress-99', /become-done getJob: progress is 99/],
  ],
  [
    ['title-in-bytes', /allowed-values addAlbum: status 422/],
    ['put-merges', /kept-values getAlbum: \w+ is .+ as before, and the PUT did not name it/],
    ['photos-of-all', /own-lists listPhotos: an item whose albumId is A\d+, and not A\d+/],
    ['least-rating-excluded', /lists listAlbums: what has rating \d is not in the list/],
    ['accept-ignored', /accepted-type listAlbums: status 200/],
    ['done-without-export', /become-done getJob: null for the exportId of getExport/],
    ['refusal-counts', /change-nothing getAlbum: version is/],
  ],
  [
    ['offset-refused', /allowed-values addAlbum: status 422/],
    ['another-default', /kept-values \w+: mood is "loud", and its default is "calm"/],
    ['last-page-again', /lists listPhotos: the cursor of an earlier page again/],
    ['any-owner', /unknown-references addAlbum: status 201/],
    ['export-404', /become-done getExport: status 404/],
  ],
  [
    ['name-with-underscore-refused', /allowed-values putShelf: status 400/],
    ['made-anew', /kept-values \w+: created_at is/],
    ['always-oldest', /lists listAlbums: created_at in another order \(sort=newest\)/],
    ['search-crashes', /no-server-error listAlbums: status 500/],
  ],
  [
    ['page-past-end-404', /lists listAlbums: status 404/],
    ['code-stays-taken', /stated-conflicts addAlbum: status 409/],
  ],
  [
    ['label-of-25', /allowed-values putShelf: status 422/],
    ['total-of-all', /lists listAlbums: total is/],
    ['limited-key-adds', /limited-scopes addAlbum: status 201, and 403 from/],
  ],
  [
    ['any-cursor', /lists listPhotos: status 200/],
    ['any-time-taken', /invalid-value listAlbums: status 200/],
    ['invalid-is-400', /stated-meaning \w+: status 400/],
    ['refused-removal-removes', /change-nothing getAlbum: status 404 after the 403 of removeAlbum/],
  ],
  [
    ['name-with-7-not-found', /allowed-values putShelf: status 404/],
    ['stays-in-list', /lists listAlbums: what was removed, with the id "A\d+"/],
  ],
];

it.each(servers)('%s and those beside it are found', async (...faults) => {
  const found = await run(
    faults.map(([name]) => name),
    ...faults.map(([, told]) => told),
  );
  const missed = faults.filter(([, told]) => !found.some((one) => told.test(one))).map(([name]) => name);
  expect(missed, found.join('\n')).toEqual([]);
});
