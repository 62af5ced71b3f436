const payment = { $ref: '#/components/schemas/Payment' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const taken = { 204: { description: 'Taken.' } };

/** A document with a callback, one that is signed in its own way, and a webhook. */
export const payments = {
  openapi: '3.1.0',
  info: { title: 'Payments', version: '1' },
  paths: {
    '/payments/{region}': {
      post: {
        operationId: 'createPayment',
        parameters: [{ name: 'region', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            required: ['amount'],
            properties: { amount: { type: 'integer' }, notify: { type: 'string' }, hub: { type: 'string' } },
          }),
        },
        responses: { 201: { description: 'Made.', ...json(payment) } },
        callbacks: {
          paid: {
            '{$request.body#/notify}?region={$request.path.region}&id={$response.body#/id}': {
              post: {
                parameters: [
                  { name: 'X-Source', in: 'header', required: true, schema: { const: 'payments' } },
                  { name: 'Authorization', in: 'header', required: true, schema: { type: 'string' } },
                ],
                requestBody: json({
                  type: 'object',
                  required: ['event', 'payment'],
                  properties: { event: { const: 'payment.paid' }, payment },
                }),
                responses: taken,
              },
            },
          },
          hubbed: {
            '$request.body#/hub': {
              post: {
                'x-drydock-signature': { header: 'X-Hub-Signature-256', prefix: 'sha256=' },
                requestBody: json({ const: { event: 'hub' } }),
                responses: taken,
              },
            },
          },
        },
      },
    },
  },
  webhooks: {
    payoutSent: {
      post: {
        summary: 'A payout is on its way',
        requestBody: json({
          type: 'object',
          required: ['event', 'amount'],
          properties: { event: { const: 'payout.sent' }, amount: { type: 'integer', minimum: 1 } },
        }),
        responses: taken,
      },
    },
  },
  components: {
    schemas: {
      Payment: {
        type: 'object',
        required: ['id', 'amount', 'status'],
        properties: {
          id: { type: 'string', format: 'uuid', readOnly: true },
          amount: { type: 'integer' },
          status: { enum: ['open', 'paid'] },
        },
      },
    },
  },
};
