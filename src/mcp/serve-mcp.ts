import { loadOptional } from '../contract/load-optional.js';
import { callTool, inputSchema, tools } from './call-tool.js';
import type { ToolContext } from './tool.js';

/**
 * Serves the tools on standard input and output, in the Model Context Protocol, until the client closes them.
 *
 * @param version of this package
 * @throws OptionError where the package of the protocol is not installed
 */
export async function serveMcp(context: ToolContext, version: string, stopped: Promise<void>): Promise<void> {
  const [{ McpServer }, { StdioServerTransport }, { CallToolRequestSchema, ListToolsRequestSchema }] =
    await loadOptional('The command mcp', '@modelcontextprotocol/sdk', () =>
      Promise.all([
        import('@modelcontextprotocol/sdk/server/mcp.js'),
        import('@modelcontextprotocol/sdk/server/stdio.js'),
        import('@modelcontextprotocol/sdk/types.js'),
      ]),
    );
  const { server } = new McpServer({ name: 'drydock', version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      return textResult(await callTool(params.name, params.arguments ?? {}, context));
    } catch (error) {
      return { ...textResult(error instanceof Error ? error.message : String(error)), isError: true };
    }
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const transport = new StdioServerTransport();
  await server.connect(transport);
  process.stdin.once('end', () => void server.close());
  await Promise.race([closed, stopped]);
  await server.close();
}

function described(tool: (typeof tools)[number]) {
  const { name, description, changes } = tool;
  const annotations = { readOnlyHint: changes === undefined, destructiveHint: changes === 'target' };
  return { name, description, inputSchema: inputSchema(tool), annotations };
}

function textResult(result: unknown) {
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 1);
  return { content: [{ type: 'text' as const, text }] };
}
