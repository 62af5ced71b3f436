/** bench/results/mock.json: every part with the circumstances under which it was measured; a part replaces itself alone. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

const file = new URL('../results/mock.json', import.meta.url);

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
export async function writeResult(name, part) {
  await writeFormatted(file, { ...readResults(), [name]: part });
}

/** Writes JSON as the formatter of this project wants it, one row on a line where it fits. */
export async function writeFormatted(target, value) {
  const { format } = await import('prettier');
  writeFileSync(target, await format(JSON.stringify(value), { parser: 'json', printWidth: 110 }));
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
