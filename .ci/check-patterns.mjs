// Every pattern of the program and of its documents: none may backtrack for ever. Where the checker finds an attack that takes
// more than linear time, the attack itself is tried, as long as an address and its headers may be.
import { readdirSync, readFileSync } from 'node:fs';
import { check } from 'recheck';
import ts from 'typescript';
import { parse } from 'yaml';

const longest = 16_384;
const bearableMs = 500;

/** Patterns that the checker can't decide, and why they are no danger. */
const undecided = new Map([]);

/** Texts of patterns, as `/source/flags`, with a file where they stand. */
const patterns = new Map();
for (const folder of ['src', 'contract-tests'])
  for (const name of readdirSync(folder, { recursive: true })) {
    if (/\.test\.tsx?$|testing\/|generated\/|kill-matrix/.test(name)) continue;
    if (/\.tsx?$/.test(name)) ofProgram(`${folder}/${name}`);
    if (/\.schema\.json$|control-api\.yaml$/.test(name)) ofDocument(`${folder}/${name}`);
  }
ofDocument('openapi.yaml');

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

/** What is wrong with a pattern, if anything. */
async function complaint(text) {
  const end = text.lastIndexOf('/');
  const [source, flags] = [text.slice(1, end), text.slice(end + 1)];
  const found = await Promise.race([check(source, flags, { timeout: 15_000 }), late()]);
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown')
    return undecided.has(text) ? undefined : `is not decided (${found.error.kind})`;
  if (found.complexity.type === 'exponential') return 'takes exponential time';
  const { pumps, suffix } = found.attack;
  const times = Math.ceil(longest / Math.max(1, pumps.map(({ pump }) => pump).join('').length));
  const attack = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
  const took = cpuMs(new RegExp(source, flags.replace(/[gy]/g, '')), attack);
  return took > bearableMs ? `takes ${took.toFixed(0)} ms for ${attack.length} characters` : undefined;
}

/** The checker runs a program of its own, which may die of a pattern and never answer. */
function late() {
  return new Promise((resolve) => {
    setTimeout(resolve, 30_000, { status: 'unknown', error: { kind: 'no answer' } });
  });
}

/** Time of this process alone, whatever else the machine does. */
function cpuMs(expression, text) {
  const before = process.cpuUsage();
  expression.test(text);
  return process.cpuUsage(before).user / 1000;
}

const wrong = [];
for (const [text, file] of patterns) {
  const problem = await complaint(text);
  if (problem !== undefined) wrong.push(`${file}: ${text} ${problem}`);
}
for (const text of undecided.keys())
  if (!patterns.has(text)) wrong.push(`${text} is in the list of undecided patterns but nowhere else`);
for (const line of wrong) console.error(line);
console.log(
  `${patterns.size} patterns, ${wrong.length} of them wrong, ${undecided.size} only looked at by people`,
);
// The checker's program may still be there.
process.exit(wrong.length === 0 ? 0 : 1);
