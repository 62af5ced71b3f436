import { HarFile } from '../../recordings/har/har-file.js';
import { recordedEntry } from '../../recordings/har/journal-har.js';
import type { ServerContext } from '../../server/server-context.js';

/** Writes every exchange of a server to a HAR, in the order in which they ended. */
export class HarLog {
  private readonly har: HarFile;
  private leave: (() => void) | undefined;

  /**
   * @param file begun anew
   * @param version of Drydock
   * @throws the system's error where the file can't be written
   */
  constructor(
    private readonly file: string,
    version: string,
  ) {
    this.har = new HarFile(file, version);
  }

  /** Follows the exchanges of a server from now on; a second call changes nothing. */
  follow({ events, origins, log }: ServerContext): void {
    this.leave ??= events.subscribe((event) => {
      if (event.type !== 'exchange' || event.entry.delivery.ending === undefined) return;
      const { entry, sandbox } = event;
      const { host } = entry.request.headers;
      const origin = typeof host === 'string' ? `http://${host}` : origins.own;
      this.har.add(recordedEntry(entry, { origin, sandbox })).catch((cause: unknown) => {
        log(`Failed to write to ${this.file}: ${String(cause)}`);
      });
    });
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.leave?.();
    await this.har.close();
  }
}
