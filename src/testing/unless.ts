/** Tests that need something of the machine: where it is missing they are skipped, and say why. */
import { execFileSync } from 'node:child_process';
import { describe, it } from 'vitest';

/** `describe`, or with a reason not to run it a skip that carries the reason in its title and in a line on stderr. */
export function describeUnless(reason: string | undefined, name: string, body: () => void): void {
  if (reason === undefined) {
    describe(name, body);
    return;
  }
  process.stderr.write(`Skipped: ${name} (${reason}).\n`);
  describe.skip(`${name} (skipped: ${reason})`, body);
}

/** `it`, or with a reason not to run it a skip that carries the reason in its title. */
export function itUnless(
  reason: string | undefined,
  name: string,
  body: () => void | Promise<void>,
  timeoutMs?: number,
): void {
  if (reason === undefined) it(name, body, timeoutMs);
  else it.skip(`${name} (skipped: ${reason})`, body, timeoutMs);
}

/** Says why tests that start these programs can't run here; undefined if they can. */
export function whyMissing(...programs: string[]): string | undefined {
  const missing = programs.filter((program) => !hasProgram(program));
  return missing.length === 0 ? undefined : `this machine lacks ${missing.join(' and ')}`;
}

export function hasProgram(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
