/** The program of a worker process of `drydock mock --workers`. */
import { serveWorker } from '../server/workers/serve-worker.js';
import { announce, requestPrinter, startMock, stopGraceMs, type MockOrder } from './commands/mock.js';
import { explainFailure } from './explain-failure.js';

await serveWorker({
  async serve(order, log, show) {
    const { options, ownToken, takenPort, requests } = order as MockOrder;
    const server = await startMock(options, log, requests && requestPrinter(show, requests.color));
    const lines: string[] = [];
    announce(server, (line) => lines.push(line), ownToken, takenPort);
    return { lines, close: () => server.close(stopGraceMs) };
  },
  explain: explainFailure,
});
