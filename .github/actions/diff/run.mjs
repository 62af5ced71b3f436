// Runs `drydock diff` and tells GitHub what it found: annotations, a summary, outputs. The exit code is the command's.
// A document's or a recording's text must not become a workflow command, so every text is escaped.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { append, drydockCommand, escapeData, escapeProperty, fileOf, output } from '../report.mjs';

const { env } = process;
const action = 'drydock diff';
/** GitHub shows ten annotations of a kind for each step; the summary has all. */
const maxAnnotations = 10;

const report = fileOf(action, 'REPORT') || 'drydock-diff.json';
const sarif = fileOf(action, 'SARIF');
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
  output('report', report);
} else {
  console.log(`::error title=${action}::It left no report (exit code ${exitCode}).`);
}
rmSync(summary, { force: true });
output('exit-code', String(exitCode));
process.exitCode = exitCode;

function compare() {
  const [command, ...before] = drydockCommand();
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
