import { Ajv2020 } from 'ajv/dist/2020.js';
import { problemsOf } from '../contract/validation/problem-text.js';
import { nearest } from '../contract/nearest-names.js';
import { ToolArguments, ToolError, type Tool, type ToolContext } from './tool.js';
import { mockTools } from './tools/mock-tools.js';
import { suiteTools } from './tools/suite-tools.js';

export const tools: readonly Tool[] = [...mockTools, ...suiteTools];

/** The JSON Schema of a tool's arguments. */
export function inputSchema({ properties, required = [] }: Tool) {
  return { type: 'object' as const, additionalProperties: false, properties, required: [...required] };
}

/**
 * Calls a tool.
 *
 * @returns its result, ready for JSON
 * @throws Error with one sentence for whatever keeps it from one
 */
export async function callTool(name: string, given: unknown, context: ToolContext): Promise<unknown> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw unknownTool(name);
  const accepts = new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile(inputSchema(tool));
  if (!accepts(given)) {
    const problems = problemsOf(accepts.errors ?? [], 'the arguments').map(({ text }) => text);
    throw new ToolError(`${problems.join('; ')}.`);
  }
  if (tool.changes === 'mock' && !context.allowControl)
    throw new ToolError(
      `${name} changes the mock: the person who runs this must start drydock mcp with --allow-control.`,
    );
  return tool.call(new ToolArguments(given), context);
}

function unknownTool(name: string): ToolError {
  const names = tools.map((tool) => tool.name);
  const [near] = nearest(name, names, 1);
  const advice = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${near}?`;
  return new ToolError(`There is no tool ${JSON.stringify(name)}. ${advice}`);
}
