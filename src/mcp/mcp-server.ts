import { loadOptional } from '../contract/load-optional.js';
import { packageVersion } from '../contract/package-root.js';
import { callTool, tools, inputSchema } from './call-tool.js';
import type { ToolContext, Tool } from './tool.js';

/** The protocol's package, which an install may leave out. @throws OptionError where it is not installed */
export function loadProtocol<Modules>(load: () => Promise<Modules>): Promise<Modules> {
  return loadOptional('The command mcp', '@modelcontextprotocol/sdk', load);
}

/** A server of the tools in the Model Context Protocol, for one client; it is connected to a transport by its caller. */
export async function createMcpServer(context: ToolContext) {
  const [{ McpServer }, { ErrorCode, ListToolsRequestSchema, McpError }] = await loadProtocol(() =>
    Promise.all([
      import('@modelcontextprotocol/sdk/server/mcp.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]),
  );
  const { server } = new McpServer(
    { name: 'drydock', title: 'Drydock', version: packageVersion() },
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

/** Instructions for the tools, which the server sends a client at the start. */
function instructions({ allowControl, suite: { targets, allowWrites } }: ToolContext): string {
  const control = allowControl
    ? 'set_scenario and reset_sandbox change the mock, and are allowed here.'
    : 'set_scenario and reset_sandbox are refused here: they need drydock mcp --allow-control. Headers and keys force scenarios all the same.';
  const writes = allowWrites ? 'may change data on them' : 'sends nothing that may change data on them';
  const verify =
    targets.length === 0
      ? 'run_verify has no target here: it needs drydock mcp --target URL.'
      : `run_verify checks ${targets.join(', ')}, and ${writes}.`;
  return [...guide, `${control} ${verify}`].join('\n');
}

const guide = [
  "Drydock is a mock of an HTTP API, with a suite that checks servers against the API's document.",
  '1. Begin with list_operations: the address of the mock and its operations.',
  '2. Send requests with the key dk_test_NAME, a NAME of your own for each test: it makes the sandbox NAME, whose scenario, quota, documents and recorded requests nobody else sees.',
  '3. To force an error, a delay or a broken connection, look one up with list_scenarios (operation, search), then play it for one request with the header X-Mock-Scenario: SCENARIO, for a client in which only the key can be set with the key dk_test_NAME~SCENARIO, or for a whole sandbox with set_scenario. status-CODE forces a documented error.',
  '4. get_requests lists what a sandbox received, newest first, a line each; give ids for headers and bodies. A request with problems is explained by explain_failure with sandbox and request. verify_requests checks what a client sent, and whether it waited after each 429.',
  '5. run_verify checks a server against the contract; then explain_failure with a rule of brokenRules gives the sentence of the specification, the request as curl, and file, line and JSON pointer in the document. Fix the rules in the order of brokenRules.',
  '6. reset_sandbox empties one sandbox and leaves the others. Before it, read what you need: recorded requests go too.',
  'Lists come in pages: while next is not null, give it as after (get_requests: as before) for the rest.',
];

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

function hintsOf({ changes, hints }: Tool, { suite }: ToolContext) {
  // A target may be anybody's server, and lies outside what the mock and this folder have.
  const isOfTarget = changes === 'target';
  return {
    readOnlyHint: changes === undefined,
    destructiveHint: isOfTarget ? suite.allowWrites : (hints?.destructive ?? false),
    idempotentHint: !isOfTarget && (hints?.idempotent ?? true),
    openWorldHint: isOfTarget,
  };
}

/**
 * Serves the tools on standard input and output, in the Model Context Protocol, until the client closes them.
 *
 * @throws OptionError where the package of the protocol is not installed
 */
export async function serveMcp(context: ToolContext, stopped: Promise<void>): Promise<void> {
  const { StdioServerTransport } = await loadProtocol(
    () => import('@modelcontextprotocol/sdk/server/stdio.js'),
  );
  const server = await createMcpServer(context);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport());
  process.stdin.once('end', () => void server.close());
  await Promise.race([closed, stopped]);
  await server.close();
}
