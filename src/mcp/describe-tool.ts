import { inputSchema } from './call-tool.js';
import type { Tool, ToolContext } from './tool.js';

/** A tool as `tools/list` shows it. */
export function describeTool(tool: Tool, context: ToolContext) {
  const { name, title, description, output } = tool;
  return {
    ...{ name, title, description, inputSchema: inputSchema(tool) },
    outputSchema: output as { type: 'object' } & Record<string, unknown>,
    annotations: { title, ...hintsOf(tool, context) },
  };
}

/** Only a target, which may be anybody's server, lies outside what the mock and this folder have. */
function hintsOf({ changes, hints }: Tool, { suite }: ToolContext) {
  if (changes === 'target') {
    return {
      ...{ readOnlyHint: false, destructiveHint: suite.allowWrites },
      ...{ idempotentHint: false, openWorldHint: true },
    };
  }
  if (!hints)
    return { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return {
    ...{ readOnlyHint: false, destructiveHint: hints.destructive },
    ...{ idempotentHint: hints.idempotent, openWorldHint: false },
  };
}
