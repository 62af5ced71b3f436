import { addressForm, readRedisAddress } from '../state/redis/address.js';
import { memory, quota, type QuotaValue } from './forms/amounts.js';
import {
  baseAddress,
  host,
  milliseconds,
  oneOf,
  port,
  seed,
  text,
  textForm,
  time,
  wholeNumber,
  type Form,
} from './forms/forms.js';
import { flagsOf, type NamedOptions, type OptionTable } from './option.js';
import type { CoreRows, ReadOptions } from './option-types.js';
import { serverTlsOptions } from './tls-options.js';

const secretText = textForm('8 to 512 visible ASCII characters without a space', (given) =>
  /^[\x21-\x7e]{8,512}$/.test(given) ? given : undefined,
);

/** The options of a mock, of `drydock mock`, `drydock.start`, `createServer` and the part `mock` of the configuration file. */
export const mockOptions = {
  /** The port to listen on; 0 takes any free one. Default 4010. */
  port: { value: 'N', help: 'port to listen on; 0 takes a free one', form: port, default: 4010 },
  /** The address to listen on. Default 127.0.0.1: only this machine. */
  host: { value: 'H', help: 'address to listen on', default: '127.0.0.1' },
  ...serverTlsOptions,
  /**
   * The OpenAPI document, YAML or JSON: a path or an address. Several are served on one port, each as `PREFIX=FILE`.
   * Default: the service's own.
   */
  spec: {
    reproduces: true,
    value: 'FILE',
    help: 'OpenAPI 3.0 to 3.2 or Swagger 2.0 document to serve: a file or an https address; PREFIX=FILE, several times, serves several on one port',
    defaultText: "the service's own",
    many: true,
    isPath: true,
  },
  /** Paths of overlays (OpenAPI Overlay 1.0), applied to the document in this order; with several documents as `PREFIX=FILE`. */
  overlays: {
    reproduces: true,
    value: 'FILE',
    help: 'OpenAPI overlay to apply to the document; may be given several times',
    flag: 'overlay',
    many: true,
    isPath: true,
  },
  /** The folder whose files the document given as `spec` may refer to. Default: the document's own. */
  specRoot: {
    reproduces: true,
    value: 'DIR',
    help: 'folder whose files the document of --spec may refer to',
    defaultText: "the document's own",
    isPath: true,
  },
  /**
   * The examples of a document that answers alone: `strict` sends only those that their own schemas accept, `document` all of
   * them. Default strict.
   */
  examples: {
    reproduces: true,
    core: true,
    value: 'WHICH',
    help: 'examples to send: strict for those that match their schema, document for all',
    form: oneOf(['strict', 'document'] as const),
    default: 'strict',
  },
  /**
   * Answers 406 where the document has no media type that the client accepts, for operations that it answers alone. Default false: only
   * where the operation documents a 406.
   */
  strictAccept: {
    reproduces: true,
    core: true,
    help: 'answer 406 for an Accept header that names no media type of the response, also where no 406 is documented',
  },
  /**
   * Remembers by sandbox what clients make, change and remove, for operations that the document answers alone. Default false: an
   * answer depends on its request only.
   */
  stateful: {
    reproduces: true,
    core: true,
    help: 'remember what clients make, change and remove, by sandbox; drydock spec resources FILE says what',
  },
  /** A YAML or JSON file of the items that a mock with `stateful` has at its start, by the path that lists them. Default: the document's examples. */
  seedData: {
    reproduces: true,
    value: 'FILE',
    help: 'file of the items that are there at the start with --stateful, by the path that lists them',
    defaultText: "the document's examples",
    isPath: true,
  },
  /** A folder with a JavaScript or TypeScript module for each operation that code of your own answers, named by its operationId. */
  handlers: {
    reproduces: true,
    value: 'DIR',
    help: 'folder of JavaScript or TypeScript files, named by operationId, that answer their operations',
    form: folderOrFunctions(),
    isPath: true,
  },
  /** Reads `__code`, `__example` and `__dynamic` of a request's query as `Prefer` is read, as Prism does. Default false. */
  queryControl: {
    reproduces: true,
    core: true,
    help: 'read __code=404, __example=NAME and __dynamic=true in the query as in the Prefer header',
  },
  /** Folders of scenario files besides the service's; of scenarios with one name the later replaces the earlier. */
  scenarios: {
    reproduces: true,
    value: 'DIR',
    help: "folder of scenario files besides the package's; may be given several times, a later one replaces those of the same name",
    many: true,
    isPath: true,
  },
  /** The scenario of every sandbox that has none of its own, such as `flaky`; several between commas. */
  scenario: { core: true, value: 'NAME', help: 'default scenario of every sandbox' },
  /** Whole number from 0 to 4294967295; the same seed gives the same answers. Default 1. */
  seed: {
    reproduces: true,
    core: true,
    value: 'N',
    help: 'seed of generated data: same seed, same responses',
    form: seed,
    default: 1,
  },
  /** Stops the service's clock at a time, ISO 8601 such as `2026-01-01T00:00:00Z`. Default: the real time. */
  clock: {
    reproduces: true,
    core: true,
    value: 'T',
    help: 'freeze the clock of the service, such as 2026-01-01T00:00:00Z',
    form: time,
  },
  /**
   * Requests per window and sandbox; `5/60s` for five in a minute, `off` for no quota. Default 1,000 in 60 s, and none for a
   * document without a service.
   */
  quota: {
    reproduces: true,
    core: true,
    value: 'Q',
    help: 'requests per window for each sandbox, or off',
    form: quota,
    defaultText: '1000/60s; off for another document',
  },
  /** Further keys that are valid for everything. */
  keys: {
    core: true,
    value: 'KEY',
    help: 'accept one more key; may be given several times',
    flag: 'key',
    many: true,
    secret: true,
  },
  /**
   * Accepts only `dk_test_NAME` and further keys for a document without a service, in the place and form that the document gives
   * them. Default false: any credential of the right form is valid.
   */
  strictKeys: {
    reproduces: true,
    core: true,
    help: 'with your own document: accept only dk_test_NAME and --key, in the place that the document defines',
  },
  /**
   * Serves a changed document, scenario or file of the service at once, keeping the last good ones when the new are wrong.
   * Default false.
   */
  watch: { help: 'reload document, scenarios and tariffs when they change' },
  /** Exchanges that the journal keeps for each sandbox. Default 500. */
  journal: {
    reproduces: true,
    core: true,
    value: 'N',
    help: 'exchanges kept for each sandbox',
    form: wholeNumber(0, 1_000_000),
    default: 500,
  },
  /** The control API's token, 8 to 512 visible ASCII characters. Default: 256 random bits for each run. */
  controlToken: {
    value: 'T',
    help: 'token of the control API',
    defaultText: 'a random one for each run',
    form: secretText,
    secret: true,
  },
  /**
   * Opens a port of its own for the page, the reference and the control API: a number, 0 for any free port, or `auto` for 4011
   * beside 4010 and a free one beside any other port or where 4011 is taken. Default: none is opened; programs use the control
   * API on the service's port.
   */
  controlPort: {
    value: 'N',
    help: 'port of page, reference and control API; 0 takes a free one',
    form: controlPort(),
    defaultText: '4011 beside 4010, else a free one',
  },
  /** The address by which browsers reach that port, where the mock can't know it, as behind a mapped port or an ingress. */
  controlUrl: {
    value: 'U',
    help: 'address of that port for browsers, behind a mapped port or an ingress',
    form: baseAddress('https://control.mock.example.com'),
    defaultText: "each request's host, and that port",
  },
  /** Further host names, without port, by which the control API, the page and the reference may be addressed, and whose pages may send cookies to the service. */
  allowHosts: {
    value: 'H',
    help: 'host name for page and control API besides loopback, and of pages that may send cookies; may be given several times',
    flag: 'allow-host',
    form: host,
    many: true,
  },
  /** Hosts that the page may run the suite against besides this machine, such as `staging.example.com` or with a port. */
  allowVerify: {
    value: 'HOST',
    help: 'host besides this machine that the page may run the suite against; may be given several times',
    many: true,
  },
  /** Hosts to which callbacks and webhooks are sent besides this machine's, such as `receiver.example.com` or with a port. */
  callbackHosts: {
    reproduces: true,
    value: 'HOST',
    help: 'host besides this machine to which callbacks and webhooks are sent; may be given several times',
    flag: 'callback-host',
    many: true,
  },
  /** Signs callbacks and webhooks, as Standard Webhooks does: a text, or `whsec_` and base64. Default: they are not signed. */
  callbackSecret: {
    value: 'SECRET',
    help: 'sign callbacks and webhooks as Standard Webhooks does, with this secret',
    form: secretText,
    secret: true,
  },
  /** The address that clients use, for absolute URLs. Default: each request's Host. */
  publicUrl: {
    core: true,
    value: 'U',
    help: 'address that clients use, for absolute URLs',
    form: baseAddress('https://mock.example.com'),
    defaultText: "each request's Host",
  },
  /** Checks every success against the document; one that breaks it is answered as 500 and says why. Default false. */
  validateResponses: { reproduces: true, core: true, help: 'validate every success against the document' },
  /**
   * A Redis that keeps the state instead of this process, such as `redis://localhost:6379/0?prefix=team`: every mock with
   * the same address is one mock with this.
   */
  redis: {
    value: 'URL',
    help: 'keep the state in Redis, so that replicas are one mock: redis://HOST:6379/0?prefix=NAME&timeout=MS',
    form: textForm(addressForm, (given) => (readRedisAddress(given) ? given : undefined)),
    secret: true,
  },
  /** A file for one JSON line for each answered request, or `-` for standard output. Default: none. */
  accessLog: {
    value: 'FILE',
    help: 'append a JSON line for each answered request to a file, or - for standard output',
    isPath: true,
  },
  workers: {
    value: 'N',
    help: 'serve the port from N processes; needs --redis',
    form: wholeNumber(1, 64),
    elsewhere: 'file',
  },
  quiet: { help: 'do not log requests on the terminal', elsewhere: 'file' },
  /** A folder of tariff files. Default: the package's own. */
  tariffs: {
    reproduces: true,
    value: 'DIR',
    help: 'folder of tariff files',
    defaultText: "the package's",
    isPath: true,
  },
  /**
   * Memory that this process may hold for clients, a size such as 256MB or 1GB: journals, orders, sandboxes, bodies under
   * way, waiting requests. Beyond it the least valuable data is evicted first. Default 256MB.
   */
  maxMemory: {
    value: 'SIZE',
    help: "memory for clients' data; beyond it, evicts the least valuable data first",
    form: memory,
    default: '256MB',
  },
  /** Limits on the connections and time of clients. */
  limits: {
    /** Simultaneous connections; further ones are closed at once. Default 16,384. */
    maxConnections: {
      value: 'N',
      help: 'simultaneous connections; further ones are closed at once',
      form: wholeNumber(1, 1_000_000),
      default: 16_384,
    },
    /** Milliseconds for the headers of a request to arrive. Default 20,000, or the request timeout where that is shorter. */
    headersTimeout: {
      value: 'MS',
      help: 'time for the headers of a request to arrive',
      form: milliseconds,
      defaultText: '20000',
    },
    /** Milliseconds for a whole request to arrive. Default 60,000. */
    requestTimeout: {
      value: 'MS',
      help: 'time for a whole request to arrive',
      form: milliseconds,
      default: 60_000,
    },
    /** Milliseconds for the next request to begin on a keep-alive connection. Default 65,000. */
    keepAliveTimeout: {
      value: 'MS',
      help: 'time for the next request on a keep-alive connection',
      form: milliseconds,
      default: 65_000,
    },
    /** Milliseconds time for a client to read some of the bytes that wait for it. Default 60,000. */
    writeTimeout: {
      value: 'MS',
      help: 'time for a client to read some of the bytes that wait for it',
      form: milliseconds,
      default: 60_000,
    },
  },
} as const satisfies NamedOptions;

