// Shared by the actions: the command, and what GitHub is told of a report: annotations, a summary, outputs.
// A target's responses are in the report; nothing of them may become a workflow command, so every text is escaped.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';

const { env } = process;
/** GitHub shows ten annotations of a kind for each step; the summary has all. */
const maxAnnotations = 10;

/** `##[` is a command of the runner's old form, wherever it stands in a line. */
export const escapeData = (text) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('##[', '## [');
export const escapeProperty = (text) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
/** Everything that could mean something in Markdown or HTML becomes a character reference. */
const escapeMarkdown = (text) =>
  text.slice(0, 500).replace(/[^\p{L}\p{N} .,]/gu, (character) => `&#${character.codePointAt(0)};`);

/** The words that start drydock. Those of a test replace them. */
export function drydockCommand() {
  if (env.DRYDOCK_COMMAND) return JSON.parse(env.DRYDOCK_COMMAND);
  return ['npx', '--yes', '--package', `drydock-kit@${env.INPUT_VERSION}`, 'drydock'];
}

/** Every report of a run, with its file; those of earlier runs go. @param json file of the JSON report where the input names none */
export function requestedReports(action, json) {
  const reports = [
    ['json', fileOf(action, 'REPORT') || json],
    ...['sarif', 'junit', 'html', 'markdown'].map((kind) => [kind, fileOf(action, kind.toUpperCase())]),
  ].filter(([, file]) => file);
  for (const [, file] of reports) rmSync(file, { force: true });
  return reports;
}

/** Tells GitHub what the reports say. @param unreadable said where there is none */
export function tellReports(reports, exitCode, { action, unreadable }) {
  const [[, json]] = reports;
  const found = readReport(json);
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
      console.log(`::error title=${unreadable}::${escapeData(found.summary.couldNotJudge)}`);
    append(env.GITHUB_STEP_SUMMARY, summaryOf(found));
    output('report', json);
  } else {
    console.log(`::error title=${action}::It left no report (exit code ${exitCode}).`);
  }
  for (const [kind, file] of reports.slice(1)) if (existsSync(file)) output(kind, file);
}

function readReport(report) {
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
export function fileOf(action, input) {
  const file = env[`INPUT_${input}`] ?? '';
  if (!/[\r\n]/.test(file)) return file;
  console.log(`::error title=${action}::${input.toLowerCase()} must be the name of a file.`);
  process.exit(2);
}

export function output(name, value) {
  append(env.GITHUB_OUTPUT, `${name}=${value}\n`);
}

export function append(file, text) {
  if (file) appendFileSync(file, text);
}
