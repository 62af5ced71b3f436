import { temporaryFile } from '../../testing/temporary-folder.js';

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const error = json(ref('Error'));
const bound = (name: string, schema: object, description = '') => ({
  name,
  in: 'query',
  description,
  schema,
});
const number = { type: 'number', minimum: 0 };
const time = { type: 'string', format: 'date-time' };
const bytes = { type: 'string', format: 'binary' };
const image = { 'image/png': { schema: bytes }, 'text/plain': { schema: { type: 'string' } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const asked = {
  name: { type: 'string', minLength: 1 },
  capacity: { type: 'integer', minimum: 1 },
  price: number,
};
const made = { id: { type: 'string', readOnly: true }, created_at: { ...time, readOnly: true } };

/** Rooms with bounds on their list, a key that makes a request safe to repeat, and a plan that is no JSON. */
const document = {
  ...{ openapi: '3.1.0', info: { title: 'Rooms', version: '1' }, servers: [{ url: '/v1' }] },
  paths: {
    '/rooms': {
      get: {
        operationId: 'listRooms',
        parameters: [
          bound('min_capacity', { type: 'integer', minimum: 0 }, 'Rooms for at least as many.'),
          bound('max_price', number),
          bound('priceLt', number),
          bound('created_after', time),
          bound('until', { type: 'string', format: 'date' }),
          bound('limit', { type: 'integer', minimum: 1, maximum: 100 }),
          bound('page', { type: 'integer', minimum: 1 }),
        ],
        responses: { 200: json({ type: 'array', items: ref('Room') }), 400: error },
      },
      post: {
        operationId: 'makeRoom',
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', minLength: 1 } }],
        requestBody: { required: true, content: { 'application/json': { schema: ref('NewRoom') } } },
        responses: {
          201: json(ref('Room')),
          400: error,
          409: { ...error, description: 'The key was sent with another body.' },
        },
      },
    },
    '/rooms/{id}': {
      parameters: [id],
      get: { operationId: 'readRoom', responses: { 200: json(ref('Room')), 404: error } },
      delete: { operationId: 'removeRoom', responses: { 204: { description: '' }, 404: error } },
    },
    '/rooms/{id}/plan': {
      parameters: [id],
      get: { operationId: 'readPlan', responses: { 200: { description: '', content: image }, 404: error } },
      put: {
        operationId: 'savePlan',
        requestBody: { required: true, content: image },
        responses: { 204: { description: '' }, 400: error, 404: error },
      },
      delete: { operationId: 'removePlan', responses: { 204: { description: '' }, 404: error } },
    },
  },
  components: {
    schemas: {
      NewRoom: { type: 'object', required: ['name', 'price'], properties: asked },
      Room: {
        type: 'object',
        required: ['id', 'name', 'price', 'created_at'],
        properties: { ...made, ...asked },
      },
      Error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
};

/** @param ofPlan added to the path of the plan */
export function roomsFile(ofPlan: object = {}): string {
  const paths = { ...document.paths };
  paths['/rooms/{id}/plan'] = { ...paths['/rooms/{id}/plan'], ...ofPlan };
  return temporaryFile('rooms.json', JSON.stringify({ ...document, paths }));
}
