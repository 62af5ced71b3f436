// Every pattern of the program and of its documents: none may backtrack for ever. Processes side by side examine them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parse } from 'yaml';

const examinerFile = fileURLToPath(new URL('examine-pattern.mjs', import.meta.url));
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

// The longest first: they take the most time, and the short ones fill what is left of it.
const waiting = [...patterns.keys()].sort((a, b) => b.length - a.length);
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
console.log(`${examined} of ${patterns.size} patterns examined, ${wrong.length} of them wrong`);
process.exitCode = wrong.length === 0 && examined === patterns.size ? 0 : 1;
