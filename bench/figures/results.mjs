/** bench/results/mock.json: every part with the circumstances under which it was measured; a part replaces itself alone. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const file = new URL('../results/mock.json', import.meta.url);
const root = new URL('../..', import.meta.url);

/** @returns {Record<string, any>} parts by name; none before the first run */
export function readResults() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/** @param {string} name of the part */
export function writeResult(name, part) {
  writeFormatted(file, { ...readResults(), [name]: part });
}

/** Writes JSON as the formatter of this project wants it, one row on a line where it fits. */
export function writeFormatted(target, value) {
  writeFileSync(target, `${JSON.stringify(value, null, 2)}\n`);
  execFileSync('npm', ['run', '--silent', 'format', '--', fileURLToPath(target)], {
    cwd: root,
    stdio: 'inherit',
  });
}

/** Notes the time, the commit and the machine of a run. `load` is that of the machine before: over 0.5 somebody else is at work. */
export function circumstances() {
  const [{ model }] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    node: process.version,
    cores: cpus().length,
    processor: model.replace(/\s+/g, ' ').trim(),
    memoryGb: Math.round(totalmem() / 1e9),
    load: Math.round(loadavg()[0] * 10) / 10,
  };
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
