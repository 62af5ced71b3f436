/**
 * The client for tests: start a mock or attach to one, give each test a sandbox, choose its scenario, and check afterwards what
 * was sent. It needs nothing but fetch; the server is loaded only when `start` is called.
 */
import { withoutPasswords } from '../contract/printing/without-passwords.js';
import type { ServerOptions } from '../index.js';
import { ControlConnection } from './control-connection.js';
import { DrydockError } from './drydock-error.js';
import { MockClient } from './mock-client.js';

export { DrydockError, MockClient };
export { Sandbox } from './sandbox.js';
export { verdictText } from './verdict-text.js';
export type { EventOptions } from './mock-client.js';
export type { LastRequestsFilter, RequestFilter } from './read-journal.js';
export type * from './types.js';

/** The address of a mock and the token of its control API. */
export interface AttachOptions {
  /** With or without the base path of the service. Default: DRYDOCK_URL, else http://127.0.0.1:4010. */
  readonly url?: string;
  /** The control token. Default: DRYDOCK_CONTROL_TOKEN; without one, keys work and the control API does not. */
  readonly token?: string;
}

const controlPath = '/__drydock';

/** Starts a mock, or reaches one that runs. */
export const drydock = {
  /**
   * Starts a mock in this process, by default on a free port.
   *
   * @throws Error with one sentence when an option can't be used, or the port is in use
   * @example
   * const mock = await drydock.start();
   * const sandbox = await mock.sandbox().scenario('flaky');
   * // … let the code under test call sandbox.url with sandbox.key …
   * await mock.close();
   */
  async start(options: ServerOptions = {}): Promise<MockClient> {
    const { createServer } = await import('../index.js');
    const server = await createServer({ port: 0, ...options });
    const scheme = options.https === true || options.cert !== undefined ? 'https' : 'http';
    const origin = localOrigin(scheme, options.host, server.port);
    const control = new ControlConnection(origin + controlPath, server.controlToken);
    return new MockClient(server.url, control, server.close);
  },

  /**
   * Attaches to a mock that runs already, such as one that was started with a control token for the whole suite. No request is
   * sent yet.
   *
   * @throws DrydockError for an address that is none
   * @example const mock = drydock.attach({ url: 'http://127.0.0.1:4010', token: 'let-me-in' });
   */
  attach(options: AttachOptions = {}): MockClient {
    const url = httpUrl(options.url ?? environment('DRYDOCK_URL') ?? 'http://127.0.0.1:4010');
    const token = options.token ?? environment('DRYDOCK_CONTROL_TOKEN');
    return new MockClient(
      url.href.replace(/\/+$/, ''),
      new ControlConnection(url.origin + controlPath, token),
    );
  },
};

/** An empty variable counts as unset. */
function environment(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

/** The origin of the control API of a mock in this process, whatever address clients use. */
function localOrigin(scheme: string, host = '127.0.0.1', port: number): string {
  if (host === '0.0.0.0' || host === '::') return `${scheme}://127.0.0.1:${port}`;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** @throws DrydockError */
function httpUrl(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new DrydockError(
      `The mock's url must be an http address such as http://127.0.0.1:4010, got ${withoutPasswords(JSON.stringify(text))}.`,
    );
  const url = new URL(text);
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new DrydockError(
      `The mock's url must have no user, query or fragment, got ${withoutPasswords(JSON.stringify(text))}.`,
    );
  return url;
}
