// Shared by the actions that serve while the steps of a user run.
import { spawnSync } from 'node:child_process';
import { drydockCommand } from './report.mjs';

const { env } = process;

/**
 * Serves while the script of the input `run` runs, with bash as a step of a workflow has it. What the script prints is printed as it
 * comes, so that it may command the runner.
 *
 * @param words the command of drydock and its flags
 * @returns drydock's exit code
 */
export function serveWhile(action, words) {
  const script = env.INPUT_RUN ?? '';
  if (script.trim() === '') return refuse(action, 'run must have the commands that need it.');
  const flags = flagsOf(env.INPUT_FLAGS ?? '');
  if (flags.some((flag) => /^--until(?:=|$)/.test(flag)))
    return refuse(action, 'flags must not have --until: run has the commands.');
  const [command, ...before] = drydockCommand();
  const until = ['--until', 'bash', '-eo', 'pipefail', '-c', script];
  const { status, error } = spawnSync(command, [...before, ...words, ...flags, ...until], {
    stdio: 'inherit',
  });
  if (error) return refuse(action, 'npx could not be started.');
  return status ?? 1;
}

/** The flags of inputs that have a value. @param given names and values */
export function flagsWith(given) {
  return given.flatMap(([name, value]) => (value ? [`--${name}=${value}`] : []));
}

/** A flag on each line, with or without a value; nothing is unquoted. */
function flagsOf(text) {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const [, name, value] = /^\s*(--[\w-]+)\s+(.*\S)\s*$/.exec(line) ?? [];
    if (name !== undefined) return [`${name}=${value}`];
    return line.trim() === '' ? [] : [line.trim()];
  });
}

function refuse(action, why) {
  console.log(`::error title=${action}::${why}`);
  return 2;
}
