import { addressForm, readRedisAddress } from '../state/redis/address.js';
import { memory, quota } from './forms/amounts.js';
import { textForm } from './forms/form.js';
import { address, host, milliseconds, oneOf, port, seed, time, wholeNumber } from './forms/forms.js';
import type { OptionTable } from './option.js';
import { specRoot } from './spec-root.js';

/** The options of a mock: of `drydock mock`, `drydock.start`, `createServer` and the part `mock` of the configuration file. */
export const mockOptions = {
  port: { value: 'N', help: 'port to listen on; 0 takes a free one', form: port, default: '4010' },
  host: { value: 'H', help: 'address to listen on', default: '127.0.0.1' },
  spec: {
    value: 'FILE',
    help: 'OpenAPI 3.0 to 3.2 or Swagger 2.0 document to serve: a file or an https address; PREFIX=FILE, several times, serves several on one port',
    default: "the service's own",
    many: true,
    isPath: true,
  },
  overlay: {
    value: 'FILE',
    help: 'OpenAPI overlay to apply to the document; may be given several times',
    name: 'overlays',
    many: true,
    isPath: true,
  },
  'spec-root': specRoot,
  examples: {
    value: 'WHICH',
    help: 'examples of the document that are sent: strict for those that keep their schema, document for all',
    form: oneOf(['strict', 'document']),
    default: 'strict',
  },
  scenarios: {
    value: 'DIR',
    help: "folder of scenario files besides the package's; may be given several times, a later one replaces those of the same name",
    many: true,
    isPath: true,
  },
  scenario: { value: 'NAME', help: 'scenario for everyone who has none of their own' },
  seed: { value: 'N', help: 'same seed, same answers', form: seed, default: '1' },
  clock: {
    value: 'T',
    help: 'freeze the clock of the service, such as 2026-01-01T00:00:00Z',
    form: time,
  },
  quota: {
    value: 'Q',
    help: 'requests per window and sandbox, or off',
    form: quota,
    default: '1000/60s; off for another document',
  },
  key: {
    value: 'KEY',
    help: 'accept one more key; may be given several times',
    name: 'keys',
    many: true,
    secret: true,
  },
  'strict-keys': {
    help: 'for a document of your own: accept dk_test_NAME and --key alone, where the document has its keys',
  },
  watch: { help: 'take up changes of document, scenarios and tariffs at once' },
  journal: {
    value: 'N',
    help: 'exchanges kept for each sandbox',
    form: wholeNumber(0, 1_000_000),
    default: '500',
  },
  'control-token': {
    value: 'T',
    help: 'token of the control API',
    default: 'a random one for each run',
    form: textForm('8 to 512 visible ASCII characters without a space', (given) =>
      /^[\x21-\x7e]{8,512}$/.test(given) ? given : undefined,
    ),
    secret: true,
  },
  'control-port': {
    value: 'N',
    help: 'port of page, reference and control API; 0 takes a free one',
    form: controlPort(),
    default: '4011 beside 4010, else a free one',
  },
  'control-url': {
    value: 'U',
    help: 'address by which browsers reach that port, behind a mapped port or an ingress',
    form: address('https://control.mock.example.com'),
    default: "each request's host, and that port",
  },
  'allow-host': {
    value: 'H',
    help: 'host name by which page and control API may be addressed besides loopback; may be given several times',
    name: 'allowHosts',
    form: host,
    many: true,
  },
  'allow-verify': {
    value: 'HOST',
    help: 'host that the page may run the suite against besides this machine; may be given several times',
    many: true,
  },
  'public-url': {
    value: 'U',
    help: 'address that clients use, for absolute URLs',
    form: address('https://mock.example.com'),
    default: "each request's Host",
  },
  'validate-responses': { help: 'hold every success against the document' },
  redis: {
    value: 'URL',
    help: 'keep the state in Redis, so that replicas are one mock: redis://HOST:6379/0?prefix=NAME',
    form: textForm(addressForm, (given) => (readRedisAddress(given) ? given : undefined)),
    secret: true,
  },
  'access-log': {
    value: 'FILE',
    help: 'append a JSON line for each answered request to a file, or - for standard output',
    isPath: true,
  },
  workers: {
    value: 'N',
    help: 'serve the port by N processes; needs --redis',
    form: wholeNumber(1, 64),
    elsewhere: 'file',
  },
  quiet: { help: 'on a terminal, no line for each request', elsewhere: 'file' },
  tariffs: { value: 'DIR', help: 'folder of tariff files', default: "the package's", isPath: true },
  'max-memory': {
    value: 'SIZE',
    help: 'what a process may hold for clients; the least valuable is shed beyond it',
    form: memory,
    default: '256MB',
  },
  'max-connections': {
    value: 'N',
    help: 'connections at the same time; one more is closed at once',
    name: 'limits.maxConnections',
    form: wholeNumber(1, 1_000_000),
    default: '16384',
  },
  'headers-timeout': {
    value: 'MS',
    help: "for a request's headers to arrive",
    name: 'limits.headersTimeout',
    form: milliseconds,
    default: '20000',
  },
  'request-timeout': {
    value: 'MS',
    help: 'for a whole request to arrive',
    name: 'limits.requestTimeout',
    form: milliseconds,
    default: '60000',
  },
  'keep-alive-timeout': {
    value: 'MS',
    help: 'for the next request on a connection that is kept',
    name: 'limits.keepAliveTimeout',
    form: milliseconds,
    default: '65000',
  },
  'write-timeout': {
    value: 'MS',
    help: 'for a client to take some of the bytes that wait for it',
    name: 'limits.writeTimeout',
    form: milliseconds,
    default: '60000',
  },
} as const satisfies OptionTable;

/** Where the commands look for their configuration. */
export const configOption = {
  config: {
    value: 'FILE',
    help: 'configuration file',
    default: 'drydock.config.yaml or .json here',
    isPath: true,
    elsewhere: 'none',
  },
} as const satisfies OptionTable;

/** A program may also leave the choice to the mock. */
function controlPort() {
  const { schema, ...form } = port;
  return {
    ...form,
    accept: (value: unknown) => (value === 'auto' ? value : port.accept(value)),
    schema: { anyOf: [schema, { const: 'auto' }] },
  };
}
