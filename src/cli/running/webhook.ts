import type { SentCallback } from '../../client/index.js';
import { printableLine } from '../../conformance/printable.js';
import type { Command } from '../command.js';
import { UsageError } from '../flags.js';
import { attachOptions, runsAgainst, sandboxOptions } from './attach.js';

/** `drydock webhook NAME --to URL`: a running mock fires a webhook of its document; without a name it lists them. */
export const webhook: Command = {
  summary: 'Fire a webhook of the document that a running mock serves; without a name, list them.',
  usage: 'webhook [NAME] [flags]',
  maxPositionals: 1,
  flags: {
    to: { value: 'URL', help: 'the receiver: this machine, or a host of --callback-host', noEnv: true },
    sandbox: { ...sandboxOptions.sandbox, help: 'whose scenario applies', defaultText: 'public' },
    ...attachOptions,
  },
  run: runsAgainst(async (mock, given, terminal) => {
    const [name] = given.positionals;
    if (name === undefined) {
      for (const { name: known, method, summary } of await mock.webhooks())
        terminal.out(printableLine(summary === '' ? `${known} ${method}` : `${known} ${method} ${summary}`));
      return 0;
    }
    const to = given.text('to');
    if (to === undefined)
      throw new UsageError(`Say where to: drydock webhook ${name} --to http://127.0.0.1:3000/hooks.`);
    const sent = await mock.sandbox(given.text('sandbox') ?? 'public').webhook(name, { to });
    for (const one of sent) terminal.out(printableLine(lineOf(one)));
    return sent.every(({ state }) => state === 'delivered') ? 0 : 1;
  }),
};

/** Such as `POST http://127.0.0.1:3000/hooks: delivered (500, 204)`. */
function lineOf({ method, url, state, attempts }: SentCallback): string {
  const results = attempts.map(({ status, failure }) => status ?? failure ?? '');
  return `${method} ${url}: ${state}${results.length === 0 ? '' : ` (${results.join(', ')})`}`;
}
