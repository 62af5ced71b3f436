import { runCli } from '../../../cli/testing/run-cli.js';
import { drydock, type MockClient } from '../../../client/index.js';
import { callTool } from '../../../mcp/call-tool.js';
import type { SuiteReport } from '../../../mcp/suite-report.js';
import type { ToolContext } from '../../../mcp/tool.js';
import { fenced, type MadeParts } from './markdown-table.js';

function contextOf(mock: MockClient, report?: SuiteReport): ToolContext {
  const suite = { targets: [], allowWrites: false, last: () => report, run: () => none('no target') };
  return {
    mock: () => Promise.resolve(mock),
    allowControl: false,
    suite,
    compare: () => none('no document'),
  };
}

function none(reason: string): Promise<never> {
  return Promise.reject(new Error(`There is ${reason}.`));
}

/** Without what differs from run to run: the port, the time and the folder of the document. */
function block(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:4010')
    .replace(/"time": "[^"]+"/g, '"time": "2026-01-01T00:00:00.000Z"')
    .replace(/"file": "[^"]*\/([^"/]+)"/g, '"file": "$1"');
  return fenced('json', text);
}

/** Results of tools for coding agents. */
export const agentParts: MadeParts = {
  /** The result of `get_requests` after a request, and after one that a scenario broke. */
  async 'mcp-requests'() {
    await using mock = await drydock.start();
    const sandbox = mock.sandbox('docs');
    await (await fetch(`${mock.url}/categories`, { headers: sandbox.headers() })).text();
    await (await fetch(`${mock.url}/categories`, { headers: sandbox.headers('rate-limited') })).text();
    const result = await callTool('get_requests', { sandbox: 'docs', limit: 1 }, contextOf(mock));
    return block(result);
  },
  /** The parts of what `explain_failure` returns that lead to the requirement. */
  async 'mcp-explained'() {
    await using mock = await drydock.start();
    const key = mock.sandbox('docs').keyWith('broken-null-list');
    const options = ['--only', 'envelope/data', '--budget', '20', '--key', key];
    const { out } = await runCli(['verify', mock.url, ...options, '--report', 'json']);
    const context = contextOf(mock, JSON.parse(out) as SuiteReport);
    const { rule, failures } = await callTool('explain_failure', { rule: 'envelope/data' }, context);
    const [{ sent, curl, actual, pointer, document } = {}] = failures as Record<string, unknown>[];
    return block({ rule, failures: [{ sent, curl, actual, pointer, document }] });
  },
};
