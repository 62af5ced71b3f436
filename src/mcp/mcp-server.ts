import { loadOptional } from '../contract/load-optional.js';
import { callTool, tools, inputSchema } from './call-tool.js';
import { instructions } from './instructions.js';
import type { ToolContext, Tool } from './tool.js';

/** The protocol's package, which an install may leave out. @throws OptionError where it is not installed */
export function loadProtocol<Modules>(load: () => Promise<Modules>): Promise<Modules> {
  return loadOptional('The command mcp', '@modelcontextprotocol/sdk', load);
}

/**
 * A server of the tools in the Model Context Protocol, for one client; it is connected to a transport by its caller.
 *
 * @param version of this package
 */
export async function createMcpServer(context: ToolContext, version: string) {
  const [{ McpServer }, { ErrorCode, ListToolsRequestSchema, McpError }] = await loadProtocol(() =>
    Promise.all([
      import('@modelcontextprotocol/sdk/server/mcp.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]),
  );
  const { server } = new McpServer(
    { name: 'drydock', title: 'Drydock', version },
    { instructions: instructions(context) },
  );
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map((tool) => describeTool(tool, context)),
  }));
  // The package refuses a call of the wrong form before its own handler, with a dump of its checker; here it gets a sentence too.
  server.fallbackRequestHandler = async ({ method, params }, { signal, sendNotification }) => {
    if (method !== 'tools/call') throw new McpError(ErrorCode.MethodNotFound, `There is no method ${method}`);
    const progressToken = params?._meta?.progressToken;
    let progress = 0;
    const onProgress = (message: string): void => {
      if (progressToken === undefined || signal.aborted) return;
      progress += 1;
      const notification = { progressToken, progress, message };
      sendNotification({ method: 'notifications/progress', params: notification }).catch(() => undefined);
    };
    try {
      const result = await callTool(params?.name, params?.arguments ?? {}, context, { signal, onProgress });
      return { content: textOf(JSON.stringify(result)), structuredContent: { ...result } };
    } catch (error) {
      return { content: textOf(sentenceOf(error)), isError: true };
    }
  };
  return server;
}

function textOf(text: string) {
  return [{ type: 'text' as const, text }];
}

/** The message of an error in one line: where it was thrown is of no use to a client. */
function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s*\n\s*/g, ' ').trim() || 'The call failed without a reason.';
}

/** A tool as `tools/list` shows it. */
function describeTool(tool: Tool, context: ToolContext) {
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

/**
 * Serves the tools on standard input and output, in the Model Context Protocol, until the client closes them.
 *
 * @param version of this package
 * @throws OptionError where the package of the protocol is not installed
 */
export async function serveMcp(context: ToolContext, version: string, stopped: Promise<void>): Promise<void> {
  const { StdioServerTransport } = await loadProtocol(
    () => import('@modelcontextprotocol/sdk/server/stdio.js'),
  );
  const server = await createMcpServer(context, version);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport());
  process.stdin.once('end', () => void server.close());
  await Promise.race([closed, stopped]);
  await server.close();
}
