import type { ControlContext } from '../control-context.js';
import { EventFeed } from '../events/event-feed.js';
import { memoryMetrics, serverMetrics, requestMetrics } from '../metrics/server-metrics.js';
import { gauge, prometheusMediaType, prometheusText } from '../metrics/prometheus-text.js';
import { ok, type ControlHandlers } from '../operation-handlers.js';
import { ControlProblem } from '../problem.js';

const mockService = { mode: 'mock', targets: [], traffic: null } as const;

/** Calls about what happens, live and in numbers. */
export function prepareWatching(context: ControlContext) {
  const { mock, state, events, memory, signal, metrics, worker, report, service, ownMetrics, startOptions } =
    context;
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
      return ok(service?.() ?? { ...mockService, start: startOptions ?? null });
    },

    /** The verdict about what passed a proxy. */
    async report({ body }) {
      if (!report)
        throw new ControlProblem(404, 'Only a proxy has a report; this is a mock. Start drydock proxy URL.');
      // The generated type knows no body that may be left out.
      const order = body as { readonly stop: boolean } | undefined;
      return ok(await report(order?.stop ?? true));
    },

    async getMetrics() {
      const families = [
        ...requestMetrics(metrics),
        ...memoryMetrics(memory),
        ...(await serverMetrics(state)),
        gauge('drydock_event_watchers', 'Readers of the event stream.', feed.size),
        ...(ownMetrics?.() ?? []),
      ];
      return {
        status: 200,
        text: prometheusText(families, worker === undefined ? {} : { worker }),
        mediaType: prometheusMediaType,
      };
    },
  } satisfies Partial<ControlHandlers>;
}
