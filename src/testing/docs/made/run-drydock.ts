import { callCommand } from '../../../cli/testing/call-command.js';

/** Runs a command and returns its standard output. @throws Error with what it says when it fails */
export async function runDrydock(...args: readonly string[]): Promise<string> {
  const { exitCode, out, err } = await callCommand(args);
  if (exitCode !== 0) throw new Error(err);
  return `${out}\n`;
}
