/** A real Redis for tests: a process on a free port, with nothing on disk, that ends with the test file. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { afterFile } from './after-file.js';
import { temporaryFolder } from './temporary-folder.js';
import { whyMissing } from './unless.js';

/** The reason why tests can't start a Redis here; undefined if they can. */
export const whyNoRedis = whyMissing('redis-server');

export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly args: readonly string[],
  ) {}

  /** Starts one and waits until it accepts connections. */
  static async start(...args: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), args);
    await server.run();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** The same for mocks that wait for a reply however long this machine takes for it. */
  get patientUrl(): string {
    return `${this.url}?timeout=60000`;
  }

  /** Starts it again on its port after `stop`. */
  async run(): Promise<void> {
    const given = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', temporaryFolder()];
    const child = spawn('redis-server', [...given, '--save', '', '--appendonly', 'no', ...this.args]);
    afterFile(() => child.kill('SIGKILL'));
    this.child = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => {
        said += text.toString('utf8');
        if (said.includes('Ready to accept connections')) resolve();
      });
      child.once('close', () => {
        reject(new Error(`redis-server ended: ${said}`));
      });
    });
  }

  /** Ends it at once; its data is lost. */
  async stop(): Promise<void> {
    const child = this.child;
    if (!child) return;
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await closed;
    this.child = undefined;
  }

  /** Makes it accept connections and send nothing. */
  suspend(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
