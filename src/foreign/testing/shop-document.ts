import { temporaryFile } from '../../testing/temporary-folder.js';

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (schema: object, mediaType = 'application/json') => ({ content: { [mediaType]: { schema } } });
const inPath = (name: string, type = 'string') => ({ name, in: 'path', required: true, schema: { type } });
const inQuery = (name: string, schema: object) => ({ name, in: 'query', schema });
const none = { description: '' };

const paths = {
  '/users': {
    get: {
      operationId: 'listUsers',
      parameters: [
        inQuery('limit', { type: 'integer', minimum: 1 }),
        inQuery('cursor', { type: 'string' }),
        inQuery('role', { type: 'string' }),
        inQuery('sort', { type: 'string' }),
      ],
      responses: {
        200: json({
          type: 'object',
          required: ['data', 'has_more'],
          properties: {
            data: { type: 'array', items: ref('User') },
            has_more: { type: 'boolean' },
            next_cursor: { type: ['string', 'null'] },
            total: { type: 'integer' },
          },
        }),
      },
    },
    post: {
      operationId: 'createUser',
      requestBody: body(ref('NewUser')),
      responses: { 201: json(ref('User')), 409: json(ref('Error')) },
    },
  },
  '/users/{user_id}': {
    parameters: [inPath('user_id')],
    get: { operationId: 'getUser', responses: { 200: json(ref('User')), 404: json(ref('Error')) } },
    patch: {
      operationId: 'changeUser',
      requestBody: {
        content: {
          ...body({ type: 'object' }).content,
          ...body({ type: 'object' }, 'application/merge-patch+json').content,
          ...body({ type: 'array', items: { type: 'object' } }, 'application/json-patch+json').content,
        },
      },
      responses: { 200: json(ref('User')) },
    },
    delete: { operationId: 'deleteUser', responses: { 204: none } },
  },
  '/users/{id}/notes': {
    parameters: [inPath('id')],
    get: {
      operationId: 'listNotes',
      parameters: [
        inQuery('page', { type: 'integer', default: 1 }),
        inQuery('per_page', { type: 'integer', default: 2 }),
      ],
      responses: {
        200: {
          ...json({ type: 'array', items: ref('Note') }),
          headers: { Link: { schema: { type: 'string' } } },
        },
      },
    },
    post: {
      operationId: 'createNote',
      requestBody: body({
        type: 'object',
        properties: { note: { type: 'object', properties: { text: {} } } },
      }),
      responses: { 201: json({ type: 'object', properties: { note: ref('Note') } }) },
    },
  },
  '/users/{id}/notes/{noteId}': {
    parameters: [inPath('id'), inPath('noteId', 'integer')],
    get: {
      operationId: 'getNote',
      responses: { 200: json({ type: 'object', properties: { note: ref('Note') } }) },
    },
    put: { operationId: 'putNote', requestBody: body(ref('Note')), responses: { 200: json(ref('Note')) } },
    delete: {
      operationId: 'deleteNote',
      responses: {
        200: json({ type: 'object', properties: { id: { type: 'integer' }, deleted: { type: 'boolean' } } }),
      },
    },
  },
  '/tags/{tag}': {
    parameters: [inPath('tag')],
    get: { operationId: 'getTag', responses: { 200: json(ref('Tag')) } },
    put: {
      operationId: 'putTag',
      requestBody: body(ref('Tag')),
      responses: { 200: json(ref('Tag')), 201: json(ref('Tag')) },
    },
    delete: { operationId: 'deleteTag', responses: { 204: none } },
  },
  '/settings': {
    get: { operationId: 'getSettings', responses: { 200: json(ref('Settings')) } },
    put: {
      operationId: 'putSettings',
      requestBody: body(ref('Settings')),
      responses: { 200: json(ref('Settings')) },
    },
  },
  '/search/{term}': {
    parameters: [inPath('term')],
    get: { operationId: 'search', responses: { 200: json({ type: 'array', items: ref('User') }) } },
  },
  '/login': {
    post: { operationId: 'login', responses: { 200: json({ type: 'object', properties: { token: {} } }) } },
  },
};

const text = { type: 'string' };
const schemas = {
  NewUser: {
    type: 'object',
    required: ['name'],
    properties: {
      name: text,
      role: { enum: ['admin', 'member'], type: 'string', default: 'member' },
      nick: { type: ['string', 'null'] },
      password: { type: 'string', writeOnly: true },
    },
  },
  User: {
    allOf: [
      ref('NewUser'),
      {
        type: 'object',
        required: ['id', 'created_at'],
        properties: {
          id: { type: 'string', readOnly: true, example: 'usr_8fK2x' },
          created_at: { type: 'string', format: 'date-time', readOnly: true },
          updated_at: { type: 'string', format: 'date-time', readOnly: true },
        },
      },
    ],
  },
  Note: {
    type: 'object',
    required: ['id', 'text'],
    properties: { id: { type: 'integer' }, userId: text, text },
  },
  Tag: { type: 'object', required: ['tag'], properties: { tag: text, color: text } },
  Settings: {
    type: 'object',
    required: ['theme'],
    properties: { theme: { enum: ['dark', 'light'] }, size: { type: 'integer' } },
  },
  Error: {
    type: 'object',
    required: ['error'],
    properties: { error: { type: 'object', required: ['message'], properties: { message: text } } },
  },
};

/** A shop's document: lists with cursors and with pages, nested items, wrapped ones, ids by the client, a single item. */
export const shopDocument = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: '/v1' }],
  security: [{ bearer: [] }],
  paths,
  components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
};

/** The document as a file. @param change of a copy */
export function shopFile(change: (document: typeof shopDocument) => void = () => undefined): string {
  const copy = structuredClone(shopDocument);
  change(copy);
  return temporaryFile('shop.json', JSON.stringify(copy));
}
