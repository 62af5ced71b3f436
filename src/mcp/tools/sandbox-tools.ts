import type { MockClient, Sandbox } from '../../client/index.js';
import {
  boolean,
  integer,
  listOf,
  nullableInteger,
  objectOf,
  openObject,
  sandboxArgument,
  string,
  strings,
} from '../schemas.js';
import type { Tool } from '../tool.js';
import { explainedExchange, lineOf, lineSchema, withLine } from './exchange-lines.js';
import { refuseBeside } from './list-tools.js';

const setScenario: Tool = {
  name: 'set_scenario',
  title: 'Set the scenario',
  description:
    'Plays scenarios from now on, in one sandbox or for everyone without a scenario of their own; normal ends them.',
  properties: {
    scenario: {
      type: 'string',
      minLength: 1,
      description: 'A name of list_scenarios; several between commas.',
    },
    sandbox: { ...sandboxArgument, description: `${sandboxArgument.description} Without it, for everyone.` },
  },
  required: ['scenario'],
  output: objectOf({
    sandbox: { type: ['string', 'null'], description: 'Null for everyone without a scenario of their own.' },
    scenario: string,
  }),
  changes: 'mock',
  hints: { destructive: false, idempotent: false },
  async call(args, { mock }) {
    const names = (args.text('scenario') ?? '').split(',').map((name) => name.trim());
    const running = await mock();
    const name = args.text('sandbox');
    if (name === undefined) await running.setDefaultScenario(...names);
    else await running.sandbox(name).scenario(...names);
    return { sandbox: name ?? null, scenario: names.join(', ') };
  },
};

const resetSandbox: Tool = {
  name: 'reset_sandbox',
  title: 'Reset a sandbox',
  description:
    'Makes a sandbox as if it had never been used: its scenario, quota, clock, documents, recorded requests and coverage go. Other sandboxes stay as they are.',
  properties: { sandbox: sandboxArgument },
  required: ['sandbox'],
  output: objectOf({ sandbox: string }),
  changes: 'mock',
  hints: { destructive: true, idempotent: true },
  async call(args, { mock }) {
    const sandbox = (await mock()).sandbox(args.text('sandbox'));
    await sandbox.reset();
    return { sandbox: sandbox.name };
  },
};

const getRequests: Tool = {
  name: 'get_requests',
  title: 'Get requests',
  description:
    'The requests of a sandbox, newest first, a line each; with ids in full: headers, bodies, what was wrong with the request and what each charge is made of.',
  properties: {
    sandbox: sandboxArgument,
    ids: {
      type: 'array',
      items: { type: 'integer', minimum: 1 },
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'These, in full; without further arguments.',
    },
    operation: {
      type: 'string',
      description: 'Only of this operation; none for requests that matched none.',
    },
    status: { type: 'string', description: 'Only with this status, such as 404, or class, such as 4XX.' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    before: {
      type: 'integer',
      minimum: 1,
      description: 'Goes back in time: what a page gave as next. New requests move no page.',
    },
  },
  required: ['sandbox'],
  output: objectOf(
    {
      sandbox: string,
      requests: listOf(objectOf(lineSchema.always, { ...lineSchema.sometimes, exchange: explainedExchange })),
      next: {
        ...nullableInteger,
        description: 'Give it as before for the next page, of earlier requests; null on the last one.',
      },
    },
    { note: { type: 'string', description: 'Where nothing was found, what may help.' } },
  ),
  async call(args, { mock }) {
    const running = await mock();
    const sandbox = running.sandbox(args.text('sandbox'));
    const ids = args.numbers('ids');
    if (ids) {
      refuseBeside(args.pick('operation', 'status', 'limit', 'before'), 'ids');
      const exchanges = await Promise.all(ids.map((id) => sandbox.request(id)));
      return { sandbox: sandbox.name, requests: exchanges.map(withLine), next: null };
    }
    const limit = args.number('limit') ?? 20;
    // One more than the page tells whether another page follows.
    const found = await sandbox.lastRequests(limit + 1, args.pick('operation', 'status', 'before'));
    const page = found.slice(-limit).reverse();
    const next = found.length > limit ? (page.at(-1)?.id ?? null) : null;
    const isEmpty = page.length === 0 && args.number('before') === undefined;
    return {
      sandbox: sandbox.name,
      requests: page.map(lineOf),
      next,
      ...(isEmpty ? { note: await whereRequestsAre(running) } : {}),
    };
  },
};

async function whereRequestsAre(mock: MockClient): Promise<string> {
  const used = (await mock.sandboxes()).filter(({ journalled }) => journalled > 0);
  if (used.length === 0) return 'No sandbox has requests yet.';
  const names = used.slice(0, 10).map(({ name, journalled }) => `${name} (${journalled})`);
  return `Sandboxes with requests: ${names.join(', ')}${used.length > 10 ? ', and others' : ''}.`;
}

const verifyRequests: Tool = {
  name: 'verify_requests',
  title: 'Verify requests',
  description:
    'Checks what a client has sent against what is expected of it: which requests, how often, in which order, and whether it waited after each 429.',
  properties: {
    sandbox: sandboxArgument,
    requests: {
      type: 'array',
      items: { type: 'object' },
      description:
        'Each with any of operation, method, path, status, scenario, query, headers, body, pointers, and times (a number, or {atLeast, atMost}).',
    },
    inOrder: { type: 'boolean' },
    backoff: { type: 'boolean', description: 'Whether the client waited as long as each 429 asked.' },
  },
  required: ['sandbox'],
  output: objectOf(
    {
      verified: boolean,
      checks: listOf(
        objectOf({
          request: { type: 'object' },
          expected: string,
          found: integer,
          passed: boolean,
          ids: listOf(integer),
          nearMisses: listOf(
            objectOf({
              id: integer,
              summary: objectOf(lineSchema.always, lineSchema.sometimes),
              differences: strings,
            }),
          ),
        }),
      ),
    },
    { order: openObject({ passed: boolean, why: string }), backoff: openObject({ why: string }) },
  ),
  async call(args, { mock }) {
    const sandbox = (await mock()).sandbox(args.text('sandbox'));
    const { checks, ...verdict } = await sandbox.verify(args.pick('requests', 'inOrder', 'backoff'));
    return { ...verdict, checks: checks.map(shortCheck) };
  },
};

function shortCheck(check: Awaited<ReturnType<Sandbox['verify']>>['checks'][number]) {
  const nearMisses = check.nearMisses.map((miss) => ({ ...miss, summary: lineOf(miss.summary) }));
  return { ...check, nearMisses };
}

/** Tools over one sandbox. */
export const sandboxTools: readonly Tool[] = [setScenario, resetSandbox, getRequests, verifyRequests];
