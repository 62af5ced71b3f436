export default {
  shipping: {
    input: 'node_modules/drydock-kit/openapi.yaml',
    output: {
      target: 'api.ts',
      client: 'fetch',
      override: { mutator: { path: 'shipping-fetch.ts', name: 'shippingFetch' } },
    },
  },
};
