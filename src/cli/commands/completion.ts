import type { Command } from '../command.js';
import { completionScripts } from '../completion/scripts.js';
import { UsageError } from '../flags.js';

/** `drydock completion SHELL`: a script by which a shell completes commands and flags. */
export function completion(loadAll: () => Promise<ReadonlyMap<string, Command>>): Command {
  return {
    summary: 'Print what completes drydock in bash, zsh or fish.',
    usage: 'completion bash|zsh|fish',
    maxPositionals: 1,
    flags: {},
    async run(given, terminal) {
      const [shell = ''] = given.positionals;
      const script = Object.hasOwn(completionScripts, shell)
        ? completionScripts[shell as keyof typeof completionScripts]
        : undefined;
      if (!script)
        throw new UsageError(
          'Say which shell: drydock completion bash, zsh or fish. In bash: source <(drydock completion bash).',
        );
      terminal.write(script(await loadAll()));
      return 0;
    },
  };
}
