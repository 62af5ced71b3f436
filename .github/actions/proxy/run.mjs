// Runs `drydock proxy` around the commands of a workflow, and tells GitHub its verdict about what passed. The exit code is that of the
// commands where it is not 0, else the verdict's.
import { output, requestedReports, tellReports } from '../report.mjs';
import { flagsWith, serveWhile } from '../serve.mjs';

const { env } = process;
const action = 'drydock proxy';
const reports = requestedReports(action, 'drydock-proxy.json');
const flags = flagsWith([
  ['port', env.INPUT_PORT],
  ['spec', env.INPUT_SPEC],
  ['fail-on', env.INPUT_FAIL_ON],
  ['min-operations', env.INPUT_MIN_OPERATIONS],
  ...reports.map(([kind, file]) => ['report', `${kind}=${file}`]),
]);
const exitCode = serveWhile(action, ['proxy', env.INPUT_TARGET ?? '', ...flags]);
tellReports(reports, exitCode, { action, unreadable: 'What passed could not be judged' });
output('exit-code', String(exitCode));
process.exitCode = exitCode;
