import { serveMcp } from '../../mcp/serve-mcp.js';
import type { Command } from '../command.js';
import { packageVersion } from '../../contract/package-root.js';
import { attachedMock, attachOptions } from '../running/attach.js';
import { suiteRunner } from '../running/suite-runner.js';

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
    config: {
      value: 'FILE',
      help: 'configuration file',
      defaultText: 'drydock.config.yaml or .json here',
      isPath: true,
    },
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
