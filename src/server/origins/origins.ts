import { hostName } from '../../control/guard/known-hosts.js';

/** Addresses that were given because the mock can't know them, without a trailing slash. */
export interface GivenAddresses {
  /** Of the service. */
  readonly publicUrl: string | undefined;
  /** Of the control origin. */
  readonly controlUrl: string | undefined;
}

/**
 * The two origins of a mock: the service's, and the control origin with the page, the reference and the control API. A scenario
 * or a document decides what the first one answers, so a browser must take nothing there for the second.
 */
export class Origins {
  /** The service's origin where a request's Host can't be used. Plain data: every request reads it. */
  own: string;
  /** Undefined where none is open. */
  private controlPort: number | undefined;

  /** @param servicePort until the mock listens, the one that it is to listen on */
  constructor(
    private readonly given: GivenAddresses,
    private servicePort: number,
    /** True if both are https. */
    readonly isSecure = false,
  ) {
    this.own = originOn(undefined, servicePort, isSecure);
  }

  /** Takes the ports that the mock listens on. @param own the service's origin */
  opened(own: string, servicePort: number, controlPort: number | undefined): void {
    this.own = own;
    this.servicePort = servicePort;
    this.controlPort = controlPort;
  }

  /** The service's address for whoever sent a request with this Host. */
  service(host: string | undefined): string {
    return this.given.publicUrl ?? this.onSameHost(host, this.servicePort);
  }

  /** Tells whether a loopback address leads to the service. */
  isService({ protocol, port }: URL): boolean {
    return (
      protocol === (this.isSecure ? 'https:' : 'http:') &&
      Number(port === '' ? (this.isSecure ? 443 : 80) : port) === this.servicePort
    );
  }

  /** The control origin's address for whoever sent a request with this Host; undefined where there is none. */
  control(host: string | undefined): string | undefined {
    const { controlUrl } = this.given;
    if (controlUrl !== undefined || this.controlPort === undefined) return controlUrl;
    return this.onSameHost(host, this.controlPort);
  }

  /** A policy can't name an IPv6 address (CSP section 2.3.1), so that of loopback is called by its name. */
  private onSameHost(host: string | undefined, port: number): string {
    const name = hostName(host) ?? '127.0.0.1';
    return `${this.isSecure ? 'https' : 'http'}://${name === '[::1]' ? 'localhost' : name}:${port}`;
  }
}

/** The origin of a server for people of this machine. @param host what it listens on */
export function originOn(host = '127.0.0.1', port: number, isSecure = false): string {
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${isSecure ? 'https' : 'http'}://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}
