import { createMcpServer, loadProtocol } from './mcp-server.js';
import type { ToolContext } from './tool.js';

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
