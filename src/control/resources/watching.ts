import type { PrepareControl } from '../control-handler.js';
import { EventFeed } from '../event-feed.js';
import { ControlProblem } from '../problem.js';
import { prometheusMediaType, prometheusText } from '../prometheus-text.js';
import { serverMetrics } from '../server-metrics.js';

/** What happens, as it happens and in numbers. */
export const prepareWatching: PrepareControl = ({ state, events, signal, metrics, worker }) => {
  const feed = new EventFeed({ events, signal });
  return {
    streamEvents({ query }) {
      if (feed.full || signal.aborted) {
        const why = signal.aborted ? 'The server stops' : 'Too many watch already; close a stream';
        throw new ControlProblem(503, `${why}.`);
      }
      return {
        stream: (response) => {
          response.on('close', events.look());
          feed.stream(response, query.sandbox as string | undefined);
        },
      };
    },

    async getMetrics() {
      const families = [...metrics.families(), ...(await serverMetrics(state, feed.size))];
      return {
        status: 200,
        text: prometheusText(families, worker === undefined ? {} : { worker }),
        mediaType: prometheusMediaType,
      };
    },
  };
};
