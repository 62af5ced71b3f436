import { expect, it } from 'vitest';
import { loadShippingContract } from '../shipping/shipping-service.js';
import { toPointer } from './json-pointer.js';
import { httpMethods } from './openapi.js';

/** The sections of the specification that state something. */
const sections = ['1', '2.1', '2.2', '2.3', '2.4', '4', '4.1', '4.2', '4.3', '5', '7', '8', '9'];
/** Keywords that allow or refuse a value; the source of a schema covers them unless `keywords` says otherwise. */
const constraints = [
  ...[
    'const',
    'enum',
    'pattern',
    'format',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'minLength',
    'maxLength',
  ],
  ...['minItems', 'maxItems', 'additionalProperties', 'required'],
];

interface Source {
  section?: string;
  assumed?: string;
  keywords?: Record<string, Source>;
}
type Part = Record<string, unknown> & { 'x-source'?: Source };

const { document } = await loadShippingContract();

/** Says what is wrong with the source of one part of the document. */
function problemOf(part: Part): string | undefined {
  const source = part['x-source'];
  if (!source) return 'has no x-source';
  return [source, ...Object.values(source.keywords ?? {})].map(weakness).find((text) => text !== undefined);
}

function weakness({ section, assumed }: Source): string | undefined {
  if (section === undefined && (assumed ?? '').length < 10) return 'names neither section nor reason';
  if (section !== undefined && !sections.includes(section)) return `names the section ${section}`;
  return undefined;
}

function* schemasIn(value: unknown, path: string[]): Iterable<[string[], Part]> {
  if (typeof value !== 'object' || value === null) return;
  const part = value as Part;
  const described = part.type !== undefined || (part.$ref !== undefined && part.description !== undefined);
  if (described && path.includes('schemas')) yield [path, part];
  if (described && path.at(-1) === 'schema' && part.$ref === undefined) yield [path, part];
  for (const [key, child] of Object.entries(part))
    if (!['example', 'examples', 'x-source'].includes(key)) yield* schemasIn(child, [...path, key]);
}

function* partsToSource(): Iterable<[string, Part]> {
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of httpMethods) {
      const operation = item[method];
      if (!operation) continue;
      const at = `${method} ${path}`;
      yield [at, operation as unknown as Part];
      if (operation.requestBody) yield [`${at} body`, operation.requestBody as unknown as Part];
      for (const parameter of operation.parameters ?? [])
        yield [`${at} parameter`, parameter as unknown as Part];
      for (const [status, response] of Object.entries(operation.responses ?? {}))
        if (!('$ref' in response)) yield [`${at} ${status}`, response as unknown as Part];
    }
  const components = document.components as Record<string, Record<string, Part>>;
  for (const kind of ['responses', 'securitySchemes'])
    for (const [name, part] of Object.entries(components[kind] ?? {})) yield [`${kind} ${name}`, part];
  for (const server of document.servers ?? []) yield [`server ${server.url}`, server as unknown as Part];
}

it('every operation, parameter, body, response, server and security scheme has a valid x-source', () => {
  const parts = [...partsToSource()];
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.map(([at, part]) => [at, problemOf(part)]).filter(([, problem]) => problem)).toEqual([]);
});

it('every schema has a valid x-source', () => {
  const schemas = [...schemasIn(document, [])]
    .map(([path, part]) => [toPointer(path), part] as const)
    .filter(([at]) => !at.endsWith('/items'));
  expect(schemas.length).toBeGreaterThan(100);
  expect(schemas.map(([at, part]) => [at, problemOf(part)]).filter(([, problem]) => problem)).toEqual([]);
});

it('an x-source of a keyword is only on schemas with that keyword', () => {
  for (const [path, part] of schemasIn(document, []))
    for (const keyword of Object.keys(part['x-source']?.keywords ?? {}))
      expect([toPointer(path), Object.keys(part)]).toEqual([
        toPointer(path),
        expect.arrayContaining([keyword]),
      ]);
});

it('constraints that the specification does not state are marked as assumed', () => {
  const assumed = [...schemasIn(document, [])].flatMap(([path, part]) => {
    const keywords = part['x-source']?.keywords ?? {};
    const whole = part['x-source']?.section === undefined;
    return constraints
      .filter((keyword) => keyword in part && (keywords[keyword] ? !keywords[keyword].section : whole))
      .map((keyword) => `${path.slice(-2).join('.')} ${keyword}`);
  });
  expect(assumed).toEqual(
    expect.arrayContaining([
      'properties.length exclusiveMinimum',
      'properties.items minItems',
      'properties.weight_unit enum',
      'properties.quantity pattern',
      'properties.address minLength',
    ]),
  );
  expect(assumed).not.toContain('properties.weight_unit type');
});
