/** Bodies of other media types than JSON are read as the document says, and judged by its schemas. */
import { describe, expect, it } from 'vitest';
import { startMock, type Envelope } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';

const order = `
              type: object
              required: [amount]
              additionalProperties: false
              properties:
                amount: {type: integer, minimum: 1}
                paid: {type: boolean}
                tags: {type: array, items: {type: string, maxLength: 3}}
                expand: {type: array, items: {type: string}}
                items: {type: array, items: {type: object, required: [price], properties: {price: {type: string}, quantity: {type: integer}}}}
                metadata: {anyOf: [{type: object, additionalProperties: {type: string}}, {type: string, enum: [""]}]}
                photo: {type: string, format: binary}
                address: {type: object, required: [city], properties: {city: {type: string}}}`;
const paths = [
  [
    'form',
    'application/x-www-form-urlencoded',
    order,
    'encoding: {expand: {style: deepObject, explode: true}}',
  ],
  ['parts', 'multipart/form-data', order, 'encoding: {photo: {contentType: "image/png, image/jpeg"}}'],
  ['text', 'text/plain', ' {type: string, maxLength: 3}', ''],
  ['patch', 'application/merge-patch+json', ' {type: object, properties: {a: {type: integer}}}', ''],
  [
    'vendor',
    'application/vnd.example.v2+json; charset=utf-8',
    ' {type: object, properties: {a: {type: integer}}}',
    '',
  ],
  ['plain', 'application/json', ' {type: object, properties: {a: {type: integer}}}', ''],
  ['range', 'application/*', ' {type: object}', ''],
  ['anything', '*/*', ' {type: array, items: {type: integer}}', ''],
  ['thing', 'application/json', ' {$ref: "#/components/schemas/Thing"}', ''],
].map(
  ([path, type, schema, rest]) => `  /${path}:
    post:
      requestBody:
        required: true
        content:
          "${type}":
            schema:${schema}
            ${rest}
      responses: {"204": {description: Done.}, "400": {$ref: "#/components/responses/No"}}
`,
);
const spec = temporaryFile(
  'api.yaml',
  `openapi: 3.1.0
info: {title: T, version: "1"}
paths:
${paths.join('')}components:
  responses:
    No: {description: No., content: {application/json: {schema: {type: object, properties: {errors: {type: array, items: {type: string}}}}}}}
  schemas:
    Base: {type: object, required: [id, name], properties: {id: {type: integer, readOnly: true}}}
    Thing:
      allOf:
        - {$ref: "#/components/schemas/Base"}
        - {type: object, required: [made], properties: {made: {$ref: "#/components/schemas/Time"}, name: {type: string}}}
    Time: {type: string, readOnly: true}
`,
);
const server = await startMock({ spec });

async function post(path: string, body: string | FormData | Blob, type?: string): Promise<string[] | number> {
  const headers = type === undefined ? {} : { 'Content-Type': type };
  const response = await fetch(`${server.url}/${path}`, { method: 'POST', body, headers });
  return response.status === 400 ? ((await response.json()) as Envelope).errors : response.status;
}

describe('a form', () => {
  const form = (body: string) => post('form', body, 'application/x-www-form-urlencoded');

  it.each([
    'amount=5',
    'amount=5&paid=true&tags=a&tags=b',
    'amount=5&expand[]=a&expand[]=b',
    'amount=5&expand[0]=a&expand[1]=b',
    'amount=5&items[0][price]=p&items[0][quantity]=2&items[1][price]=q',
    'amount=5&items[][price]=p&items[][quantity]=2&items[][price]=q',
    'amount=5&metadata[a]=1',
    'amount=5&metadata=',
    'amount=5&address=%7B%22city%22%3A%22B%22%7D',
  ])('%s is accepted', async (body) => {
    expect(await form(body)).toBe(204);
  });

  it.each([
    ['paid=true', ['amount is required and must be an integer, got nothing']],
    ['amount=0&paid=maybe', ['amount must be 1 or more, got 0', 'paid must be a boolean, got "maybe"']],
    ['amount=5&tags=long', ['tags[0] must have at most 3 characters, got "long"']],
    [
      'amount=5&items[0][quantity]=x',
      [
        'items[0].price is required and must be a string, got nothing',
        'items[0].quantity must be an integer, got "x"',
      ],
    ],
    ['amount=5&other=1', ['other is not a known field']],
  ])('%s is refused', async (body, errors) => {
    expect(await form(body)).toEqual(errors);
  });
});

describe('a form of parts', () => {
  const parts = (fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return post('parts', form);
  };
  const picture = (type: string) => new Blob([new Uint8Array([0, 255, 10])], { type });

  it('is accepted with files, JSON and texts', async () => {
    expect(await parts({ amount: '5', photo: picture('image/png'), address: '{"city":"B"}' })).toBe(204);
  });

  it('is refused for a wrong field, a wrong type of file, and a boundary that is not there', async () => {
    expect(await parts({ amount: 'x', photo: picture('image/gif'), address: '{}' })).toEqual([
      'photo must be a file of image/png or image/jpeg, got "image/gif"',
      'amount must be an integer, got "x"',
      'address.city is required and must be a string, got nothing',
    ]);
    expect(await post('parts', 'amount=5', 'multipart/form-data; boundary=x')).toEqual([
      'body must be multipart/form-data, with the boundary that Content-Type names',
    ]);
  });
});

describe('other media types', () => {
  it.each<[string, string, string, string[] | number]>([
    ['text', 'abcd', 'text/plain', ['body must have at most 3 characters, got "abcd"']],
    ['patch', '{"a":"x"}', 'application/merge-patch+json', ['a must be an integer, got "x"']],
    ['patch', '{"a":1}', 'application/json', 204],
    ['vendor', '{"a":"x"}', 'application/vnd.example.v2+json', ['a must be an integer, got "x"']],
    ['plain', '{"a":"x"}', 'application/merge-patch+json', ['a must be an integer, got "x"']],
    ['plain', '<a/>', 'application/xml', 415],
    ['range', 'anything', 'application/pdf', 204],
    ['range', 'anything', 'text/plain', 415],
    ['range', '7', 'application/json', ['body must be an object, got 7']],
    ['anything', '["x"]', 'application/json', ['body[0] must be an integer, got "x"']],
    ['anything', '[1]', 'application/vnd.example+json', 204],
    ['anything', '["x"]', 'image/png', 204],
  ])('/%s with %s as %s', async (path, body, type, expected) => {
    expect(await post(path, body, type)).toEqual(expected);
  });
});

it('a property that is readOnly is not required in a request, wherever its schema stands', async () => {
  expect(await post('thing', '{"name":"a"}', 'application/json')).toBe(204);
  expect(await post('thing', '{"id":1,"made":"x"}', 'application/json')).toEqual([
    'name is required and must be given, got nothing',
  ]);
});
