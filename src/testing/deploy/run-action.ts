/** Runs the script of one of the GitHub Actions as a runner would, with the drydock of this tree. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../contract/package-root.js';
import { temporaryFolder } from '../temporary-folder.js';

export interface RanAction {
  readonly exitCode: number;
  /** Of standard output, without empty ones. */
  readonly lines: string[];
  /** Lines that command the runner. */
  readonly commands: string[];
  readonly summary: string;
  readonly outputs: string;
  /** The folder in which it ran. */
  readonly folder: string;
}

export const actions = ['diff', 'mock', 'proxy', 'verify'] as const;

export function actionFile(...path: string[]): string {
  return packageFile('.github', 'actions', ...path);
}

/** @param inputs as variables of its environment */
export function runAction(
  action: (typeof actions)[number],
  inputs: Record<string, string>,
  folder: string,
): Promise<RanAction> {
  const runner = temporaryFolder();
  const env = {
    PATH: process.env.PATH,
    GITHUB_OUTPUT: join(runner, 'outputs'),
    GITHUB_STEP_SUMMARY: join(runner, 'summary'),
    DRYDOCK_COMMAND: JSON.stringify([process.execPath, packageFile('dist', 'src', 'cli', 'main.js')]),
    ...inputs,
  };
  const read = (name: string): string => {
    const file = join(runner, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  return new Promise((resolve) => {
    const options = { cwd: folder, env };
    const child = execFile(process.execPath, [actionFile(action, 'run.mjs')], options, (_error, stdout) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      resolve({
        exitCode: child.exitCode ?? -1,
        lines,
        commands: lines.filter((line) => line.startsWith('::')),
        summary: read('summary'),
        outputs: read('outputs'),
        folder,
      });
    });
  });
}
