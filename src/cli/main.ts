#!/usr/bin/env node
import { systemFailure } from '../contract/system-failure.js';
import type { Terminal } from './command.js';
import { ProgressLine } from './progress-line.js';
import { runCommand } from './run-command.js';
import { showsColor } from './shows-color.js';

let stopping: Promise<void> | undefined;

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once, as the first does before anybody waits for it. */
function stopSignal(): Promise<void> {
  return (stopping ??= new Promise((resolve) => {
    let asked = false;
    const stop = (): void => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    stopWithNpm(stop);
  }));
}

/** Milliseconds between two looks at the parent process. */
const lookEveryMs = 500;

/** npm passes a signal on to the shell between it and this process, which keeps it: only the end of both is left to be seen. */
function stopWithNpm(stop: () => void): void {
  if (process.env.npm_command === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    stop();
  }, lookEveryMs).unref();
}

/** True when standard output failed for another reason than a reader that closed it. */
const output = { lost: false };

/** A reader may close the pipe, as `head` does; later output is discarded then, and the mock goes on. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || output.lost) return;
  output.lost = true;
  terminal.err(`Standard output can't be written: ${systemFailure(error)}.`);
});
process.stderr.on('error', () => undefined);

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const input = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await input.question(question);
  } finally {
    input.close();
  }
}

const progress = new ProgressLine(process.stderr, () => performance.now());

const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  progress: (line) => progress.show(line),
  isTerminal: process.stdout.isTTY,
  color: showsColor(process.stdout.isTTY, process.env),
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  env: process.env,
  ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
  get stopped() {
    return stopSignal();
  },
};

process.exitCode = await runCommand(process.argv.slice(2), terminal);
// A full disk reports its error once the write is over.
await new Promise((resolve) => setImmediate(resolve));
if (output.lost && process.exitCode === 0) process.exitCode = 2;
