import { randomUUID } from 'node:crypto';
import { isObject } from '../../../src/contract/schema/json-equal.js';

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

/**
 * A server of albums.yaml, without HTTP around it.
 *
 * @param changes names of what it does wrong, or otherwise than most
 */
export function albums(changes: readonly string[]) {
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
