import { didYouMean } from '../contract/nearest-names.js';
import type { Command, Terminal } from './command.js';
import { envName, type OptionTable } from '../options/option.js';
import { explainFailure } from './explain-failure.js';
import { describeFlags, ownWords, readFlags, UsageError, type GivenFlags } from './flags.js';
import { safeTerminal } from './safe-terminal.js';
import { nodeTooOld, packageVersion } from '../contract/package-root.js';

/** The subcommands; each is loaded only when it is called. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  mock: async () => (await import('./commands/mock.js')).mock,
  scenarios: async () => (await import('./commands/scenarios.js')).scenarios,
  verify: async () => (await import('./commands/verify.js')).verify,
  spec: async () => (await import('./commands/spec.js')).spec,
  compile: async () => (await import('./commands/compile.js')).compile,
  types: async () => (await import('./commands/types.js')).types,
  proxy: async () => (await import('./commands/proxy.js')).proxy,
  drift: async () => (await import('./commands/drift.js')).drift,
  diff: async () => (await import('./commands/diff.js')).diff,
  coverage: async () => (await import('./commands/coverage.js')).coverage,
  use: async () => (await import('./running/use.js')).use,
  reset: async () => (await import('./running/reset.js')).reset,
  requests: async () => (await import('./running/requests.js')).requests,
  webhook: async () => (await import('./running/webhook.js')).webhook,
  mcp: async () => (await import('./commands/mcp.js')).mcp,
  completion: async () => (await import('./commands/completion.js')).completion(loadAll),
};

/**
 * Runs a command line. A failure is one sentence on standard error, never a stack trace.
 *
 * @param args without the program, such as `['mock', '--port', '0']`
 * @param output gets every line through one filter for characters that a terminal obeys
 * @returns the exit code
 */
export async function runCommand(args: readonly string[], output: Terminal): Promise<number> {
  const terminal = safeTerminal(output);
  return explaining(terminal, () => run(args, terminal));
}

/**
 * Runs something, and explains its failure.
 *
 * @param failed the exit code of a failure that is no bad usage
 * @returns the exit code
 */
async function explaining(terminal: Terminal, run: () => Promise<number>, failed = 1): Promise<number> {
  try {
    return await run();
  } catch (error) {
    const { line, exitCode } = explainFailure(error);
    terminal.err(line);
    return exitCode === 1 ? failed : exitCode;
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    terminal.err(await overview());
    return 2;
  }
  if (['--version', '-v', 'version'].includes(name)) return print(terminal, packageVersion());
  const tooOld = nodeTooOld(process.versions.node);
  if (tooOld !== undefined) {
    terminal.err(tooOld);
    return 2;
  }
  if (['--help', '-h', 'help'].includes(name)) {
    const [asked] = rest;
    return print(terminal, asked === undefined ? await overview() : helpOf(await loadCommand(asked)));
  }
  const command = await loadCommand(name);
  const own = ownWords(command.flags, rest);
  if (own.includes('--help') || own.includes('-h')) return print(terminal, helpOf(command));
  const given = await flagsOf(command, rest, terminal);
  await tellUnknownVariables(command, given, terminal);
  const named = safeTerminal(terminal, (line) => given.named(line));
  return explaining(named, () => command.run(given, named), command.givesVerdict ? 3 : 1);
}

/**
 * Writes a sentence for each variable of Drydock that is set and that no command reads, and the configuration file doesn't name. The
 * other commands are loaded only where a variable is set that this one doesn't read.
 */
async function tellUnknownVariables(
  { flags }: Command,
  given: GivenFlags,
  { env, err }: Terminal,
): Promise<void> {
  const own = new Set([...others, ...variablesOf(flags)]);
  const foreign = Object.keys(env).filter(
    (name) => /^DRYDOCK_(?!AUTH_)/.test(name) && env[name] !== '' && !own.has(name),
  );
  if (foreign.length === 0) return;
  const ofCommands = [...(await loadAll()).values()].flatMap((command) => variablesOf(command.flags));
  const { namedVariables } = await import('./config/read-command.js');
  const known = [...others, ...(await namedVariables(given.text('config'))), ...ofCommands];
  for (const name of foreign.filter((one) => !known.includes(one)))
    err(`The variable ${name} is not known and has no effect. ${didYouMean(name, known, '')}`.trimEnd());
}

/** Variables that are read elsewhere than in a table of flags. */
const others = [
  'DRYDOCK_CACHE',
  'DRYDOCK_PLAIN_HTTP',
  'DRYDOCK_URL',
  'DRYDOCK_CONTROL_TOKEN',
  'DRYDOCK_COMMAND',
];

function variablesOf(table: OptionTable): string[] {
  return Object.entries(table)
    .filter(([, { noEnv }]) => !noEnv)
    .map(([name, option]) => envName(name, option));
}

/** @throws UsageError */
async function flagsOf(command: Command, args: readonly string[], terminal: Terminal): Promise<GivenFlags> {
  if (command.config === undefined)
    return readFlags(command.flags, args, terminal.env, command.maxPositionals);
  const { readConfigured } = await import('./config/read-command.js');
  const given = await readConfigured(command, args, terminal.env);
  if (given.asked && given.asked.claims.length > 0 && !given.has('trust-config')) {
    const { assureTrust } = await import('./config/trust-config.js');
    await assureTrust(given.asked, terminal);
  }
  return given;
}

/** @throws UsageError for a command that there is not */
async function loadCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load) return load();
  const names = Object.keys(commands);
  const hint = didYouMean(name, names, `Commands: ${names.join(', ')}.`);
  throw new UsageError(`Unknown command ${JSON.stringify(name)}. ${hint}`);
}

/** Every command by its name. */
async function loadAll(): Promise<ReadonlyMap<string, Command>> {
  const loaded = new Map<string, Command>();
  for (const name of Object.keys(commands)) loaded.set(name, await loadCommand(name));
  return loaded;
}

function print(terminal: Terminal, text: string): number {
  terminal.out(text);
  return 0;
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
