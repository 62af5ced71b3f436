import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { packageFile } from '../contract/package-root.js';
import { afterFile } from './after-file.js';

const program = packageFile('dist', 'src', 'cli', 'main.js');

/** The reason why no process can be given a terminal here; undefined if one can. */
export const whyNoTerminal = String(spawnSync('script', ['--version']).stdout).includes('util-linux')
  ? undefined
  : 'no script of util-linux';

export interface Finished {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string[];
  readonly err: string[];
}

/** The built command as a process that goes on, with nothing of this one's environment but PATH and what is given. */
export class CliProcess {
  readonly out: string[] = [];
  readonly err: string[] = [];
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  private wake: () => void = () => undefined;

  /**
   * @param onTerminal whether its output is a terminal, both streams in one
   * @param cwd the folder to run it in; default: this one
   */
  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}, onTerminal = false, cwd?: string) {
    if (!existsSync(program)) throw new Error('The command is not built: run npm run build first.');
    const command = [process.execPath, program, ...args];
    // Without noflsh, a terminal that gets Ctrl-C discards what was written to it and not yet read.
    const quoted = ['stty noflsh && exec', ...command.map((word) => `'${word}'`)].join(' ');
    const [file, ...rest] = onTerminal ? ['script', '-qfec', quoted, '/dev/null'] : command;
    const child = spawn(file ?? '', rest, { env: { PATH: process.env.PATH, ...env }, cwd });
    afterFile(() => child.kill('SIGKILL'));
    this.child = child;
    this.collect(child.stdout, this.out);
    this.collect(child.stderr, this.err);
    this.finished = new Promise((resolve) => {
      child.on('close', (exitCode, signal) => {
        this.wake();
        resolve({ exitCode, signal, out: this.out, err: this.err });
      });
    });
  }

  /** The first line that matches, on stdout unless the lines of stderr are given. @throws Error when the process ends before */
  async line(pattern: RegExp, lines = this.out): Promise<string> {
    for (;;) {
      const found = lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      if (this.child.exitCode !== null) throw new Error(`It ended: ${[...this.out, ...this.err].join('\n')}`);
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private collect(stream: NodeJS.ReadableStream, lines: string[]): void {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      const parts = (rest + text).split(/\r*\n/);
      rest = parts.pop() ?? '';
      lines.push(...parts);
      this.wake();
    });
    stream.on('end', () => {
      if (rest !== '') lines.push(rest);
    });
  }
}
