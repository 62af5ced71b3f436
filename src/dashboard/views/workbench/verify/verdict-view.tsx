import type { ComponentChildren } from 'preact';
import type { Verdict } from '../../../control/control-types.js';
import { visibleText } from '../../../parts/visible-text.js';
import { hrefOf } from '../../../routing/route.js';

type Check = Verdict['checks'][number];

/** Whether the requests are what was expected; if not, why, and what came near. */
export function VerdictView({ sandbox, verdict }: { sandbox: string; verdict: Verdict }) {
  const { verified, checks, order, backoff } = verdict;
  return (
    <div class="verdict panel-body stack" data-verified={verified}>
      <p class={`note ${verified ? 'good' : 'bad'}`}>
        <strong>{verified ? 'As expected.' : 'Not as expected.'}</strong>
      </p>
      <ul class="stack">
        {checks.map((check, index) => (
          <CheckLine key={index} sandbox={sandbox} check={check} />
        ))}
        {order ? <Line passed={order.passed}>{visibleText(order.why)}</Line> : null}
        {backoff ? (
          <Line passed={backoff.passed === true}>
            {visibleText(backoff.why)}
            {backoff.waits
              .filter(({ passed }) => !passed)
              .map(({ id, why }) => (
                <span key={id} class="near">
                  <RequestLink sandbox={sandbox} id={id} /> {visibleText(why)}
                </span>
              ))}
          </Line>
        ) : null}
      </ul>
    </div>
  );
}

function CheckLine({ sandbox, check }: { sandbox: string; check: Check }) {
  const { request, expected, found, passed, ids, nearMisses } = check;
  const { status, operation } = request;
  const what = [status ?? 'any status', ...(operation === undefined ? [] : [`of ${operation}`])].join(' ');
  return (
    <Line passed={passed}>
      {visibleText(what)}: expected {expected}, found {found}{' '}
      {ids.slice(0, 10).map((id) => (
        <RequestLink key={id} sandbox={sandbox} id={id} />
      ))}
      {nearMisses.map(({ id, summary, differences }) => (
        <span key={id} class="near">
          Near: <RequestLink sandbox={sandbox} id={id} /> {visibleText(`${summary.method} ${summary.path}`)},{' '}
          {visibleText(differences.join('; '))}
        </span>
      ))}
    </Line>
  );
}

function Line({ passed, children }: { passed: boolean; children: ComponentChildren }) {
  return (
    <li class="verdict-line">
      <span class={`badge ${passed ? 'good' : 'bad'}`}>{passed ? 'met' : 'not met'}</span>
      <span>{children}</span>
    </li>
  );
}

function RequestLink({ sandbox, id }: { sandbox: string; id: number }) {
  return (
    <a class="mono request-link" href={hrefOf(['traffic', sandbox, String(id)])}>
      #{id}
    </a>
  );
}
