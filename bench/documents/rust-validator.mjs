/** jsonschema-rs in a Python of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const python = fileURLToPath(new URL('../.venv/bin/python', import.meta.url));
const program = fileURLToPath(new URL('rust-validator.py', import.meta.url));

/** True if it is installed: `python3 -m venv bench/.venv && bench/.venv/bin/pip install -r bench/requirements.txt`. */
export const hasRustValidator =
  existsSync(python) && spawnSync(python, ['-c', 'import jsonschema_rs']).status === 0;

/** @returns {(pointer: string, text: string) => Promise<string | null>} what is wrong with a JSON text; null where nothing is */
export function rustValidator(document) {
  const child = spawn(python, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.unref();
  child.stdin.unref?.();
  const waiting = new Map();
  let asked = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [number, problem] = JSON.parse(line);
    waiting.get(number).resolve(problem);
    waiting.delete(number);
    if (waiting.size === 0) child.stdout.unref?.();
  });
  child.stdout.unref?.();
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`jsonschema-rs ended with ${code}.`));
  });
  child.stdin.write(`${JSON.stringify(document)}\n`);
  return (pointer, text) =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      child.stdout.ref?.();
      child.stdin.write(`${JSON.stringify([asked, pointer, text])}\n`);
    });
}
