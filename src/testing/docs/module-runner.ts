import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../contract/package-root.js';

/** Runs modules one after the other in a process that goes on: loading the package takes longer than most of them. */
export class ModuleRunner {
  private process: { readonly child: ChildProcess; readonly status: Promise<number | null> } | undefined;
  private count = 0;

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /**
   * @param folder what the module is written into, and runs in
   * @returns what it printed
   * @throws Error with that when it fails
   */
  async run(folder: string, javascript: string): Promise<string> {
    const file = join(folder, `module-${(this.count += 1)}.mjs`);
    writeFileSync(file, javascript);
    this.process ??= this.start();
    const { child, status } = this.process;
    child.send({ folder, file });
    const failure = status.then((code) => Promise.reject(new Error(endedWith(code))));
    const [{ printed, failed }] = (await Promise.race([once(child, 'message'), failure])) as [Result];
    if (failed) throw new Error(`It failed and printed:\n${printed}`);
    return printed;
  }

  /** Waits for the process to end by itself, as it does once everything that the modules have opened is closed. */
  async close(): Promise<void> {
    if (!this.process) return;
    const { child, status } = this.process;
    child.disconnect();
    const code = await status;
    if (code !== 0) throw new Error(endedWith(code));
  }

  private start() {
    const child = fork(packageFile('src', 'testing', 'docs', 'import-modules.mjs'), { env: this.env });
    return { child, status: once(child, 'exit').then(([code]) => code as number | null) };
  }
}

interface Result {
  readonly printed: string;
  readonly failed: boolean;
}

function endedWith(code: number | null): string {
  return `The process of the modules ended with ${String(code)}.`;
}
