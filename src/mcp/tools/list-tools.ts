import type { MockClient, Scenario } from '../../client/index.js';
import { nextSchema, pageAfter, pageArguments } from '../page.js';
import { boolean, integer, listOf, objectOf, string, strings } from '../schemas.js';
import { noSuchName, ToolError, type Tool } from '../tool.js';

const listOperations: Tool = {
  name: 'list_operations',
  title: 'List operations',
  description:
    'The address of the mock, and the operations of the document that it serves: id, method, path, summary.',
  properties: pageArguments(100),
  output: objectOf({
    url: { type: 'string', description: 'To which the paths are added.' },
    operations: listOf(objectOf({ id: string, method: string, path: string, summary: string })),
    next: nextSchema,
  }),
  async call(args, { mock }) {
    const running = await mock();
    const { items, next } = pageAfter(await running.operations(), ({ id }) => id, args, 100);
    return { url: running.url, operations: items, next };
  },
};

const listScenarios: Tool = {
  name: 'list_scenarios',
  title: 'List scenarios',
  description:
    'The scenarios that can be played (errors, delays, broken connections), a line each; with names in full, with what a good client does about each.',
  properties: {
    operation: { type: 'string', description: 'Only those that apply to this operation.' },
    search: { type: 'string', description: 'Only those that have this text, such as 429, slow or retry.' },
    names: {
      type: 'array',
      items: string,
      minItems: 1,
      maxItems: 20,
      description: 'These, in full; without further arguments.',
    },
    ...pageArguments(50),
  },
  output: objectOf({
    scenarios: listOf(
      objectOf(
        { name: string, title: string },
        {
          breaksContract: {
            type: 'boolean',
            description: 'Its responses break the document on purpose; in a line left out where they do not.',
          },
          ...{ advice: string, does: string, operations: { anyOf: [{ const: 'all' }, strings] } },
          source: string,
        },
      ),
    ),
    next: nextSchema,
  }),
  async call(args, { mock }) {
    const running = await mock();
    const all = await running.scenarios();
    const names = args.texts('names');
    if (names) {
      refuseBeside(args.pick('operation', 'search', 'after', 'limit'), 'names');
      return { scenarios: names.map((name) => scenarioOf(name, all)), next: null };
    }
    const [operation, search = ''] = [args.text('operation'), args.text('search')];
    if (operation !== undefined) await refuseUnknown(operation, running);
    const chosen = all.filter((one) => appliesTo(one, operation) && hasText(one, search));
    const { items, next } = pageAfter(chosen, ({ name }) => name, args, 50);
    return { scenarios: items.map(lineOf), next };
  },
};

function lineOf({ name, title, breaksContract }: Scenario) {
  return breaksContract ? { name, title, breaksContract } : { name, title };
}

function appliesTo({ operations }: Scenario, operation: string | undefined): boolean {
  return operation === undefined || operations === 'all' || operations.includes(operation);
}

function hasText({ name, title, advice, does }: Scenario, search: string): boolean {
  return [name, title, advice, does].some((text) => text.toLowerCase().includes(search.toLowerCase()));
}

function scenarioOf(name: string, all: readonly Scenario[]): Scenario {
  const found = all.find((one) => one.name === name);
  if (found) return found;
  const names = all.map((one) => one.name);
  const what = `There is no scenario ${JSON.stringify(name)}`;
  throw noSuchName(what, name, names, 'list_scenarios without names lists them.');
}

async function refuseUnknown(operation: string, mock: MockClient): Promise<void> {
  const ids = (await mock.operations()).map(({ id }) => id);
  if (ids.includes(operation)) return;
  const what = `The document has no operation ${JSON.stringify(operation)}`;
  throw noSuchName(what, operation, ids, 'list_operations lists them.');
}

/** @throws ToolError for arguments that make no sense beside a list of keys */
export function refuseBeside(others: Readonly<Record<string, unknown>>, key: string): void {
  const [other] = Object.keys(others);
  if (other !== undefined) throw new ToolError(`${other} can't be given beside ${key}.`);
}

const getCoverage: Tool = {
  name: 'get_coverage',
  title: 'Get coverage',
  description:
    'Which operations, statuses, errors and request fields of the document the clients of the mock have met, in all sandboxes or in one.',
  properties: {
    sandbox: { type: 'string', description: 'Only this sandbox.' },
    ...pageArguments(20),
  },
  output: objectOf({
    totals: objectOf({ operations: share(), statuses: share(), errors: share(), fields: share() }),
    operations: listOf(
      objectOf({
        id: string,
        seen: boolean,
        statuses: flags('By status as the document writes it.'),
        undocumented: listOf(integer),
        scenarios: strings,
        fields: flags('By JSON pointer into the request body, * for every element of an array.'),
      }),
    ),
    scenarios: objectOf({ met: strings, notMet: strings }),
    next: nextSchema,
  }),
  async call(args, { mock }) {
    const running = await mock();
    const name = args.text('sandbox');
    if (name !== undefined) await refuseUnknownSandbox(name, running);
    const found = await (name === undefined ? running : running.sandbox(name)).coverage();
    const { items, next } = pageAfter(found.operations, ({ id }) => id, args, 20);
    return { totals: found.totals, operations: items, scenarios: found.scenarios, next };
  },
};

function share() {
  return objectOf({ seen: integer, of: integer, percent: { type: 'number' } });
}

function flags(description: string) {
  return { type: 'object', additionalProperties: boolean, description };
}

async function refuseUnknownSandbox(name: string, mock: MockClient): Promise<void> {
  const names = (await mock.sandboxes()).map((one) => one.name);
  if (names.includes(name)) return;
  throw new ToolError(
    `The mock has no sandbox ${JSON.stringify(name)}; it has ${names.slice(0, 20).join(', ') || 'none'}.`,
  );
}

/** Tools that list what the mock has, and what of it was met. */
export const listTools: readonly Tool[] = [listOperations, listScenarios, getCoverage];
