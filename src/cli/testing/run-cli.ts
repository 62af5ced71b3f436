import { CliProcess } from '../../testing/cli-process.js';

export interface CliResult {
  readonly exitCode: number;
  /** Its output, without the last line break. */
  readonly out: string;
  readonly err: string;
}

/** Runs the built command until it ends, as `CliProcess` does. */
export async function runCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd?: string,
): Promise<CliResult> {
  const { exitCode, out, err } = await new CliProcess(args, env, false, cwd).finished;
  return { exitCode: exitCode ?? -1, out: out.join('\n').trimEnd(), err: err.join('\n').trimEnd() };
}
