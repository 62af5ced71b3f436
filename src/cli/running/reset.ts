import type { Command } from '../command.js';
import { attachOptions, oneSandbox, runsAgainst, sandboxOptions } from './attach.js';

/** `drydock reset`: a running mock as it was at its start, or one sandbox of it. */
export const reset: Command = {
  summary: 'Reset a running mock: scenario, quota, orders, journal and coverage.',
  usage: 'reset [flags]',
  maxPositionals: 0,
  flags: { ...sandboxOptions, ...attachOptions },
  run: runsAgainst(async (mock, given, terminal) => {
    const sandbox = oneSandbox(mock, given);
    await (sandbox ?? mock).reset();
    terminal.out(sandbox ? `Sandbox ${sandbox.name} is as new.` : 'Every sandbox is as new.');
    return 0;
  }),
};
