// Runs `drydock diff` and tells GitHub what it found: annotations, a summary, outputs. The exit code is the command's.
// What a document or a recording says must not become a workflow command, so every text is escaped.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';

const { env } = process;
/** GitHub shows ten annotations of a kind for each step; the summary has all. */
const maxAnnotations = 10;

/** `##[` is a command of the runner's old form, wherever it stands in a line. */
const escapeData = (text) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('##[', '## [');
const escapeProperty = (text) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const report = fileOf('REPORT') || 'drydock-diff.json';
const sarif = fileOf('SARIF');
const summary = `${report}.md`;
for (const file of [report, summary]) rmSync(file, { force: true });
const exitCode = compare();
if (existsSync(report)) {
  const { changes } = JSON.parse(readFileSync(report, 'utf8'));
  const breaking = changes.filter(({ effect, expected }) => effect === 'breaking' && !expected);
  annotate(
    'error',
    breaking.filter(({ met }) => met === null || met.exchanges > 0),
  );
  annotate(
    'warning',
    breaking.filter(({ met }) => met !== null && met.exchanges === 0),
  );
  append(env.GITHUB_STEP_SUMMARY, readFileSync(summary, 'utf8'));
  append(env.GITHUB_OUTPUT, `report=${report}\n`);
} else {
  console.log(`::error title=drydock diff::It left no report (exit code ${exitCode}).`);
}
rmSync(summary, { force: true });
append(env.GITHUB_OUTPUT, `exit-code=${exitCode}\n`);
process.exitCode = exitCode;

function compare() {
  const [command, ...before] = env.DRYDOCK_COMMAND
    ? JSON.parse(env.DRYDOCK_COMMAND)
    : ['npx', '--yes', '--package', `drydock-kit@${env.INPUT_VERSION}`, 'drydock'];
  const given = [
    ['met', env.INPUT_MET],
    ['fail-on', env.INPUT_FAIL_ON],
    ['expected-changes', env.INPUT_EXPECTED_CHANGES],
    ['report', `json=${report}`],
    ['report', `markdown=${summary}`],
    ['report', sarif && `sarif=${sarif}`],
  ];
  const flags = given.flatMap(([name, value]) => (value ? [`--${name}=${value}`] : []));
  const args = ['diff', ...flags, '--', env.INPUT_OLD ?? '', env.INPUT_NEW ?? ''];
  const { status, stdout, stderr, error } = spawnSync(command, [...before, ...args], { encoding: 'utf8' });
  for (const line of `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.split(/[\r\n]+/))
    if (line !== '') console.log(`drydock: ${line.replaceAll('##[', '## [')}`);
  return status ?? 2;
}

function annotate(level, changes) {
  for (const change of changes.slice(0, maxAnnotations)) {
    const { file = '', line = 1 } = change.new ?? change.old ?? {};
    const place = `file=${escapeProperty(file)},line=${line}`;
    console.log(`::${level} ${place},title=${escapeProperty(change.kind)}::${escapeData(textOf(change))}`);
  }
}

function textOf({ at, text, met }) {
  const [{ operation } = {}] = at;
  const where = operation ? `${operation.method.toUpperCase()} ${operation.path}: ` : '';
  const who = met?.exchanges > 0 ? `, met in ${met.exchanges} recorded exchanges such as ${met.example}` : '';
  return `${where}${text}${who}`;
}

/** A file's name from the inputs. A line break in it would end the line of an output and begin another. */
function fileOf(input) {
  const file = env[`INPUT_${input}`] ?? '';
  if (!/[\r\n]/.test(file)) return file;
  console.log(`::error title=drydock diff::${input.toLowerCase()} must be the name of a file.`);
  process.exit(2);
}

function append(file, text) {
  if (file) appendFileSync(file, text);
}
