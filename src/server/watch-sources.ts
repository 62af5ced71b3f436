import { ownDocument } from '../contract/contract.js';
import { shippedScenarios } from '../scenarios/load-scenarios.js';
import { tariffFolder } from '../service/rates/tariff-book.js';
import type { ServerOptions } from './options.js';

/**
 * Watches document and tariffs and reloads when one changes. When the new ones are wrong, the last good ones stay and the
 * log says why.
 */
export async function watchSources(
  options: ServerOptions,
  reload: () => Promise<void>,
  log: (line: string) => void,
) {
  const { watch } = await import('chokidar');
  const watcher = watch(
    [options.spec ?? ownDocument, options.tariffs ?? tariffFolder, options.scenarios ?? shippedScenarios],
    {
      ignoreInitial: true,
      // An editor writes a file in steps; half of one is not the new version.
      awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 },
    },
  );
  let running: Promise<void> = Promise.resolve();
  watcher.on('all', (_event, path) => {
    running = running.then(reload).then(
      () => {
        log(`Reloaded after a change of ${path}`);
      },
      (cause: unknown) => {
        log(`Kept the last good version: ${cause instanceof Error ? cause.message : String(cause)}`);
      },
    );
  });
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    close: async (): Promise<void> => {
      await watcher.close();
      await running;
    },
  };
}
