import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { shownPath } from '../../contract/files/paths.js';
import { isAddress, readSpecSource } from '../../contract/specs/spec-source.js';
import type { CheckedOptions } from '../options.js';

/** Creates a mock from the current files. @param kept called for each file with problems, whose last good version stays */
type Reload = (kept: (line: string) => void) => Promise<void>;

/** A folder that is copied or deleted changes file by file: how long a change waits for others, in milliseconds. */
const settling = 30;
const shownPaths = 3;

/**
 * Watches document, scenarios and the service's files, and reloads when one changes. When a new version has problems, the
 * last good one stays and the log says why.
 *
 * @param partsOfDocument the paths of the files that the document of the current mock refers to
 */
export async function watchSources(
  options: CheckedOptions,
  partsOfDocument: () => readonly string[],
  reload: Reload,
  log: (line: string) => void,
) {
  const { watch } = await import('chokidar');
  const watchers = new Set<FSWatcher>();
  const watched = new Set<string>();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const follow = async (paths: readonly string[]): Promise<void> => {
    // chokidar takes two spellings of one path for two files, and throws when it leaves the second.
    const unwatched = [...new Set(paths.map((path) => resolvePath(path)))].filter(
      (path) => !watched.has(path),
    );
    if (unwatched.length === 0) return;
    for (const path of unwatched) watched.add(path);
    const watcher = watch(unwatched, {
      ignoreInitial: true,
      // An editor writes a file in steps; half a file is not the new version.
      awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 },
    });
    watchers.add(watcher);
    const roots = new Set(unwatched);
    watcher.on('all', (event, path) => {
      reloads.ask(path);
      if (!event.startsWith('unlink') || !roots.delete(path)) return;
      // A watcher of several paths gives up one that is removed: another one waits for its return.
      reloads.next(async () => {
        if (roots.size === 0) {
          watchers.delete(watcher);
          await watcher.close();
        }
        watched.delete(path);
        await follow([path]);
        if (existsSync(path)) reloads.ask(path);
      });
    });
    // One that is closed before it is ready never is.
    await Promise.race([new Promise<void>((resolve) => watcher.once('ready', resolve)), ended]);
  };
  const reloads = new Reloads(async (kept) => {
    await reload(kept);
    await follow(partsOfDocument());
  }, log);
  await follow([...sourcesOf(options), ...partsOfDocument()]);
  return {
    close: async (): Promise<void> => {
      const closeAll = () => Promise.all(Array.from(watchers, (watcher) => watcher.close()));
      end();
      const idle = reloads.end();
      await closeAll();
      await idle;
      // A reload that was under way may have added one.
      await closeAll();
    },
  };
}

/** The files and folders of a mock. */
function sourcesOf({ spec, scenarios, service, seedData, handlers }: CheckedOptions): string[] {
  const documents = spec === undefined ? [service?.document] : [spec].flat().map(fileOf);
  const folders = [service?.scenarios, ...[scenarios ?? []].flat()];
  const code = typeof handlers === 'string' ? handlers : undefined;
  return [...documents, ...folders, seedData, code, ...(service?.sources ?? [])].filter(
    (source) => source !== undefined,
  );
}

/** Runs one reload at a time, and one for many changes at once. */
class Reloads {
  /** Resolves when nothing is under way. */
  private idle: Promise<void> = Promise.resolve();
  private readonly changed = new Set<string>();
  private said: ReadonlySet<string> = new Set();
  private isOver = false;

  constructor(
    private readonly reload: Reload,
    private readonly log: (line: string) => void,
  ) {}

  ask(path: string): void {
    if (this.isOver) return;
    if (this.changed.size === 0) this.idle = this.idle.then(() => this.run());
    this.changed.add(path);
  }

  /** Does something when what is under way is done. */
  next(task: () => Promise<void>): void {
    if (this.isOver) return;
    this.idle = this.idle.then(task);
  }

  /** Begins nothing more. @returns when what is under way is done */
  end(): Promise<void> {
    this.isOver = true;
    return this.idle;
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
    // While a folder vanishes file by file, its problem is logged once.
    const vanishing = !paths.some(existsSync);
    for (const line of trouble) if (!vanishing || !this.said.has(line)) this.log(line);
    this.said = new Set(trouble);
    if (!reloaded) return;
    for (const path of paths.slice(0, shownPaths)) this.log(`Reloaded after a change of ${shownPath(path)}`);
    if (paths.length > shownPaths)
      this.log(`Reloaded after changes of ${paths.length - shownPaths} more files`);
  }
}

/** Returns the file of a document to watch; one from the network has none. */
function fileOf(spec: string): string | undefined {
  const { location } = readSpecSource(spec);
  return isAddress(location) ? undefined : location;
}
