import type { Command } from '../command.js';
import { UsageError } from '../flags.js';
import { attachOptions, oneSandbox, runsAgainst, sandboxOptions } from './attach.js';

/** `drydock use NAME`: the scenario that a running mock plays from now on. */
export const use: Command = {
  summary: 'Choose the scenario of a running mock; normal ends it.',
  usage: 'use NAME [flags]',
  maxPositionals: 1,
  flags: { ...sandboxOptions, ...attachOptions },
  run: runsAgainst(async (mock, given, terminal) => {
    const [names] = given.positionals;
    if (names === undefined)
      throw new UsageError('Say which scenario: drydock use flaky. drydock scenarios lists them.');
    const sandbox = oneSandbox(mock, given);
    const list = names.split(',').map((name) => name.trim());
    if (sandbox) await sandbox.scenario(...list);
    else await mock.setDefaultScenario(...list);
    terminal.out(
      `${sandbox ? `Sandbox ${sandbox.name}` : 'Everyone without a scenario of their own'}: ${names}`,
    );
    return 0;
  }),
};
