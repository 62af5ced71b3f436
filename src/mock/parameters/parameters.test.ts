/** Parameters in every location and style: read as the document serializes them, refused with location and name. */
import { describe, expect, it } from 'vitest';
import { startMock, type Envelope } from '../../testing/mock-server.js';
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
  brackets: '{name: q, in: query, schema: {type: array, items: {type: integer}}}',
  expand:
    '{name: q, in: query, style: deepObject, explode: true, schema: {type: array, items: {type: string}}}',
  range: `{name: q, in: query, style: deepObject, explode: true, schema: {anyOf: [{type: object, required: [gt], properties: {gt: {type: integer}}}, {type: integer}]}}`,
  nested:
    '{name: q, in: query, style: deepObject, schema: {type: object, properties: {a: {type: object, properties: {b: {type: array, items: {type: integer}}}}}}}',
  spread: `{name: q, in: query, explode: true, schema: {type: object, additionalProperties: {type: integer}, properties: {r: {type: integer}}}}, {name: page, in: query, schema: {type: string}}`,
  spaced: `{name: q, in: query, style: spaceDelimited, explode: false, schema: ${ids}}`,
  pairs: `{name: q, in: query, explode: false, schema: ${colour}}`,
  empty: '{name: q, in: query, allowEmptyValue: true, schema: {type: integer}}',
  patterned: '{name: q, in: query, schema: {type: string, pattern: "^[a-z]+$"}}',
  dated: '{name: q, in: query, schema: {type: string, format: date}}',
  object: `{name: X-Colour, in: header, explode: true, schema: ${colour}}`,
  cookies: `{name: c, in: cookie, schema: ${ids}}`,
  union: '{name: q, in: query, schema: {oneOf: [{type: integer}, {type: string}]}}',
  token: '{name: token, in: header, required: true, schema: {type: string}}',
  header: `{name: X-Ids, in: header, schema: ${ids}}`,
  cookie: '{name: c, in: cookie, schema: {type: boolean}}',
};
const paths = Object.entries(parameters).map(
  ([name, parameter]) =>
    `  /${name}:\n    get: {parameters: [${parameter}], responses: {"204": {description: Done.}}}\n`,
);
const inPath = ['simple', 'label', 'matrix'].flatMap((style) =>
  [false, true].flatMap((explode) =>
    Object.entries({ '': ids, '-object': colour }).map(
      ([kind, schema]) =>
        `  /${style}${explode ? '-exploded' : ''}${kind}/{p}:\n    get: {parameters: [{name: p, in: path, required: true, style: ${style}, explode: ${explode}, schema: ${schema}}], responses: {"204": {description: Done.}}}\n`,
    ),
  ),
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
    ['/brackets?q[]=1&q[]=2', {}],
    ['/brackets?q[0]=1&q[1]=2', {}],
    ['/expand?q[]=a&q[]=b', {}],
    ['/expand?q[0]=a', {}],
    ['/range?q[gt]=5', {}],
    ['/range?q=5', {}],
    ['/nested?q[a][b][]=1&q[a][b][]=2', {}],
    ['/nested?q%5Ba%5D%5Bb%5D%5B0%5D=1', {}],
    ['/spread?r=1&g=2&page=x', {}],
    ['/spaced?q=1%202', {}],
    ['/spaced?q=1+2', {}],
    ['/piped?q=1%7C2', {}],
    ['/pairs?q=r,1', {}],
    ['/empty?q=', {}],
    ['/object', { 'X-Colour': 'r=1' }],
    ['/cookies', { Cookie: 'c=1; c=2' }],
    ['/cookies', { Cookie: 'c=1%2C2' }],
    ['/simple/1%2C2', {}],
    ['/simple-object/r,1', {}],
    ['/simple-exploded-object/r=1', {}],
    ['/label-exploded/.1.2', {}],
    ['/label/.1,2', {}],
    ['/label-exploded-object/.r=1.g=2', {}],
    ['/matrix-exploded/;p=1;p=2', {}],
    ['/matrix-object/;p=r,1', {}],
    ['/matrix-exploded-object/;r=1;g=2', {}],
  ] as [string, Record<string, string>][])('%s %j', async (target, headers) => {
    expect(await ask(target, headers)).toBe(204);
  });
});

describe('an invalid parameter is reported with its location and name', () => {
  it.each([
    ['/plain', {}, ['query parameter q is required, got nothing']],
    ['/token', {}, ['header parameter token is required, got nothing']],
    [
      '/token',
      { Authorization: 'Bearer a-token' },
      [
        'header parameter token is required, got nothing; the credential is in Authorization, where the document does not look for it',
      ],
    ],
    ['/plain?q=x', {}, ['query parameter q must be an integer, got "x"']],
    ['/plain?q=0', {}, ['query parameter q must be 1 or more, got 0']],
    ['/exploded?q=1&q=x', {}, ['query parameter q[1] must be an integer, got "x"']],
    ['/joined?q=1,2,3', {}, ['query parameter q must have at most 2 elements, got 3']],
    ['/deep?q[g]=1', {}, ['query parameter q.r is required and must be an integer, got nothing']],
    ['/json?q=%7B', {}, ['query parameter q must be an object, got "{"']],
    ['/header', { 'X-Ids': 'x' }, ['header parameter X-Ids[0] must be an integer, got "x"']],
    ['/cookie', { Cookie: 'c=perhaps' }, ['cookie parameter c must be a boolean, got "perhaps"']],
    ['/brackets?q[]=1&q[]=x', {}, ['query parameter q[1] must be an integer, got "x"']],
    ['/nested?q[a][b][]=x', {}, ['query parameter q.a.b[0] must be an integer, got "x"']],
    ['/spread?r=x&page=1', {}, ['query parameter q.r must be an integer, got "x"']],
    ['/patterned?q=A', {}, ['query parameter q must match pattern "^[a-z]+$", got "A"']],
    ['/dated?q=soon', {}, ['query parameter q must be a valid date, got "soon"']],
    ['/matrix-exploded-object/;r=x', {}, ['path parameter p.r must be an integer, got "x"']],
    ['/label/.x', {}, ['path parameter p[0] must be an integer, got "x"']],
  ] as [string, Record<string, string>, string[]][])('%s %j', async (target, headers, errors) => {
    expect(await ask(target, headers)).toEqual(errors);
  });
});
