// Every pattern of the program and of its documents: none may backtrack for ever. Processes side by side examine them, which takes
// a minute of processor time: .ci/safe-patterns.txt has the digests of those that this very examination found safe, and they
// are not examined again. Usage: node .ci/check-patterns.mjs [--all | --record]; --all examines them as well, and --record also
// writes the file anew.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { parse } from 'yaml';

const examinerFile = fileURLToPath(new URL('examine-pattern.mjs', import.meta.url));
const recordFile = fileURLToPath(new URL('safe-patterns.txt', import.meta.url));
const { values: given } = parseArgs({ options: { all: { type: 'boolean' }, record: { type: 'boolean' } } });
/** An examiner may be caught in a pattern and never answer. */
const longestMs = 300_000;

/** Texts of patterns, as `/source/flags`, with a file where they stand. */
const patterns = new Map();
for (const folder of ['src', 'contract-tests'])
  for (const name of readdirSync(folder, { recursive: true })) {
    if (/\.test\.tsx?$|testing\/|generated\/|kill-matrix/.test(name)) continue;
    if (/\.tsx?$/.test(name)) ofProgram(`${folder}/${name}`);
    if (/\.schema\.json$|control-api\.yaml$/.test(name)) ofDocument(`${folder}/${name}`);
  }
ofDocument('openapi.yaml');
ofDocument('scenarios/scenario.schema.json');

function ofProgram(file) {
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) patterns.set(node.text, file);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
}

/** Validators read a schema's pattern with the flag `u`. */
function ofDocument(file) {
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (typeof node.pattern === 'string') patterns.set(`/${node.pattern}/u`, file);
    for (const source of Object.keys(Object(node.patternProperties))) patterns.set(`/${source}/u`, file);
    Object.values(node).forEach(visit);
  };
  visit(parse(readFileSync(file, 'utf8')));
}

/** The examiner and the version of its checker: what another one found safe is examined again. */
const examination = digest(
  readFileSync(examinerFile, 'utf8') +
    readFileSync(new URL('node_modules/recheck/package.json', import.meta.url), 'utf8'),
);
const [recordedBy, ...recorded] = readFileSync(recordFile, 'utf8').trim().split('\n');
const safe = new Set(recordedBy === examination ? recorded : []);
const again = given.all || given.record;

function digest(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

// The longest first: they take the most time, and the short ones fill what is left of it.
const waiting = [...patterns.keys()]
  .filter((text) => again || !safe.has(digest(text)))
  .sort((a, b) => b.length - a.length);
const wanted = waiting.length;
let examined = 0;
const wrong = [];

async function examineWaiting() {
  let examiner = startExaminer();
  for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
    const problem = await complaint(examiner, text);
    examined += 1;
    if (problem) wrong.push(`${patterns.get(text)}: ${text} ${problem}`);
    if (!examiner.child.connected) examiner = startExaminer();
  }
  examiner.child.kill();
}

function startExaminer() {
  const child = fork(examinerFile);
  return { child, gone: once(child, 'exit').then(() => ['ends its examiner, or keeps it too long']) };
}

/** Says what is wrong with a pattern; empty if nothing is. */
async function complaint({ child, gone }, text) {
  const late = setTimeout(() => child.kill('SIGKILL'), longestMs);
  child.send(text);
  const [problem] = await Promise.race([once(child, 'message'), gone]);
  clearTimeout(late);
  return problem;
}

await Promise.all(Array.from({ length: availableParallelism() }, examineWaiting));
for (const line of wrong) console.error(line);
const before = patterns.size - wanted;
console.log(
  `${examined} of ${patterns.size} patterns examined, ${wrong.length} of them wrong; ${before} were found safe before`,
);
const holds = wrong.length === 0 && examined === wanted;
if (holds && given.record)
  writeFileSync(recordFile, [examination, ...[...patterns.keys()].map(digest).sort(), ''].join('\n'));
process.exitCode = holds ? 0 : 1;
