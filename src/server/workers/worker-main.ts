/** One of several processes that serve a port. It ends when the primary says so, when the primary is gone, or by SIGTERM. */
import { createServer } from '../create-server.js';
import { announce } from '../../cli/commands/mock.js';
import { explainFailure } from '../../cli/explain-failure.js';
import { stopOrder } from './messages.js';
import type { Order, Report } from './messages.js';

function say(report: Report): Promise<void> {
  return new Promise((resolve) => {
    // The primary may be gone; then nobody is left to be told.
    if (!process.send || !process.connected) resolve();
    else {
      process.send(report, undefined, undefined, () => {
        resolve();
      });
    }
  });
}

/** Resolves when this worker is to end. */
function toldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    // Ctrl-C reaches every process of the terminal; what becomes of it is the primary's to say.
    process.on('SIGINT', () => undefined);
    process.once('SIGTERM', resolve);
    process.once('disconnect', resolve);
    process.on('message', (message) => {
      if (message === stopOrder) resolve();
    });
  });
}

async function serve({ options, ownToken }: Order, end: Promise<void>): Promise<void> {
  const log = (remark: string): void => void say({ remark });
  try {
    const server = await createServer({ ...options, log });
    const lines: string[] = [];
    announce(server, (line) => lines.push(line), ownToken);
    await say({ ready: lines });
    await end;
    await server.close();
    if (process.connected) process.disconnect();
  } catch (error) {
    await say({ failed: explainFailure(error) });
    process.exit(1);
  }
}

const end = toldToEnd();
process.once('message', (order: Order) => {
  void serve(order, end);
});
await say({ awake: true });
