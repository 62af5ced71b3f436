import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The end of a `drydock verify` process. */
export interface FinishedVerify {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
  /** Its largest resident memory, in MiB. */
  readonly peakMiB: number;
}

/**
 * At its end the process writes its peak. The peak of its own pages: what rusage tells includes those of the process that forked it.
 */
const peakHook = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  const peak = () => {
    try {
      return /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
    } catch {
      return process.resourceUsage().maxRSS;
    }
  };
  if (isMainThread) process.on('exit', () => writeSync(2, 'peak ' + peak() + ' KiB\\n'));
`)}`;

const program = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** Runs the built `drydock verify` as a process of its own. */
export async function runVerify(...args: readonly string[]): Promise<FinishedVerify> {
  const child = spawn(process.execPath, ['--import', peakHook, program, 'verify', ...args], { env: {} });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [out, err, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  const [line = '', kibibytes = 'NaN'] = /^peak (\d+) KiB\n/m.exec(err) ?? [];
  return {
    ...{ exitCode, out, err: err.replace(line, '') },
    peakMiB: Number(kibibytes) / 1024,
  };
}
