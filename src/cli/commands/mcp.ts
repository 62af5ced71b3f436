import { serveMcp } from '../../mcp/serve-mcp.js';
import type { Command } from '../command.js';
import { packageVersion, codeFile } from '../../contract/package-root.js';
import { attachedMock, attachOptions } from '../running/attach.js';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { SuiteChoice, SuiteReport, SuiteRunner } from '../../mcp/tool.js';
import { configOption } from '../../options/mock-options.js';
import { configNames } from '../../options/config/config-options.js';
import type { GivenFlags } from '../flags.js';

/** `drydock mcp`: the mock and the suite as tools of a coding agent. */
export const mcp: Command = {
  summary: 'Serve tools for coding agents (Model Context Protocol) on standard input and output.',
  usage: 'mcp [flags]',
  maxPositionals: 0,
  flags: {
    target: {
      value: 'URL',
      help: 'a server that run_verify may check, or the name of a target in the configuration; may be given several times',
      defaultText: 'the targets of the configuration',
      many: true,
      noEnv: true,
    },
    'allow-control': { help: 'let set_scenario change the mock', noEnv: true },
    'allow-writes': { help: 'let run_verify send what may change data on a target', noEnv: true },
    config: configOption.config,
    ...attachOptions,
  },
  async run(given, terminal) {
    const context = {
      mock: () => attachedMock(given, terminal),
      allowControl: given.has('allow-control'),
      suite: await suiteRunner(given, terminal.env),
    };
    await serveMcp(context, packageVersion(), terminal.stopped);
    return 0;
  },
};

const command = codeFile('src', 'cli', 'main.js');
const maxReportBytes = 256 * 1024 * 1024;

/**
 * Runs the suite as `drydock verify`, in a process of its own: what a target does to it harms nothing here. Keys come from the
 * environment and the configuration, never from who asks for the run.
 */
async function suiteRunner(given: GivenFlags, env: NodeJS.ProcessEnv): Promise<SuiteRunner> {
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
