import { existsSync } from 'node:fs';
import type { ServerOptions } from '../options.js';

/** Makes another mock of the files as they are now. @param kept called for each file that is wrong and stays what it was */
type Reload = (kept: (line: string) => void) => Promise<void>;

/** A folder that is copied or deleted changes file by file: so long a change waits for others, in milliseconds. */
const settling = 30;
const shownPaths = 3;

/**
 * Watches document, scenarios and the service's own files and reloads when one changes. When the new ones are wrong, the
 * last good ones stay and the log says why.
 */
export async function watchSources(options: ServerOptions, reload: Reload, log: (line: string) => void) {
  const { watch } = await import('chokidar');
  const watcher = watch(sourcesOf(options), {
    ignoreInitial: true,
    // An editor writes a file in steps; half of one is not the new version.
    awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 },
  });
  const reloads = new Reloads(reload, log);
  watcher.on('all', (_event, path) => {
    reloads.ask(path);
  });
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    close: async (): Promise<void> => {
      await watcher.close();
      await reloads.idle;
    },
  };
}

/** The files and folders that a mock is made of. */
function sourcesOf({ spec, scenarios, service }: ServerOptions): string[] {
  const document = spec ?? service?.document;
  const folder = scenarios ?? service?.scenarios;
  return [document, folder, ...(service?.sources ?? [])].filter((source) => source !== undefined);
}

/** Reloads one after the other, and one for many changes at once. */
class Reloads {
  /** Resolves when nothing is under way. */
  idle: Promise<void> = Promise.resolve();
  private readonly changed = new Set<string>();
  private said: ReadonlySet<string> = new Set();

  constructor(
    private readonly reload: Reload,
    private readonly log: (line: string) => void,
  ) {}

  ask(path: string): void {
    if (this.changed.size === 0) this.idle = this.idle.then(() => this.run());
    this.changed.add(path);
  }

  private async run(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, settling));
    const paths = [...this.changed];
    this.changed.clear();
    const trouble: string[] = [];
    let reloaded = true;
    try {
      await this.reload((line) => trouble.push(line));
    } catch (cause) {
      reloaded = false;
      trouble.push(`Kept the last good version: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
    // While a folder vanishes file by file, its trouble is told once.
    const vanishing = !paths.some(existsSync);
    for (const line of trouble) if (!vanishing || !this.said.has(line)) this.log(line);
    this.said = new Set(trouble);
    if (!reloaded) return;
    for (const path of paths.slice(0, shownPaths)) this.log(`Reloaded after a change of ${path}`);
    if (paths.length > shownPaths)
      this.log(`Reloaded after changes of ${paths.length - shownPaths} more files`);
  }
}
