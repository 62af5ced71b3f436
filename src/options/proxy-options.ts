import { duration } from './forms/amounts.js';
import { milliseconds, oneOf, textForm, wholeNumber } from './forms/forms.js';
import { longRunOptions } from './long-run-options.js';
import { mockOptions } from './mock-options.js';
import { flagsOf, onlyFlags, type OptionTable } from './option.js';
import type { ReadRows } from './option-types.js';
import { targetTlsOptions } from './tls-options.js';
import { trafficOptions } from './traffic-options.js';

/** When the mock answers instead of the target. */
type MockOn = readonly (number | 'unreachable')[];

const mockOn = textForm<MockOn>(
  'statuses and unreachable between commas such as 404,501,unreachable',
  (given) => {
    const items = given.split(',').map((item) => item.trim());
    if (!items.every((item) => item === 'unreachable' || /^[1-5]\d\d$/.test(item))) return undefined;
    return items.map((item) => (item === 'unreachable' ? item : Number(item)));
  },
);

/** The beginning of a path, and the service that gets the requests below it. */
interface Route {
  readonly prefix: string;
  readonly url: string;
}

const route = textForm<Route>(
  'the beginning of a path, = and the address of its service such as /rates=http://127.0.0.1:4011',
  (given) => {
    const [, prefix, url] = /^((?:\/[\w.~-]+)+)\/?=(https?:\/\/.+)$/i.exec(given) ?? [];
    return prefix === undefined || url === undefined ? undefined : { prefix, url };
  },
);

const { workers: _, strictKeys: __, queryControl: ___, quota, ...shared } = mockOptions;

/** The options of a proxy besides those of a mock. */
export const gatewayOptions = {
  ...onlyFlags({
    /** Services by the beginning of the paths of their requests. */
    route: {
      value: 'PREFIX=URL',
      help: 'requests below this path go to this service, without the prefix: /rates=http://127.0.0.1:4011; may be given several times',
      form: route,
      many: true,
    },
    /** Statuses of the target that the mock answers instead of, and `unreachable` for a target that gives no response. */
    mockOn: {
      value: 'LIST',
      help: 'the mock answers instead of these statuses of the target, or when it gives no response: 404,501,unreachable',
      form: mockOn,
      defaultText: 'never',
    },
    /** Operations that the mock answers instead of the target, by operationId. */
    mock: {
      value: 'OPERATION',
      help: 'the mock answers this operation instead of the target; may be given several times',
      many: true,
    },
    /** Milliseconds for the next byte of a response. Default 60,000. */
    timeout: {
      value: 'MS',
      help: 'time for the next byte from the target',
      form: milliseconds,
      default: 60_000,
    },
    /** Milliseconds for a connection to be made. Default 10,000. */
    connectTimeout: {
      value: 'MS',
      help: 'time to connect to the target',
      form: milliseconds,
      default: 10_000,
    },
    /** Bytes of the largest body that is held to be judged and changed; larger ones pass. Default 2 MiB. */
    maxHeld: {
      value: 'BYTES',
      help: 'largest body to hold, judge and change; larger ones pass unjudged',
      form: wholeNumber(0, 1_073_741_824),
      default: 2_097_152,
    },
    /** Bytes of the largest head of a request or a response. Default 64 KiB. */
    maxHead: {
      value: 'BYTES',
      help: 'largest head of a request (else 431) or of a response of the target (else 502)',
      form: wholeNumber(8192, 1_048_576),
      default: 65_536,
    },
    /** Keeps the messages of WebSocket connections, and offers the target no compression of them. Default false. */
    keepMessages: {
      help: 'keep the newest messages of each WebSocket, 64 KiB of them; their compression is not offered to the target then',
    },
    /** Makes addresses of the target in Location, Link, cookies and the like lead to the proxy. Default on. */
    rewrite: {
      value: 'on|off',
      help: 'addresses of the target in redirects, links and cookies lead to the proxy',
      form: oneOf(['on', 'off'] as const),
      default: 'on',
    },
    /** The Host that the target gets: its own, or the client's. Default its own. */
    hostHeader: {
      value: 'target|client',
      help: 'Host, Origin and Referer that the target gets: its own, or those of the client',
      form: oneOf(['target', 'client'] as const),
      default: 'target',
    },
    /** Adds Via to requests. Default false: nginx compresses no response to a request that has one. */
    via: { help: 'add Via to requests' },
    /** Pages of this machine, and of hosts that were allowed, may read every response and send cookies. Default false. */
    cors: {
      help: 'pages of this machine and of --allow-host may send cookies and read every response, whatever the target allows',
    },
  }),
  ...targetTlsOptions,
  ...onlyFlags({
    har: { value: 'FILE', help: 'write every exchange to a HAR, without secrets' },
    for: {
      value: 'TIME',
      help: 'end with the verdict after this time, such as 10m',
      form: duration,
    },
  }),
};

/** The values of these options, as they were read. */
export type GatewayValues = ReadRows<typeof gatewayOptions>;

/** The options of `drydock proxy` alone: its own, and those of a verdict. */
export const ownProxyFlags = {
  ...flagsOf({ ...gatewayOptions, ...longRunOptions }),
  ...trafficOptions,
} satisfies OptionTable;

/** The options of `drydock proxy`: those of a mock where they mean the same, and its own. */
export const proxyFlags = {
  ...flagsOf({ ...shared, quota: { ...quota, defaultText: 'off' } }),
  ...ownProxyFlags,
} satisfies OptionTable;
