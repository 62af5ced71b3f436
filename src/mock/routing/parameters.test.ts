/** Parameters in every location and style: read as the document serializes them, refused with location and name. */
import { describe, expect, it } from '@jest/globals';
import type { Envelope } from '../../testing/mock-server.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';

const ids = '{type: array, items: {type: integer}, maxItems: 2}';
const colour = '{type: object, required: [r], properties: {r: {type: integer}}}';
const parameters = {
  plain: '{name: q, in: query, required: true, schema: {type: integer, minimum: 1}}',
  exploded: `{name: q, in: query, schema: ${ids}}`,
  joined: `{name: q, in: query, explode: false, schema: ${ids}}`,
  piped: `{name: q, in: query, style: pipeDelimited, explode: false, schema: ${ids}}`,
  deep: `{name: q, in: query, style: deepObject, schema: ${colour}}`,
  json: `{name: q, in: query, content: {application/json: {schema: ${colour}}}}`,
  union: '{name: q, in: query, schema: {oneOf: [{type: integer}, {type: string}]}}',
  header: `{name: X-Ids, in: header, schema: ${ids}}`,
  cookie: '{name: c, in: cookie, schema: {type: boolean}}',
};
const paths = Object.entries(parameters).map(
  ([name, parameter]) =>
    `  /${name}:\n    get: {parameters: [${parameter}], responses: {"204": {description: Done.}}}\n`,
);
const inPath = ['simple', 'label', 'matrix'].map(
  (style) =>
    `  /${style}/{p}:\n    get: {parameters: [{name: p, in: path, required: true, style: ${style}, schema: ${ids}}], responses: {"204": {description: Done.}}}\n`,
);
const error = `components: {responses: {No: {description: No., content: {application/json: {schema: {type: object, properties: {errors: {type: array, items: {type: string}}}}}}}}}`;
const spec = temporaryFile(
  'api.yaml',
  `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n${[...paths, ...inPath].join('').replaceAll('"204": {description: Done.}', '"204": {description: Done.}, "400": {$ref: "#/components/responses/No"}')}${error}\n`,
);
const server = await startMock({ spec });

async function ask(target: string, headers: Record<string, string> = {}): Promise<string[] | number> {
  const response = await fetch(server.url + target, { headers });
  return response.status === 204 ? 204 : ((await response.json()) as Envelope).errors;
}

describe('a valid parameter', () => {
  it.each([
    ['/plain?q=5', {}],
    ['/exploded?q=1&q=2', {}],
    ['/exploded', {}],
    ['/joined?q=1,2', {}],
    ['/piped?q=1|2', {}],
    ['/deep?q[r]=1', {}],
    [`/json?q=${encodeURIComponent('{"r":1}')}`, {}],
    ['/union?q=1', {}],
    ['/union?q=one', {}],
    ['/header', { 'X-Ids': '1,2' }],
    ['/cookie', { Cookie: 'b=x; c=true' }],
    ['/simple/1,2', {}],
    ['/label/.1.2', {}],
    ['/matrix/;p=1,2', {}],
  ] as [string, Record<string, string>][])('%s %j', async (target, headers) => {
    expect(await ask(target, headers)).toBe(204);
  });
});

describe('an invalid parameter is reported with its location and name', () => {
  it.each([
    ['/plain', {}, ['query parameter q is required, got nothing']],
    ['/plain?q=x', {}, ['query parameter q must be an integer, got "x"']],
    ['/plain?q=0', {}, ['query parameter q must be 1 or more, got 0']],
    ['/exploded?q=1&q=x', {}, ['query parameter q[1] must be an integer, got "x"']],
    ['/joined?q=1,2,3', {}, ['query parameter q must have at most 2 elements, got 3']],
    ['/deep?q[g]=1', {}, ['query parameter q.r is required and must be an integer, got nothing']],
    ['/json?q=%7B', {}, ['query parameter q must be an object, got "{"']],
    ['/header', { 'X-Ids': 'x' }, ['header parameter X-Ids[0] must be an integer, got "x"']],
    ['/cookie', { Cookie: 'c=perhaps' }, ['cookie parameter c must be a boolean, got "perhaps"']],
    ['/label/.x', {}, ['path parameter p[0] must be an integer, got "x"']],
  ] as [string, Record<string, string>, string[]][])('%s %j', async (target, headers, errors) => {
    expect(await ask(target, headers)).toEqual(errors);
  });
});
