// Runs `drydock verify` and tells GitHub what it found. The exit code is the command's.
import { spawnSync } from 'node:child_process';
import { drydockCommand, escapeData, output, requestedReports, tellReports } from '../report.mjs';

const { env } = process;
const action = 'drydock verify';

for (const key of [env.DRYDOCK_KEY, env.DRYDOCK_EXPIRED_KEY, env.DRYDOCK_LIMITED_KEY])
  if (key) console.log(`::add-mask::${escapeData(key)}`);

const reports = requestedReports(action, 'drydock-report.json');
const exitCode = verify();
tellReports(reports, exitCode, { action, unreadable: 'The server could not be judged' });
output('exit-code', String(exitCode));
process.exitCode = exitCode;

/** Keys go by the environment, where no list of processes shows them. */
function verify() {
  const [command, ...before] = drydockCommand();
  const args = [
    'verify',
    `--level=${env.INPUT_LEVEL || 'must'}`,
    ...reports.map(([kind, file]) => `--report=${kind}=${file}`),
    ...(env.INPUT_TRUST_CONFIG === 'true' ? ['--trust-config'] : []),
    '--',
    env.INPUT_URL ?? '',
  ];
  const { status, stdout, stderr, error } = spawnSync(command, [...before, ...args], { encoding: 'utf8' });
  for (const line of `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.split(/[\r\n]+/))
    if (line !== '') console.log(`drydock: ${line.replaceAll('##[', '## [')}`);
  return status ?? 1;
}
