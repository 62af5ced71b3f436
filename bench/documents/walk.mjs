/** One life of a resource at a mock that remembers: make, read, list, change, delete, read again. */
import { loadModules } from '../../src/build/load-modules.mjs';
import { judgeOf } from './judge.mjs';
import { requestMaker } from './requests.mjs';

const { jsonEqual } = await loadModules('walk', 'contract/schema/json-equal.ts');

/** A step that ends a walk. */
class Ended extends Error {
  constructor(kind, why) {
    super(why);
    this.kind = kind;
  }
}

export class Walk {
  constructor(contract, url) {
    this.url = url;
    this.makeRequest = requestMaker(contract);
    this.judge = judgeOf(contract);
  }

  /** @returns {Promise<{ kind: 'whole' | 'fallback' | 'refused' | 'wrong', why?: string }>} */
  async life(resource) {
    try {
      await this.lived(resource);
      return { kind: 'whole' };
    } catch (cause) {
      if (!(cause instanceof Ended)) throw cause;
      return { kind: cause.kind, why: cause.message };
    }
  }

  async lived(resource) {
    const role = (action, isAtItem = true) =>
      resource.operations.find(
        (one) =>
          one.action === action && (!isAtItem || parameters(one.operation.path) > resource.parents.length),
      );
    const parents = await this.idsAbove(resource);
    const list = role('list', false);
    const before = list && (await this.listed(list, parents));
    const create = role('create', false);
    const made = await this.made(resource, role, parents);
    const hasExtension = /\.[a-z]+$/.test(resource.path);
    const [id] = /[^/]+$/.exec(hasExtension ? made.location.replace(/\.[a-z]+$/, '') : made.location) ?? [];
    const shownId =
      id === undefined ? itemAt(made.body, role('create', false))[resource.idField] : decodeURIComponent(id);
    if (shownId === undefined) throw new Ended('refused', 'the response names no id');
    const ids = [...parents, String(shownId)];
    const first = await this.item(role('read'), ids);
    for (const [name, value] of Object.entries(itemAt(made.body, role('create', false))))
      if (
        Object.hasOwn(first, name) &&
        !jsonEqual(value, first[name]) &&
        String(value) !== String(first[name])
      )
        throw new Ended(
          'wrong',
          `POST says ${name} ${JSON.stringify(value)}, GET ${JSON.stringify(first[name])}`,
        );
    if (before !== undefined && list.operation.path === resource.path) {
      const after = await this.listed(list, parents);
      const grown = before.length + countOf(made.request, create);
      if (!isBounded(list) && !made.wasTaken && after.length !== grown)
        throw new Ended('wrong', `the list had ${before.length} and has ${after.length}`);
    }
    await this.assertUnseenElsewhere(resource, made, role('read'), ids);
    for (const action of ['replace', 'merge']) {
      const change = role(action);
      if (!change) continue;
      const { request } = await this.sent(change, ids);
      const now = await this.item(role('read'), ids);
      const body =
        typeof request.body === 'string' && request.body.startsWith('{') ? JSON.parse(request.body) : {};
      for (const [name, value] of Object.entries(itemAt(body, change, true)))
        if (
          Object.hasOwn(now, name) &&
          name !== resource.idField &&
          isPlain(value) &&
          typeof value === typeof now[name] &&
          String(value) !== String(now[name]) &&
          String(now[name]) === String(first[name])
        )
          throw new Ended(
            'wrong',
            `${action} sent ${name} ${JSON.stringify(value)}, GET has ${JSON.stringify(now[name])}`,
          );
    }
    const remove = role('remove');
    if (!remove) return;
    await this.sent(remove, ids);
    const gone = await this.exchange(role('read'), ids);
    if (gone.status !== 404)
      throw new Ended(
        'wrong',
        `GET ${gone.request.target} after DELETE is ${gone.status} ${gone.fallback} ${gone.text.slice(0, 200)}`,
      );
  }

  /** Things made in one sandbox are in no other. */
  async assertUnseenElsewhere(resource, made, read, ids) {
    if (made.wasTaken || resource.isOpen) return;
    const { status, request } = await this.exchange(read, ids, { 'X-Mock-Sandbox': 'elsewhere' });
    if (status !== 404) throw new Ended('wrong', `GET ${request.target} in another sandbox is ${status}`);
  }

  /** The item that a POST makes; where an item of its id is there already, as of an example, that one goes first. */
  async made(resource, role, parents) {
    const create = role('create', false);
    const first = await this.exchange(create, parents);
    const { body } = first.request;
    const id =
      typeof body === 'string' && body.startsWith('{') ? JSON.parse(body)[resource.idField] : undefined;
    if (first.status === 409 && id !== undefined && role('remove'))
      await this.sent(role('remove'), [...parents, String(id)]);
    if (first.status !== 409) return this.checked(create, first);
    return { ...(await this.sent(create, parents)), wasTaken: true };
  }

