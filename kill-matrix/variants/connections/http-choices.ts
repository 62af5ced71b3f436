/** Choices that HTTP leaves to the server, where the suite looks at it. */
import { all, categories, on, withHeaders, type When } from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
import { head, sendRaw } from '../../variations/sending.js';
import { enveloped } from '../../reference-server/stages.js';
import { variationsOf } from '../../variations/variation.js';

const variant = variationsOf('answers');
const tag = '"c1"';
const asksAgain: When = (_, { headers }) => headers['if-none-match'] === tag;
const isOptions: When = (_, { method }) => method === 'OPTIONS';
const isOld: When = (_, { version }) => version === '1.0';
const isChunked: When = (_, { headers }) => headers['transfer-encoding'] !== undefined;
const shipment = String(askRates().body);

export default [
  variant({
    id: 'revalidated-by-etag',
    section: 'RFC 9110 13.1.2',
    title: 'a request with the ETag of the categories gets 304',
    apply: (stages, settings) => ({
      ...on(categories, withHeaders({ ETag: tag }))(stages, settings),
      ...sendRaw(all(categories, asksAgain), (wire) => [
        head({ ...wire, status: 304 }, { ETag: tag, 'Content-Length': undefined }),
      ])(stages, settings),
    }),
    witness: { ...listCategories, headers: { 'If-None-Match': tag } },
  }),
  variant({
    id: 'length-required',
    section: 'RFC 9112 6.3',
    title: 'a body without a length is 411',
    apply: on(isChunked, () => enveloped(411, 'Length required', [], ['Send Content-Length'])),
    witness: {
      ...askRates(),
      headers: { ...askRates().headers, 'Content-Length': null, 'Transfer-Encoding': 'chunked' },
      body: `${Buffer.byteLength(shipment).toString(16)}\r\n${shipment}\r\n0\r\n\r\n`,
    },
  }),
  variant({
    id: 'http-1-0-not-supported',
    section: 'RFC 9110 15.6.6',
    title: 'a request of HTTP/1.0 is 505',
    apply: on(isOld, () => enveloped(505, 'Not supported', [], ['Use HTTP/1.1'])),
    witness: { ...listCategories, version: '1.0' },
  }),
  variant({
    id: 'options-without-content',
    section: 'RFC 9110 9.3.7',
    title: 'OPTIONS is 204, without a key',
    apply: sendRaw(isOptions, (wire) => [
      head({ ...wire, status: 204 }, { 'Content-Length': undefined, 'Content-Type': undefined }),
    ]),
    witness: { ...listCategories, method: 'OPTIONS' },
  }),
];
