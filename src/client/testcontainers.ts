/**
 * The mock in a container (`drydock-kit/testcontainers`): the generic container of `testcontainers`, with the ports, the token and the
 * readiness of Drydock's image, and with the client for tests over them.
 *
 * @example
 * import { DrydockContainer } from 'drydock-kit/testcontainers';
 * const container = await new DrydockContainer('drydock-kit').start();
 * const sandbox = await container.mock.sandbox().scenario('flaky');
 * // … let the code under test call sandbox.url with sandbox.key …
 * await container.stop();
 */
import {
  AbstractStartedContainer,
  GenericContainer,
  Wait,
  getContainerRuntimeClient,
  type StartedTestContainer,
} from 'testcontainers';
import { drydock } from './index.js';
import type { MockClient } from './mock-client.js';

const ports = { service: 4010, control: 4011 };

/**
 * A mock that `start` brings up. All that `GenericContainer` can is there as well; each flag of `drydock mock` has a variable for
 * `withEnvironment`, such as `DRYDOCK_QUOTA`.
 */
export class DrydockContainer extends GenericContainer {
  /** @param image the image that `deploy/Dockerfile` builds, by the name that it has where the tests run */
  constructor(image: string) {
    super(image);
    this.withExposedPorts(ports.service, ports.control)
      .withEnvironment({ DRYDOCK_CONTROL_TOKEN: crypto.randomUUID() })
      .withWaitStrategy(Wait.forHttp('/__drydock/ready', ports.service, { abortOnContainerExit: true }));
  }

  /** Serves another OpenAPI document. @param file the document on this machine, with all that it refers to inside it */
  withSpec(file: string): this {
    const target = '/tmp/drydock-spec.yaml';
    return this.withCopyFilesToContainer([{ source: file, target, mode: 0o444 }]).withEnvironment({
      DRYDOCK_SPEC: target,
    });
  }

  /** @throws Error of `testcontainers` when no daemon is found, or the container ends before it is ready */
  override async start(): Promise<StartedDrydockContainer> {
    const token = this.environment.DRYDOCK_CONTROL_TOKEN ?? '';
    return new StartedDrydockContainer(await super.start(), token);
  }

  /** The daemon's machine and other containers call the control API by names that the mock can't know by itself. */
  protected override async beforeContainerCreated(): Promise<void> {
    if (this.environment.DRYDOCK_ALLOW_HOST !== undefined) return;
    const { info } = await getContainerRuntimeClient();
    const names = [info.containerRuntime.host, ...this.networkAliases];
    this.withEnvironment({ DRYDOCK_ALLOW_HOST: names.join(',') });
  }
}

/** A mock in a container that runs. */
export class StartedDrydockContainer extends AbstractStartedContainer {
  /** The client: sandboxes, scenarios, requests. `stop` ends the container; `mock.close()` does not. */
  readonly mock: MockClient;

  constructor(
    container: StartedTestContainer,
    /** The token of the control API. */
    readonly controlToken: string,
  ) {
    super(container);
    // At the root, where every document is served, whatever path its servers have.
    this.mock = drydock.attach({ url: this.addressOf(ports.service), token: controlToken });
  }

  /** The address of the page, with the token that it needs. */
  get pageUrl(): string {
    return `${this.addressOf(ports.control)}/__drydock/#token=${this.controlToken}`;
  }

  private addressOf(port: number): string {
    const host = this.getHost();
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.getMappedPort(port)}`;
  }
}
