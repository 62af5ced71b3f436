/**
 * The document as the peers get it: only what the specification states. What `openapi.yaml` marks as assumed (orders, value
 * bounds, enumerations) is taken out, since a tool that trusts the document would blame a server for our assumptions.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/**
 * @param {{ openapi30?: boolean, only2xx?: boolean }} [how] `openapi30` writes 3.1 as 3.0 for tools that read no newer one;
 *   `only2xx` keeps only the successful responses, for tools that take every documented response for the expected one
 * @returns {Record<string, any>} an OpenAPI document
 */
export function statedDocument({ openapi30 = false, only2xx = false } = {}) {
  const document = parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) if (item[method]?.['x-source']?.assumed) delete item[method];
    if (!METHODS.some((method) => item[method])) delete document.paths[path];
  }
  const operations = Object.values(document.paths).flatMap((item) =>
    METHODS.flatMap((name) => item[name] ?? []),
  );
  for (const { responses } of operations) {
    if (only2xx)
      for (const status of Object.keys(responses)) if (!status.startsWith('2')) delete responses[status];
  }
  dropOrders(document);
  dropHeaders(document);
  const stated = withoutAssumptions(document);
  return openapi30 ? asOpenApi30(stated) : stated;
}

/** Schemas that no stated operation uses; an unused one can still stop a strict reader. */
function dropOrders({ components }) {
  for (const name of Object.keys(components.schemas))
    if (name.startsWith('Order')) delete components.schemas[name];
}

/** Every response header is assumed, and Dredd takes a documented header for a required one. */
function dropHeaders({ components, paths }) {
  delete components.headers;
  const operations = Object.values(paths).flatMap((item) => METHODS.flatMap((name) => item[name] ?? []));
  const responses = [components, ...operations].flatMap((holder) => Object.values(holder.responses));
  for (const response of responses) delete response.headers;
}

/** A weight of 0 is the one value out of bounds that the specification calls invalid (4.2 rule 1). */
const STATED_BOUND = 'Nothing weighs nothing';

/** Copies a value without `x-source` and without the schema keywords that it marks as assumed. */
function withoutAssumptions(value) {
  if (Array.isArray(value)) return value.map(withoutAssumptions);
  if (typeof value !== 'object' || value === null) return value;
  const assumed = Object.entries(value['x-source']?.keywords ?? {}).filter(
    ([, source]) => source.assumed && !source.assumed.startsWith(STATED_BOUND),
  );
  const dropped = new Set(['x-source', 'x-expected', ...assumed.map(([keyword]) => keyword)]);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !dropped.has(name))
      .map(([name, each]) => [name, withoutAssumptions(each)]),
  );
}

/** The few keywords of 3.1 that the document uses, in the words of 3.0. */
function asOpenApi30(document) {
  const { title, version, description, license } = document.info;
  const older = (value) => {
    if (Array.isArray(value)) return value.map(older);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, older(each)]));
    if ('const' in copy && 'type' in copy) {
      copy.enum = [copy.const];
      delete copy.const;
    }
    if (typeof copy.exclusiveMinimum === 'number') {
      copy.minimum = copy.exclusiveMinimum;
      copy.exclusiveMinimum = true;
    }
    return copy;
  };
  return {
    ...older(document),
    openapi: '3.0.3',
    info: { title, version, description, license: { name: license.name } },
  };
}
