import { ToolError, type Tool } from '../tool.js';

const sandbox = {
  type: 'string',
  description: 'The sandbox: NAME of a key dk_test_NAME; public for requests without a key.',
};

const listOperations: Tool = {
  name: 'list_operations',
  description: 'The operations of the document that the mock serves: id, method, path, summary.',
  properties: {},
  call: async (_args, { mock }) => (await mock()).operations(),
};

const listScenarios: Tool = {
  name: 'list_scenarios',
  description:
    'The scenarios that can be played (errors, delays, broken connections), each with what a good client does about it.',
  properties: { operation: { type: 'string', description: 'Only those that apply to this operation.' } },
  async call(args, { mock }) {
    const running = await mock();
    const operation = args.text('operation');
    const ids = (await running.operations()).map(({ id }) => id);
    if (operation !== undefined && !ids.includes(operation))
      throw new ToolError(
        `The document has no operation ${JSON.stringify(operation)}; it has ${ids.join(', ')}.`,
      );
    const all = await running.scenarios();
    return all.filter(
      ({ operations }) => operation === undefined || operations === 'all' || operations.includes(operation),
    );
  },
};

const setScenario: Tool = {
  name: 'set_scenario',
  description:
    'Plays scenarios from now on, in one sandbox or for everyone without a scenario of their own; normal switches them off.',
  properties: {
    scenario: {
      type: 'string',
      minLength: 1,
      description: 'A name of list_scenarios; several between commas.',
    },
    sandbox: { ...sandbox, description: `${sandbox.description} Without it, for everyone.` },
  },
  required: ['scenario'],
  changes: 'mock',
  async call(args, { mock }) {
    const names = (args.text('scenario') ?? '').split(',').map((name) => name.trim());
    const running = await mock();
    const name = args.text('sandbox');
    if (name === undefined) await running.setDefaultScenario(...names);
    else await running.sandbox(name).scenario(...names);
    return { sandbox: name ?? 'everyone', scenario: names.join(', ') };
  },
};

const getRequests: Tool = {
  name: 'get_requests',
  description:
    'The last requests of a sandbox with their responses, oldest first: what was sent, what was wrong with it, what was answered, and which scenario played.',
  properties: {
    sandbox,
    operation: {
      type: 'string',
      description: 'Only of this operation; none for requests that matched none.',
    },
    status: { type: 'string', description: 'Only with this status, such as 404, or class, such as 4XX.' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  },
  required: ['sandbox'],
  async call(args, { mock }) {
    const { sandbox: name, limit = 10 } = args.pick('sandbox', 'limit') as {
      sandbox: string;
      limit?: number;
    };
    const found = await (await mock()).sandbox(name).requests(args.pick('operation', 'status'));
    return found.slice(-limit);
  },
};

const verifyRequests: Tool = {
  name: 'verify_requests',
  description:
    'Checks what a client has sent against what is expected of it: which requests, how often, in which order, and whether it waited after each 429.',
  properties: {
    sandbox,
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
  call: async (args, { mock }) =>
    (await mock()).sandbox(args.text('sandbox')).verify(args.pick('requests', 'inOrder', 'backoff')),
};

const getCoverage: Tool = {
  name: 'get_coverage',
  description:
    'Which operations, statuses, errors and request fields of the document the clients of the mock have met, in all sandboxes or in one.',
  properties: { sandbox },
  async call(args, { mock }) {
    const running = await mock();
    const name = args.text('sandbox');
    if (name === undefined) return running.coverage();
    const names = (await running.sandboxes()).map((one) => one.name);
    if (!names.includes(name))
      throw new ToolError(
        `The mock has no sandbox ${JSON.stringify(name)}; it has ${names.join(', ') || 'none'}.`,
      );
    return running.sandbox(name).coverage();
  },
};

/** Tools over the mock. */
export const mockTools: readonly Tool[] = [
  listOperations,
  listScenarios,
  setScenario,
  getRequests,
  verifyRequests,
  getCoverage,
];
