// Runs `drydock verify` and tells GitHub what it found: annotations, a summary, outputs. The exit code is the command's.
// What a target answers is in the report; nothing of it may become a workflow command, so every text is escaped.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';

const { env } = process;
/** GitHub shows ten annotations of a kind for each step; the summary has all. */
const maxAnnotations = 10;

/** `##[` is a command of the runner's old form, wherever it stands in a line. */
const escapeData = (text) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('##[', '## [');
const escapeProperty = (text) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
/** Everything that could mean something in Markdown or HTML becomes a character reference. */
const escapeMarkdown = (text) =>
  text.slice(0, 500).replace(/[^\p{L}\p{N} .,]/gu, (character) => `&#${character.codePointAt(0)};`);

for (const key of [env.DRYDOCK_KEY, env.DRYDOCK_EXPIRED_KEY, env.DRYDOCK_LIMITED_KEY])
  if (key) console.log(`::add-mask::${escapeData(key)}`);

const report = fileOf('REPORT') || 'drydock-report.json';
/** Every report of the run, with its file. */
const reports = [
  ['json', report],
  ...['sarif', 'junit', 'html', 'markdown'].map((kind) => [kind, fileOf(kind.toUpperCase())]),
].filter(([, file]) => file);
for (const [, file] of reports) rmSync(file, { force: true });
const exitCode = verify();
const found = readReport();
if (found) {
  annotate(
    'error',
    found.failures.filter(({ verdict, expectedFailure }) => verdict === 'FAIL' && !expectedFailure),
  );
  annotate(
    'warning',
    found.failures.filter(({ verdict }) => verdict === 'WARN'),
  );
  if (found.summary.couldNotJudge)
    console.log(`::error title=The server could not be judged::${escapeData(found.summary.couldNotJudge)}`);
  append(env.GITHUB_STEP_SUMMARY, summaryOf(found));
  output('report', report);
} else {
  console.log(`::error title=drydock verify::It left no report (exit code ${exitCode}).`);
}
for (const [kind, file] of reports.slice(1)) if (existsSync(file)) output(kind, file);
output('exit-code', String(exitCode));
process.exitCode = exitCode;

/** Keys go by the environment, where no list of processes shows them. */
function verify() {
  const [command, ...before] = env.DRYDOCK_COMMAND
    ? JSON.parse(env.DRYDOCK_COMMAND)
    : ['npx', '--yes', '--package', `drydock-kit@${env.INPUT_VERSION}`, 'drydock'];
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

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return undefined;
  }
}

function annotate(kind, failures) {
  for (const { rule, actual, sent, expected, seen, alsoBroken } of failures.slice(0, maxAnnotations)) {
    const also = [...new Set(alsoBroken.map((other) => other.rule.id))];
    const text = [
      `${rule.title} (${rule.id}, specification ${rule.section})`,
      `seen: ${placesOf(seen)}`,
      ...(also.length === 0 ? [] : [`also broken: ${also.join(', ')}`]),
      `expected: ${expected.join(' or ')}`,
      `actual: ${actual}`,
      sent.curl,
    ].join('\n');
    console.log(`::${kind} title=${escapeProperty(`${rule.id}: ${rule.title}`)}::${escapeData(text)}`);
  }
}

function summaryOf({ target, summary, failures }) {
  const rows = failures.map(({ verdict, rule, seen, actual }) =>
    [verdict, rule.id, rule.title, placesOf(seen), actual].map(escapeMarkdown).join(' | '),
  );
  const table =
    rows.length === 0
      ? []
      : [
          '| verdict | rule | what it says | where | what came |',
          '| --- | --- | --- | --- | --- |',
          ...rows.map((row) => `| ${row} |`),
        ];
  const counts = `${summary.failures} failures, ${summary.warnings} warnings, ${summary.cases} cases, ${summary.seconds} s`;
  return [
    `### Contract: ${escapeMarkdown(summary.verdict)}`,
    '',
    escapeMarkdown(`${target}: ${summary.couldNotJudge ?? counts}`),
    '',
    ...table,
    '',
  ].join('\n');
}

function placesOf({ operations, statuses, cases }) {
  return `${operations.join(', ')}; status ${statuses.join(' ') || 'none'}; ${cases} cases`;
}

/** A file's name from the inputs. A line break in it would end the line of an output and begin another. */
function fileOf(input) {
  const file = env[`INPUT_${input}`] ?? '';
  if (!/[\r\n]/.test(file)) return file;
  console.log(`::error title=drydock verify::${input.toLowerCase()} must be the name of a file.`);
  process.exit(2);
}

function output(name, value) {
  append(env.GITHUB_OUTPUT, `${name}=${value}\n`);
}

function append(file, text) {
  if (file) appendFileSync(file, text);
}
