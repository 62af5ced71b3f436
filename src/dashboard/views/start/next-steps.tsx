import { hrefOf } from '../../routing/route.js';
import { isProxy } from '../../state/world.js';

const steps = [
  {
    title: 'Make everything fail',
    text: 'One click spends the quota or breaks the network or the service, for everyone or for one sandbox.',
    view: 'scenarios',
  },
  {
    title: 'Read what was wrong',
    text: 'A refused request shows each problem at its place in the body.',
    view: 'traffic',
  },
  {
    title: 'See how a rate is computed',
    text: 'Open a response with rates: weight, zone, base, surcharges and tax, line by line.',
    view: 'traffic',
    query: { operation: 'getShippingRates' },
    only: 'mock',
  },
  {
    title: 'Try an invalid key',
    text: 'Expired, limited or revoked: keys for each, and how to issue your own.',
    view: 'keys',
    only: 'mock',
  },
  {
    title: 'See which rules break',
    text: 'Every response of the target is judged; a rule leads to the exchanges that break it.',
    view: 'rules',
    only: 'proxy',
  },
  {
    title: 'Find what your tests miss',
    text: 'Every status of every operation, received or not.',
    view: 'coverage',
  },
  {
    title: 'Verify the real server',
    text: 'Run drydock verify against it and read the report here.',
    view: 'contract',
  },
] as const;

/** @param operations ids of those that can be called; steps about others are left out */
export function NextSteps({ operations }: { operations: readonly string[] }) {
  const mode = isProxy.value ? 'proxy' : 'mock';
  const possible = steps.filter(
    (step) =>
      (!('only' in step) || step.only === mode) &&
      (!('query' in step) || operations.includes(step.query.operation)),
  );
  return (
    <section aria-labelledby="next">
      <h2 id="next">What to try next</h2>
      <ul class="tiles">
        {possible.map(({ title, text, view, ...rest }) => (
          <li key={title}>
            <a class="tile" href={hrefOf([view], 'query' in rest ? rest.query : {})}>
              <strong>{title}</strong>
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