export const mockFlags = flagsOf(mockOptions);

/** The options that the core reads: a mock without a server has them too. */
export const coreOptions = Object.fromEntries(
  Object.entries<NamedOptions[string]>(mockOptions).filter(([, row]) => row.core === true),
) as CoreRows<typeof mockOptions>;

/** The options that the core reads, checked and with their defaults. */
export type CoreOptions = ReadOptions<CoreRows<typeof mockOptions>>;

/** The quota of a service where none is given. */
export const defaultQuota: QuotaValue = { limit: 1000, windowSeconds: 60 };

/** The command beside which a server runs. */
export const untilOption = {
  until: {
    value: 'COMMAND',
    help: 'serve while this command runs, with DRYDOCK_URL in its environment, and exit with its code; takes all words behind it, or one for the shell',
    rest: true,
    noEnv: true,
    elsewhere: 'none',
  },
} as const satisfies OptionTable;

/** The configuration file of a command. */
export const configOption = {
  config: {
    value: 'FILE',
    help: 'configuration file',
    defaultText: 'drydock.config.yaml or .json here',
    isPath: true,
    elsewhere: 'none',
  },
  'trust-config': {
    help: 'let the configuration file send variables, reach addresses and write outside its folder',
    noEnv: true,
    elsewhere: 'none',
  },
} as const satisfies OptionTable;

/** A program may also leave the choice to the mock. */
function controlPort(): Form<number | 'auto'> {
  const { schema, ...form } = port;
  return {
    ...form,
    accept: (value) => (value === 'auto' ? value : port.accept(value)),
    schema: { anyOf: [schema, { const: 'auto' }] },
  };
}

/** A program may also give the functions themselves, by operationId. */
function folderOrFunctions(): Form<string | object> {
  const { read, schema } = text;
  const isFunctions = (value: unknown): value is object =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => typeof one === 'function');
  return {
    ...{ must: 'a folder, in a program also functions by operationId', read, schema },
    accept: (value) => (isFunctions(value) ? value : text.accept(value)),
  };
}
