/**
 * A daemon for `testcontainers` without containers: it answers what the library asks of Docker's API for one container, and starts
 * the built command in its place, with the variables and files of the container, on free ports.
 */
import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CliProcess } from '../../testing/cli-process.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';

/** A request to create a container. */
interface Created {
  readonly Image: string;
  readonly Env: readonly string[];
  readonly Cmd?: readonly string[];
  readonly Labels: Readonly<Record<string, string>>;
  readonly HostConfig: { readonly PortBindings: Readonly<Record<string, unknown>> };
}

export class DockerDaemon {
  /** Number of containers that were started. */
  started = 0;
  /** Number of them that were not removed. */
  left = 0;
  private created: Created | undefined;
  private readonly files = temporaryFolder();
  private mock: CliProcess | undefined;
  private readonly server = createServer((request, response) => {
    void this.answer(request).then(
      ([status, body]) => {
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(body === undefined ? '' : JSON.stringify(body));
      },
      (cause: unknown) => response.writeHead(500).end(JSON.stringify({ message: String(cause) })),
    );
  });

  /** @returns the value of DOCKER_HOST */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `tcp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await this.stop();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage): Promise<[number, unknown?]> {
    const path = (request.url ?? '').replace(/^\/v[\d.]+/, '').replace(/\?.*/, '');
    const call = `${request.method} ${path.replace(/^\/containers\/[0-9a-f]{8,}/, '/containers/ID')}`;
    if (call === 'GET /info')
      return [200, { OperatingSystem: 'none', OSType: 'linux', NCPU: 1, MemTotal: 1 }];
    if (call === 'GET /containers/json') return [200, []];
    if (path.startsWith('/images/')) return [200, { Id: 'sha256:0', Config: {} }];
    if (call === 'POST /containers/create') {
      this.created = JSON.parse(await text(request)) as Created;
      return [201, { Id: 'c0ffee00', Warnings: [] }];
    }
    if (call === 'PUT /containers/ID/archive') return this.unpack(request).then(() => [200]);
    if (call === 'POST /containers/ID/start') return this.start().then(() => [204]);
    if (call === 'GET /containers/ID/json') return [200, await this.inspect()];
    if (call === 'POST /containers/ID/stop') return this.stop().then(() => [204]);
    if (call === 'DELETE /containers/ID') return [204, void (this.left -= 1)];
    return [404, { message: `not here: ${call}` }];
  }

  private async unpack(request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    execFileSync('tar', ['-x', '-C', this.files, '--no-same-owner'], { input: Buffer.concat(chunks) });
  }

  private async start(): Promise<void> {
    const here = (this.created?.Env ?? []).map((line): [string, string] => {
      const [name = '', value = ''] = line.split(/=(.*)/s);
      return [name, value.startsWith('/tmp/') ? join(this.files, value) : value];
    });
    const env = { ...Object.fromEntries(here), DRYDOCK_PORT: '0', DRYDOCK_CONTROL_PORT: '0' };
    this.mock = new CliProcess(this.created?.Cmd ?? ['mock'], env);
    await this.mock.line(/ page /);
    this.started += 1;
    this.left += 1;
  }

  private async stop(): Promise<void> {
    this.mock?.child.kill('SIGTERM');
    await this.mock?.finished;
  }

  private async inspect(): Promise<unknown> {
    const service = /:(\d+)/.exec((await this.mock?.line(/^Drydock ready/)) ?? '')?.[1];
    const page = /:(\d+)/.exec((await this.mock?.line(/ page /)) ?? '')?.[1];
    const bound = (HostPort: string | undefined) => [{ HostIp: '0.0.0.0', HostPort }];
    return {
      Id: 'c0ffee00',
      Name: '/mock',
      Config: { Hostname: 'mock', Labels: this.created?.Labels ?? {} },
      HostConfig: this.created?.HostConfig,
      State: { Status: 'running', Running: true, StartedAt: '2026-01-01T00:00:00Z', FinishedAt: '' },
      NetworkSettings: { Ports: { '4010/tcp': bound(service), '4011/tcp': bound(page) }, Networks: {} },
    };
  }
}
