import { controlToken } from '../../control/guard/control-token.js';
import { serveMcpOverHttp } from '../../mcp/serve-http.js';
import { serveMcp } from '../../mcp/mcp-server.js';
import { port } from '../../options/forms/forms.js';
import type { Command, Terminal } from '../command.js';
import { withoutPasswords } from '../../contract/printing/without-passwords.js';
import { codeFile } from '../../contract/package-root.js';
import { pathBelow } from '../../contract/files/paths.js';
import { attachedAddress, attachedMock, attachOptions } from '../running/attach.js';
import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ToolError } from '../../mcp/tool.js';
import type { DiffReport, SuiteReport } from '../../mcp/suite-report.js';
import type { RunningCall, SuiteChoice, SuiteRunner, ToolContext } from '../../mcp/tool.js';
import { configOption } from '../../options/mock-options.js';
import { configNames } from '../../options/config/config-options.js';
import { UsageError, type GivenFlags } from '../flags.js';

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
    'allow-control': { help: 'let set_scenario and reset_sandbox change the mock', noEnv: true },
    'allow-writes': { help: 'let run_verify send what may change data on a target', noEnv: true },
    http: {
      value: 'PORT',
      form: port,
      help: 'serve on this port of 127.0.0.1 instead (streamable HTTP); 0 for a free one',
      noEnv: true,
    },
    'http-token': {
      value: 'T',
      help: 'what clients of --http must send as Authorization: Bearer T',
      defaultText: 'a random one, which is printed',
      secret: true,
      env: 'DRYDOCK_MCP_TOKEN',
    },
    config: configOption.config,
    ...attachOptions,
  },
  async run(given, terminal) {
    const runnerOf = await suiteRunners(given, terminal.env);
    const contextOf = () => ({
      mock: () => attachedMock(given, terminal),
      allowControl: given.has('allow-control'),
      suite: runnerOf(),
      compare: documentComparer(given, terminal),
    });
    if (given.has('http')) await serveOverHttp(contextOf, given, terminal);
    else await serveMcp(contextOf(), terminal.stopped);
    return 0;
  },
};

async function serveOverHttp(contextOf: () => ToolContext, given: GivenFlags, terminal: Terminal) {
  const token = controlToken(given.text('http-token'));
  const onListening = (url: string): void => {
    terminal.out(`Tools for agents are at ${url}`);
    if (!token.given) terminal.out(`Clients send the header Authorization: Bearer ${token.text}`);
  };
  const options = { port: given.number('http') ?? 0, token, onListening };
  await serveMcpOverHttp(contextOf, options, terminal.stopped);
}

const command = codeFile('src', 'cli', 'main.js');
const maxReportBytes = 256 * 1024 * 1024;

/**
 * Runs the suite as `drydock verify`, in a process of its own: what a target does to it harms nothing here. Keys come from the
 * environment and the configuration, never from who asks for the run.
 */
async function suiteRunners(given: GivenFlags, env: NodeJS.ProcessEnv): Promise<() => SuiteRunner> {
  const file = given.text('config') ?? configNames.find((name) => existsSync(name));
  const named = await targetsOf(file);
  const targets = given.has('target') ? given.texts('target') : named;
  const wrong = targets.find((target) => !named.includes(target) && !isBaseAddress(target));
  if (wrong !== undefined)
    throw new UsageError(
      `--target must be a URL, or the name of a target in the configuration, got ${withoutPasswords(JSON.stringify(wrong))}.${named.length > 0 ? ` It has ${named.join(', ')}.` : ''}`,
    );
  const allowWrites = given.has('allow-writes');
  const common = [
    ...(file === undefined ? [] : ['--config', file]),
    ...(allowWrites ? ['--allow-writes'] : []),
  ];
  // A target of the configuration may allow writes for its person, not for an agent.
  const withoutWrites = allowWrites ? {} : { DRYDOCK_ALLOW_WRITES: '0' };
  return () => {
    let last: SuiteReport | undefined;
    return {
      ...{ targets, allowWrites, last: () => last },
      async run(target, choice, running) {
        const args = ['verify', target, ...common, ...flagsOf(choice)];
        last = await jsonOf<SuiteReport>(args, { ...env, ...withoutWrites }, running);
        return last;
      },
    };
  };
}

function isBaseAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[^?#]+$/i.test(text);
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

/**
 * Compares documents as `drydock diff`, in a process of its own. Who asks may name files below the working folder alone: an address or
 * another file could be anybody's.
 */
function documentComparer(given: GivenFlags, terminal: Terminal): ToolContext['compare'] {
  return async (old, now, isWeighed, running) => {
    const args = ['diff', ...[old, now].map(fileBelow)];
    if (!isWeighed) return jsonOf<DiffReport>(args, terminal.env, running);
    const { url, token } = await attachedAddress(given, terminal);
    const env = { ...terminal.env, DRYDOCK_CONTROL_TOKEN: token };
    return jsonOf<DiffReport>([...args, '--met', new URL(url).origin], env, running);
  };
}

/** @throws ToolError */
function fileBelow(name: string): string {
  const folder = realpathSync('.');
  const path = existsSync(name) ? pathBelow(folder, realpathSync(name)) : undefined;
  if (path === undefined)
    throw new ToolError(`${JSON.stringify(name)} is no file below the working folder of this server.`);
  return `./${path}`;
}

/**
 * The JSON report of a command in a process of its own, which ends with the call.
 *
 * @throws Error with its last line where it wrote none
 */
function jsonOf<Report>(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { signal, onProgress }: RunningCall,
): Promise<Report> {
  return new Promise((resolve, reject) => {
    const all = [command, ...args, '--report', 'json'];
    const options = { env, maxBuffer: maxReportBytes, ...(signal ? { signal } : {}) };
    const child = execFile(process.execPath, all, options, (error, out, err) => {
      try {
        resolve(JSON.parse(out) as Report);
      } catch {
        const reasons = [err.trim().split('\n').at(-1), error?.message, 'The command wrote no report.'];
        reject(new Error(reasons.find((reason) => reason !== undefined && reason !== '')));
      }
    });
    if (child.stderr && onProgress) createInterface({ input: child.stderr }).on('line', onProgress);
  });
}
