import './polyfills';
import { createFetchHandler } from 'drydock-kit/fetch';

export const mock = createFetchHandler({ url: 'https://api.shop.example/v1' });

const network = globalThis.fetch;
globalThis.fetch = (input, init) =>
  new Request(input, init).url.startsWith(mock.url) ? mock(input, init) : network(input, init);
