import type { ToolContext } from './tool.js';

/** Instructions for the tools, which the server sends a client at the start. */
export function instructions({ allowControl, suite: { targets, allowWrites } }: ToolContext): string {
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
