import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { packageFile } from '../../contract/package-root.js';

export interface CliResult {
  readonly exitCode: number;
  /** Its output, without the last line break. */
  readonly out: string;
  readonly err: string;
}

const program = packageFile('dist', 'src', 'cli', 'main.js');

/**
 * Runs the built command as a process, with only the given environment.
 *
 * @param env such as `{ DRYDOCK_URL: … }`
 * @param cwd the folder to run it in; default: this one
 */
export function runCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): Promise<CliResult> {
  if (!existsSync(program)) throw new Error('The command is not built: run npm run build first.');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env, cwd }, (error, out, err) => {
      const code = error === null ? 0 : error.code;
      resolve({ exitCode: typeof code === 'number' ? code : -1, out: out.trimEnd(), err: err.trimEnd() });
    });
  });
}
