/**
 * Several processes that serve the same ports. The primary holds them, handles no connection, and keeps
 * the chosen number of workers running.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { openControlPort, type ControlListener } from '../origins/listen.js';
import { WorkerPool } from './worker-pool.js';

export interface WorkersOptions {
  readonly count: number;
  /** The program of a worker: it calls `serveWorker`. */
  readonly program: URL;
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly controlPort: number | 'auto';
  /** Called once all workers serve, before they are announced. @param port the shared one */
  readonly ready: (port: number, controlPort: number) => void;
  /** The order of a worker, by its number and the shared ports; must survive JSON. */
  readonly orderFor: (worker: number, port: number, control: ControlListener) => unknown;
}

/** The terminal: its output and its signals to stop. */
export interface WorkersTerminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly stopped: Promise<unknown>;
}

/** Runs the workers until a signal to stop. @returns the exit code */
export async function runWorkers(
  { count, program, host = '127.0.0.1', port = 4010, controlPort, ready, orderFor }: WorkersOptions,
  terminal: WorkersTerminal,
): Promise<number> {
  const control = await openControlPort(controlPort, port, (one) => sharedPort(one, host));
  const shared = await sharedPort(port, host);
  // The first worker serves before all do: until the ready line is out, lines about requests wait.
  let show: (line: string) => void = (line) => void early.push(line);
  const early: string[] = [];
  const pool = new WorkerPool(
    program,
    (worker) => orderFor(worker, shared, control),
    terminal.err,
    (line) => show(line),
  );
  // The first one starts alone, so that wrong options are reported once.
  const first = await pool.start(1);
  if ('failed' in first) {
    terminal.err(first.failed.line);
    return first.failed.exitCode;
  }
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, index) => pool.start(index + 2)));
  const failed = others.find((outcome) => 'failed' in outcome);
  if (failed) {
    terminal.err(failed.failed.line);
    await pool.stop();
    return failed.failed.exitCode;
  }
  ready(shared, control.port);
  for (const line of first.ready) terminal.out(line);
  terminal.out(`  workers    ${count}`);
  early.forEach(terminal.out);
  show = terminal.out;
  const exitCode = await Promise.race([terminal.stopped.then(() => 0), pool.gaveUp]);
  await pool.stop();
  return exitCode;
}

/** A port that all workers can share, even after all of them ended. @throws as listen does */
async function sharedPort(port: number, host: string): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}
