import { Ajv2020 } from 'ajv/dist/2020.js';
import { problemsOf } from '../contract/validation/problem-text.js';
import { didYouMean } from '../contract/nearest-names.js';
import { ToolArguments, ToolError, type RunningCall, type Tool, type ToolContext } from './tool.js';
import { compareDocuments } from './tools/compare-documents.js';
import { explainFailure } from './tools/explain-failure.js';
import { listTools } from './tools/list-tools.js';
import { runVerify } from './tools/run-verify.js';
import { sandboxTools } from './tools/sandbox-tools.js';

export const tools: readonly Tool[] = [
  ...listTools,
  ...sandboxTools,
  runVerify,
  explainFailure,
  compareDocuments,
];

/** The JSON Schema of a tool's arguments. */
export function inputSchema({ properties, required = [] }: Tool) {
  return { type: 'object' as const, additionalProperties: false, properties, required: [...required] };
}

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });
/** Each tool's schema of arguments, compiled once. */
const validators = new Map(tools.map((tool) => [tool, ajv.compile(inputSchema(tool))]));

/**
 * Calls a tool.
 *
 * @returns its result, as its `output` describes it
 * @throws Error with one sentence for whatever keeps it from one
 */
export async function callTool(
  name: unknown,
  given: unknown,
  context: ToolContext,
  running: RunningCall = {},
): Promise<Readonly<Record<string, unknown>>> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw unknownTool(name);
  const accepts = validators.get(tool);
  if (accepts && !accepts(given)) {
    const problems = problemsOf(accepts.errors ?? [], 'the arguments').map(({ text }) => text);
    throw new ToolError(sentence(problems.join('; ')));
  }
  if (tool.changes === 'mock' && !context.allowControl)
    throw new ToolError(
      `${tool.name} changes the mock: the person who runs this must start drydock mcp with --allow-control.`,
    );
  return tool.call(new ToolArguments(given as Readonly<Record<string, unknown>>), context, running);
}

function unknownTool(name: unknown): ToolError {
  if (typeof name !== 'string') return new ToolError('The call must name a tool.');
  const names = tools.map((tool) => tool.name);
  const advice = didYouMean(name, names, `There are ${names.join(', ')}.`);
  return new ToolError(`There is no tool ${JSON.stringify(name.slice(0, 100))}. ${advice}`);
}

function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}
