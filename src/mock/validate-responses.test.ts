import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { shippingDocument } from '../shipping/shipping-service.js';
import { send, startMock } from '../testing/mock-server.js';
import { temporaryFile } from '../testing/temporary-folder.js';
import { rateExamples } from '../testing/rate-requests.js';

// A document that the handler breaks: it has a category's id as text.
const spec = temporaryFile(
  'openapi.yaml',
  readFileSync(shippingDocument, 'utf8').replace(
    'id: {type: integer, description: Unique identifier of the category.',
    'id: {type: string, description: Unique identifier of the category.',
  ),
);

it('a response that breaks the document becomes a 500 that says where', async () => {
  const server = await startMock({ spec, validateResponses: true });
  const response = await send(server, 'GET', '/categories');
  expect([response.status, response.json.response_code]).toEqual([500, '500']);
  expect(response.json.message).toBe('The response of listCategories breaks the document');
  expect(response.json.errors[0]).toBe('data[0].id must be a string, got 1');
});

it('a response that breaks the document is sent without --validate-responses', async () => {
  expect((await send(await startMock({ spec }), 'GET', '/categories')).status).toBe(200);
});

it('the responses of the shipping service are valid', async () => {
  const server = await startMock({ validateResponses: true });
  expect((await send(server, 'GET', '/categories')).status).toBe(200);
  for (const example of Object.values(rateExamples))
    expect(
      (await send(server, 'POST', '/get-shipping-rates', { body: JSON.stringify(example) })).status,
    ).toBe(200);
});
