import type { ControlContext } from '../control-context.js';
import { EventFeed } from '../events/event-feed.js';
import { serverFamilies } from '../metrics/server-metrics.js';
import { gauge, prometheusMediaType, prometheusText } from '../metrics/prometheus-text.js';
import { ok, type ControlHandlers } from '../operation-handlers.js';
import { ControlProblem } from '../problem.js';

const mockService = { mode: 'mock', targets: [], traffic: null } as const;

/** Calls about what happens, live and in numbers. */
export function prepareWatching(context: ControlContext) {
  const { mock, events, signal, worker, gateway, startOptions } = context;
  const feed = new EventFeed({ events, signal, credentials: () => mock().secrets.names });
  return {
    streamEvents({ query: { sandbox } }) {
      if (feed.full || signal.aborted) {
        const why = signal.aborted ? 'The server stops' : 'Too many watch already; close a stream';
        throw new ControlProblem(503, `${why}.`);
      }
      return {
        status: 200,
        events: (sink) => {
          sink.on('close', events.look());
          feed.stream(sink, sandbox);
        },
      };
    },

    getService() {
      return ok(gateway?.service() ?? { ...mockService, start: startOptions ?? null });
    },

    /** The verdict about what passed a proxy. */
    async report({ body }) {
      if (!gateway)
        throw new ControlProblem(404, 'Only a proxy has a report; this is a mock. Start drydock proxy URL.');
      // The generated type knows no body that may be left out.
      const order = body as { readonly stop: boolean } | undefined;
      return ok(await gateway.report(order?.stop ?? true));
    },

    async getMetrics() {
      const watchers = gauge('drydock_event_watchers', 'Readers of the event stream.', feed.size);
      const families = await serverFamilies(context, [watchers]);
      return {
        status: 200,
        text: prometheusText(families, worker === undefined ? {} : { worker }),
        mediaType: prometheusMediaType,
      };
    },
  } satisfies Partial<ControlHandlers>;
}
