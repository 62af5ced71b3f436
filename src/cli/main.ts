#!/usr/bin/env node
import { nearest } from '../contract/nearest-names.js';
import { systemFailure } from '../contract/system-failure.js';
import type { Command, Terminal } from './command.js';
import { explainFailure } from './explain-failure.js';
import { describeFlags, readFlags, UsageError } from './flags.js';
import type { GivenFlags } from './flags.js';
import { showsColor } from './shows-color.js';
import { packageVersion } from '../contract/package-root.js';
import { ProgressLine } from './progress-line.js';

/** The subcommands; each is loaded only when it is called. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  mock: async () => (await import('./commands/mock.js')).mock,
  scenarios: async () => (await import('./commands/scenarios.js')).scenarios,
  verify: async () => (await import('./commands/verify.js')).verify,
  compile: async () => (await import('./commands/compile.js')).compile,
  proxy: async () => (await import('./commands/proxy.js')).proxy,
  drift: async () => (await import('./commands/drift.js')).drift,
  coverage: async () => (await import('./commands/coverage.js')).coverage,
  use: async () => (await import('./commands/use.js')).use,
  reset: async () => (await import('./commands/reset.js')).reset,
  requests: async () => (await import('./commands/requests.js')).requests,
  mcp: async () => (await import('./commands/mcp.js')).mcp,
  completion: async () => (await import('./commands/completion.js')).completion(loadAll),
};

async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    terminal.err(await overview());
    return 2;
  }
  if (['--version', '-v', 'version'].includes(name)) return print(terminal, packageVersion());
  if (['--help', '-h', 'help'].includes(name)) return print(terminal, await helpFor(rest[0]));
  const command = await loadCommand(name);
  if (rest.includes('--help') || rest.includes('-h')) return print(terminal, helpOf(command));
  return command.run(await flagsOf(command, rest, terminal.env), terminal);
}

/** @throws UsageError */
async function flagsOf(
  command: Command,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<GivenFlags> {
  if (command.config === undefined) return readFlags(command.flags, args, env, command.maxPositionals);
  const { readConfigured } = await import('./config/read-command.js');
  return readConfigured(command, args, env);
}

/** @throws UsageError for a command that there is not */
async function loadCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw unknownCommand(name);
  return load();
}

async function helpFor(name: string | undefined): Promise<string> {
  return name === undefined ? overview() : helpOf(await loadCommand(name));
}

/** Every command by its name. */
async function loadAll(): Promise<ReadonlyMap<string, Command>> {
  const names = Object.keys(commands);
  const loaded = await Promise.all(names.map(loadCommand));
  return new Map(loaded.map((command, index) => [names[index] ?? '', command]));
}

function print(terminal: Terminal, text: string): number {
  terminal.out(text);
  return 0;
}

function unknownCommand(name: string): UsageError {
  const names = Object.keys(commands);
  const [near] = nearest(name, names, 1);
  const mend = near === undefined ? `Commands: ${names.join(', ')}.` : `Did you mean ${near}?`;
  return new UsageError(`Unknown command ${JSON.stringify(name)}. ${mend}`);
}

async function overview(): Promise<string> {
  const loaded = [...(await loadAll()).values()];
  const width = Math.max(...loaded.map(({ usage }) => usage.length));
  const lines = loaded.map(({ usage, summary }) => `  drydock ${usage.padEnd(width)}  ${summary}`);
  return [
    'Mock server and contract-testing kit of the Shipping and Catalog Developer Service.',
    '',
    ...lines,
    '',
    'drydock COMMAND --help lists the flags of a command. Each flag has a twin in the environment: --port is DRYDOCK_PORT.',
  ].join('\n');
}

function helpOf(command: Command): string {
  return [`drydock ${command.usage}`, command.summary, '', describeFlags(command.flags)].join('\n');
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = (): void => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

/** Whether standard output failed for another reason than a reader that closed it. */
const output = { lost: false };

/** A reader may close the pipe, as `head` does; later output is discarded then, and the mock goes on. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || output.lost) return;
  output.lost = true;
  terminal.err(`Standard output can't be written: ${systemFailure(error)}.`);
});
process.stderr.on('error', () => undefined);

const progress = new ProgressLine(process.stderr, () => performance.now());

const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  progress: (line) => progress.show(line),
  isTerminal: process.stdout.isTTY,
  color: showsColor(process.stdout.isTTY, process.env),
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  env: process.env,
  stopped: stopSignal(),
};

try {
  process.exitCode = await main(process.argv.slice(2), terminal);
  // A full disk reports its error once the write is over.
  await new Promise((resolve) => setImmediate(resolve));
  if (output.lost && process.exitCode === 0) process.exitCode = 2;
} catch (error) {
  const { line, exitCode } = explainFailure(error);
  terminal.err(line);
  process.exitCode = exitCode;
}