  /** Ids of what a resource belongs to: of the first item that is there. */
  async idsAbove({ parent, parents, operations }) {
    if (!parent) return this.anyIds(parents.length, operations[0].operation);
    const above = await this.idsAbove(parent);
    const own = parent.operations.find(({ action }) => action === 'list');
    const items = own ? await this.listed(own, above) : [];
    const [first] = items.filter((item) => item?.[parent.idField] !== undefined);
    if (first !== undefined) return [...above, String(first[parent.idField])];
    const create = parent.operations.find(({ action }) => action === 'create');
    if (parent.isOpen) return [...above, this.anyIds(above.length + 1, operations[0].operation).at(-1)];
    if (!create) throw new Ended('refused', `nothing names an item of ${parent.path}`);
    const { location, body } = await this.sent(create, above);
    const id = itemAt(body, create)[parent.idField] ?? /[^/]+$/.exec(location)?.[0];
    if (id === undefined) throw new Ended('refused', `nothing names an item of ${parent.path}`);
    return [...above, String(id)];
  }

  /** Ids of things that no resource knows: any that the document allows. */
  anyIds(count, operation) {
    const path = this.makeRequest(operation).target.split('?', 1)[0].split('/');
    return operation.path
      .split('/')
      .flatMap((segment, index) =>
        segment.includes('{') ? [decodeURIComponent(path[index].replace(/\.json$/, ''))] : [],
      )
      .slice(0, count);
  }

  async listed(role, ids) {
    const { body } = await this.sent(role, ids);
    const items = partAt(body, role.response);
    return Array.isArray(items) ? items : [];
  }

  async item(role, ids) {
    const { body } = await this.sent(role, ids);
    return itemAt(body, role);
  }

  /** Sends a request that must succeed. */
  async sent(role, ids) {
    return this.checked(role, await this.exchange(role, ids));
  }

  checked({ operation }, response) {
    const place = `${operation.method.toUpperCase()} ${response.request.target} ${response.status}`;
    if (response.fallback) throw new Ended('fallback', `${place}: ${response.fallback}`);
    if (response.status >= 400) throw new Ended('refused', `${place}: ${response.text.slice(0, 200)}`);
    if (response.verdict !== 'valid')
      throw new Ended('wrong', `${place}: ${response.verdict} ${response.text.slice(0, 200)}`);
    return response;
  }

  async exchange({ operation }, ids, more = {}) {
    const request = this.makeRequest(operation);
    const [path, query] = request.target.split('?');
    let index = 0;
    const segments = operation.path
      .split('/')
      .map((segment, at) =>
        /\{/.test(segment) && index < ids.length
          ? segment.replace(/\{[^{}]+\}/, () => encodeURIComponent(ids[index++]))
          : path.split('/')[at],
      );
    const target = segments.join('/') + (query === undefined ? '' : `?${query}`);
    const { method, body } = request;
    const headers = { ...request.headers, ...more };
    const response = await fetch(this.url + target, {
      ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(20_000) },
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    });
    const text = await response.text();
    const { status } = response;
    const type = response.headers.get('content-type') ?? '';
    return {
      ...{ status, text, request: { ...request, target }, location: response.headers.get('location') ?? '' },
      fallback: response.headers.get('x-mock-fallback'),
      verdict: method === 'HEAD' ? 'valid' : await this.judge(operation, { status, text, type }),
      body: /json/.test(type) && text !== '' ? JSON.parse(text) : undefined,
    };
  }
}

function parameters(path) {
  return path.split('{').length - 1;
}

/** Items that a request makes. */
function countOf({ body }, { request }) {
  const part = typeof body === 'string' && /^[[{]/.test(body) ? partAt(JSON.parse(body), request) : undefined;
  return Array.isArray(part) ? part.length : 1;
}

/** The item in a body, also in a list of its own. */
function itemAt(value, { response, request, isListed }, isRequest = false) {
  const part = partAt(value, isRequest ? request : response);
  return Object(Array.isArray(part) && (isListed || isRequest) ? part[0] : part);
}

function partAt(value, inside) {
  return (inside ?? []).reduce((part, name) => part?.[name], value);
}

function isPlain(value) {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A list whose request sets a bound, or filters, need not grow. */
function isBounded({ operation }) {
  return operation.parameters.some(
    ({ value }) => value.in === 'query' && (value.required || value.schema?.default !== undefined),
  );
}
