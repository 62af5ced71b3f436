// Runs `drydock mock` around the commands of a workflow. The exit code is that of the commands, or the mock's where it can't serve.
import { output } from '../report.mjs';
import { flagsWith, serveWhile } from '../serve.mjs';

const { env } = process;
const flags = flagsWith([
  ['port', env.INPUT_PORT],
  ['spec', env.INPUT_SPEC],
  ['scenarios', env.INPUT_SCENARIOS],
  ['scenario', env.INPUT_SCENARIO],
]);
const exitCode = serveWhile('drydock mock', ['mock', ...flags]);
output('exit-code', String(exitCode));
process.exitCode = exitCode;
