import type { DrydockEvent, MockClient, JournalSummary } from '../../client/index.js';
import { printableLine } from '../../conformance/printable.js';
import { wholeNumber } from '../../options/forms/forms.js';
import { stopSignal, type Command, type Terminal } from '../command.js';
import type { GivenFlags } from '../flags.js';
import { requestLine } from '../request-line.js';
import { attachOptions, oneSandbox, runsAgainst, sandboxOptions } from './attach.js';

const defaultLimit = 20;

/** `drydock requests`: what a running mock was asked, and with `--follow` what it is being asked. */
export const requests: Command = {
  summary: 'List what a running mock was asked.',
  usage: 'requests [flags]',
  maxPositionals: 0,
  flags: {
    follow: { help: 'go on with each request that comes, until Ctrl-C', noEnv: true },
    limit: {
      value: 'N',
      help: 'so many of the last requests',
      form: wholeNumber(0, 1000),
      default: String(defaultLimit),
      noEnv: true,
    },
    json: { help: 'a JSON object a line', noEnv: true },
    ...sandboxOptions,
    ...attachOptions,
  },
  run: runsAgainst(async (mock, given, terminal) => {
    const show = shownBy(given, terminal);
    const events = given.has('follow') ? await followed(mock, given, terminal) : undefined;
    for (const request of await lastRequests(mock, given)) show(request);
    if (!events) return 0;
    for await (const event of events)
      if (event.type === 'exchange' && event.again !== true)
        show({ sandbox: event.sandbox, ...event.request });
    return 0;
  }),
};

type Listed = JournalSummary & { readonly sandbox: string };

function shownBy(given: GivenFlags, terminal: Terminal): (request: Listed) => void {
  if (given.has('json')) return (request) => terminal.out(JSON.stringify(request));
  return ({ scenario, path, status, headBytes, ...request }) => {
    // Of a response of which nothing left, the client saw no status.
    const seen = {
      status: headBytes > 0 ? status : undefined,
      path: printableLine(path),
      scenario: scenario.join(', '),
    };
    terminal.out(requestLine({ ...request, ...seen }, terminal.color));
  };
}

/** Opened before the journal is read, so that no request is missed between the two. */
function followed(
  mock: MockClient,
  given: GivenFlags,
  terminal: Terminal,
): Promise<AsyncIterable<DrydockEvent>> {
  const sandbox = given.text('sandbox');
  return mock.events({ signal: stopSignal(terminal), ...(sandbox === undefined ? {} : { sandbox }) });
}

/** The last requests of one sandbox or of all, oldest first. */
async function lastRequests(mock: MockClient, given: GivenFlags): Promise<Listed[]> {
  const limit = given.number('limit') ?? defaultLimit;
  const chosen = oneSandbox(mock, given);
  const names = chosen ? [chosen.name] : (await mock.sandboxes()).map(({ name }) => name);
  if (limit === 0) return [];
  const lists: Listed[][] = [];
  for (const name of names) {
    const found = await mock.sandbox(name).lastRequests(limit);
    lists.push(found.map((request) => ({ sandbox: name, ...request })));
  }
  return lists
    .flat()
    .sort((a, b) => a.time.localeCompare(b.time))
    .slice(-limit);
}
