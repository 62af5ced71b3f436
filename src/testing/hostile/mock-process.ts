import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Collects garbage and reports the heap, at each message over the IPC channel. */
const probe = `data:text/javascript,${encodeURIComponent(`
  process.on('message', () => { gc(); gc(); process.send(process.memoryUsage().heapUsed); });
  process.channel.unref();
`)}`;

/** The built command as a process that can be looked into. */
export class MockProcess {
  /** All that it wrote, by line. */
  readonly out: string[] = [];
  readonly err: string[] = [];
  origin = '';
  /** The port of the page. */
  controlPort = 0;
  controlToken = '';

  private constructor(readonly child: ChildProcess) {}

  /**
   * Starts it and waits until it listens.
   *
   * @param program main.js of the built command
   * @param command `mock`, or `proxy` and its target
   * @throws Error with what it wrote when it ends before
   */
  static async start(
    program: string,
    args: readonly string[],
    command: readonly string[] = ['mock'],
  ): Promise<MockProcess> {
    const child = spawn(
      process.execPath,
      ['--expose-gc', '--import', probe, program, ...command, '--port', '0', ...args],
      { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    );
    const mock = new MockProcess(child);
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
        mock.out.push(line);
        mock.origin ||= /^Drydock ready at (http:\/\/[^/]+)/.exec(line)?.[1] ?? '';
        mock.controlPort ||= Number(/^ {2}page +http:\/\/[^/]+:(\d+)\//.exec(line)?.[1] ?? 0);
        mock.controlToken ||= /#token=([\w-]+)/.exec(line)?.[1] ?? '';
        if (line.startsWith('  token')) resolve();
      });
      createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) =>
        mock.err.push(line),
      );
      child.once('exit', () => {
        reject(new Error(`The mock ended: ${mock.err.join('\n')}`));
      });
    });
    return mock;
  }

  /** Counts the lines on stderr that match. */
  count(pattern: RegExp): number {
    return this.err.filter((line) => pattern.test(line)).length;
  }

  get port(): number {
    return Number(new URL(this.origin).port);
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Bytes of the heap that are in use after the garbage is gone. */
  heap(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.child.once('message', resolve);
      this.child.send('heap', (error) => {
        if (error) reject(error);
      });
    });
  }

  /** Open files and sockets; undefined where the system does not report them. */
  descriptors(): number | undefined {
    try {
      return readdirSync(`/proc/${String(this.child.pid)}/fd`).length;
    } catch {
      return undefined;
    }
  }

  /** Memory in bytes, resident now or at the most since the start; undefined where the system does not report it. */
  memory(kind: 'VmRSS' | 'VmHWM'): number | undefined {
    try {
      const status = readFileSync(`/proc/${String(this.child.pid)}/status`, 'utf8');
      return Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
    } catch {
      return undefined;
    }
  }

  /** A call of the control API. */
  control(method: string, path: string, json?: unknown): Promise<Response> {
    return fetch(`${this.origin}/__drydock/${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.controlToken}`, 'Content-Type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    if (!this.running) return this.child.exitCode;
    const ended = new Promise<number | null>((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    return ended;
  }
}
