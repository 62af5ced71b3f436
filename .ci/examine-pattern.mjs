// Examines the patterns that its parent sends. Where the checker finds an attack that takes more than linear time, the attack
// itself is tried, as long as an address and its headers may be. The checker is a binary on Linux, and elsewhere the same in
// JavaScript, which takes four times as long.
import recheck from 'recheck';

const longest = 16_384;
/** Times as long as a plain quadratic pattern takes for as many characters, on the same machine at the same time. */
const bearable = 3;
/** The checker decides small automata and searches the rest for attacks; its own limit of 35,000 states takes a minute more. */
const limits = { timeout: 240_000, maxNFASize: 6_000 };

process.on('message', async (text) => process.send(await complaint(text)));

/** Says what is wrong with a pattern, written as `/source/flags`; empty if nothing is. */
async function complaint(text) {
  const end = text.lastIndexOf('/');
  // Indices of groups (d) are unknown to the checker, and change nothing of the search.
  const [source, flags] = [text.slice(1, end), text.slice(end + 1).replace('d', '')];
  const found = await recheck.check(source, flags, limits);
  if (found.status === 'safe') return '';
  if (found.status === 'unknown') return `is not decided (${found.error.kind})`;
  if (found.complexity.type === 'exponential') return 'takes exponential time';
  const { pumps, suffix } = found.attack;
  const times = Math.ceil(longest / Math.max(1, pumps.map(({ pump }) => pump).join('').length));
  const attack = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
  const took = cpuMs(new RegExp(source, flags.replace(/[gy]/g, '')), attack);
  const quadratic = cpuMs(/a+b/, 'a'.repeat(longest));
  if (took <= bearable * quadratic) return '';
  return `takes ${took.toFixed(0)} ms for ${attack.length} characters, and a+b ${quadratic.toFixed(0)} ms`;
}

/** Time of this process alone, whatever else the machine does. */
function cpuMs(expression, text) {
  const before = process.cpuUsage();
  expression.test(text);
  return process.cpuUsage(before).user / 1000;
}
