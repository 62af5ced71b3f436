/** Quotas of several kinds (section 8: a rate limit exists; quota and window are not shown). */
import { enveloped, type Call } from '../../reference-server/stages.js';
import { listCategories } from '../../variations/requests.js';
import { variationsOf, type Apply } from '../../variations/variation.js';

const variant = variationsOf('pacing', { section: '8' });
const refusal = (seconds: number) => ({
  ...enveloped(
    429,
    `Rate limit exceeded. Retry after ${seconds} seconds`,
    [],
    [`Retry after ${seconds} seconds`],
  ),
  headers: { 'Retry-After': String(seconds) },
});

/** Refuses what comes while too many others are under way; each takes a while. */
const atOnce =
  (most: number): Apply =>
  ({ decide, send }, { wait }) => {
    const underWay = new Set<Call>();
    return {
      decide(call) {
        if (underWay.size >= most) return refusal(1);
        underWay.add(call);
        return decide(call);
      },
      async send(wire, response, call) {
        if (underWay.has(call)) await wait(2);
        underWay.delete(call);
        await send(wire, response, call);
      },
    };
  };

export default [
  variant({
    id: 'quota-of-requests-under-way',
    title: 'more than twelve requests at once are refused for a second',
    apply: atOnce(12),
    witness: { ...listCategories, times: 14, sent: 'side by side' },
  }),
];
