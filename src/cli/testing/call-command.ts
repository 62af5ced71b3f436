import type { Terminal } from '../command.js';
import { runCommand } from '../run-command.js';
import type { CliResult } from './run-cli.js';

/**
 * Runs a command line in this process, with only the given environment: a test of what a command says needs no process of its own.
 *
 * @param env such as `{ DRYDOCK_URL: … }`
 */
export async function callCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  let [out, err] = ['', ''];
  const terminal: Terminal = {
    write: (text) => (out += text),
    out: (line) => (out += `${line}\n`),
    err: (line) => (err += `${line}\n`),
    progress: () => undefined,
    isTerminal: false,
    color: false,
    env,
    stopped: new Promise(() => undefined),
  };
  const exitCode = await runCommand(args, terminal);
  return { exitCode, out: out.trimEnd(), err: err.trimEnd() };
}
