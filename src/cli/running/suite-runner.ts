import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { codeFile } from '../../contract/package-root.js';
import type { SuiteChoice, SuiteReport, SuiteRunner } from '../../mcp/tool.js';
import { configNames } from '../../options/config/config-options.js';
import type { GivenFlags } from '../flags.js';

const command = codeFile('src', 'cli', 'main.js');
const maxReportBytes = 256 * 1024 * 1024;

/**
 * Runs the suite as `drydock verify`, in a process of its own: what a target does to it harms nothing here. Keys come from the
 * environment and the configuration, never from who asks for the run.
 */
export async function suiteRunner(given: GivenFlags, env: NodeJS.ProcessEnv): Promise<SuiteRunner> {
  const file = given.text('config') ?? configNames.find((name) => existsSync(name));
  const targets = given.has('target') ? given.texts('target') : await targetsOf(file);
  const common = [
    ...(file === undefined ? [] : ['--config', file]),
    ...(given.has('allow-writes') ? ['--allow-writes'] : []),
  ];
  let last: SuiteReport | undefined;
  return {
    targets,
    last: () => last,
    async run(target, choice) {
      last = await reportOf([target, ...common, ...flagsOf(choice)], {
        ...env,
        // A target of the configuration may allow writes for its person, not for an agent.
        ...(given.has('allow-writes') ? {} : { DRYDOCK_ALLOW_WRITES: '0' }),
      });
      return last;
    },
  };
}

async function targetsOf(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const { ConfigFile } = await import('../config/config-file.js');
  return ConfigFile.read(file)
    .entries(['targets'])
    .map(([name]) => name);
}

function flagsOf({ only, level, budget }: SuiteChoice): string[] {
  const flags = { only, level, budget: budget?.toString() };
  return Object.entries(flags).flatMap(([name, text]) => (text === undefined ? [] : [`--${name}=${text}`]));
}

function reportOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<SuiteReport> {
  return new Promise((resolve, reject) => {
    const all = [command, 'verify', ...args, '--report', 'json'];
    execFile(process.execPath, all, { env, maxBuffer: maxReportBytes }, (error, out, err) => {
      try {
        resolve(JSON.parse(out) as SuiteReport);
      } catch {
        reject(new Error(err.trim().split('\n').at(-1) ?? error?.message ?? 'The suite wrote no report.'));
      }
    });
  });
}
