// Every pattern of the program: none may backtrack for ever. Where the checker finds an attack that takes more than linear time,
// the attack itself is tried, as long as an address and its headers may be.
import { readdirSync, readFileSync } from 'node:fs';
import { check } from 'recheck';
import ts from 'typescript';

const longest = 16_384;
const bearableMs = 500;

const patterns = new Map();
for (const folder of ['src', 'contract-tests'])
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.tsx?$/.test(name) || /\.test\.ts$|testing\/|generated\/|kill-matrix|dashboard\//.test(name))
      continue;
    collect(`${folder}/${name}`);
  }

function collect(file) {
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) patterns.set(node.text, file);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
}

const slow = [];
for (const [text, file] of patterns) {
  const end = text.lastIndexOf('/');
  const [source, flags] = [text.slice(1, end), text.slice(end + 1)];
  const found = await check(source, flags, { timeout: 5000 });
  if (found.status !== 'vulnerable') continue;
  if (found.complexity.type === 'exponential') {
    slow.push(`${file}: ${text} takes exponential time`);
    continue;
  }
  const { pumps, suffix } = found.attack;
  const times = Math.ceil(longest / Math.max(1, pumps.map(({ pump }) => pump).join('').length));
  const attack = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
  const expression = new RegExp(source, flags.replace(/[gy]/g, ''));
  const started = performance.now();
  expression.test(attack);
  const took = performance.now() - started;
  if (took > bearableMs)
    slow.push(`${file}: ${text} takes ${took.toFixed(0)} ms for ${attack.length} characters`);
}
for (const line of slow) console.error(line);
console.log(`${patterns.size} patterns, ${slow.length} of them too slow`);
process.exitCode = slow.length === 0 ? 0 : 1;
