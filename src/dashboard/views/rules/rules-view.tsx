import { Panel, ViewHead } from '../../parts/layout.js';
import { FirstCall } from '../start/first-call.js';
import { counted, visibleText } from '../../parts/text.js';
import { hrefOf } from '../../routing/route.js';
import { service } from '../../state/world.js';

/** The rules that what passed a proxy has broken, while it goes on: those that fail first, then by how often. */
export function RulesView() {
  const { exchanges = 0, notJudged = 0, brokenRules = [] } = service.value.traffic ?? {};
  const rules = brokenRules.toSorted(
    (a, b) => a.verdict.localeCompare(b.verdict) || b.exchanges - a.exchanges,
  );
  return (
    <div class="view">
      <ViewHead
        title="Broken rules"
        idea="What passes the proxy is held against the document and the rules. Each rule leads to its exchanges."
      />
      <Panel
        id="since-start"
        title="Since the start"
        head={
          <p role="status">
            {`${counted(exchanges, 'exchange')} passed, ${notJudged === 0 ? 'all judged' : `${counted(notJudged, 'exchange')} not judged in full`}`}
          </p>
        }
      >
        {rules.length === 0 ? (
          <FirstCall
            title="No rule is broken"
            idea="Send requests through the proxy: a rule is listed here as soon as an exchange breaks it."
          />
        ) : (
          <ul class="entries">
            {rules.map(({ rule, title, level, verdict, exchanges: seen }) => (
              <li key={`${verdict} ${rule}`} class="entry">
                <div class="entry-name">
                  <code>{visibleText(rule)}</code>
                </div>
                <p class="entry-text">
                  <span class={`badge ${verdict === 'FAIL' ? 'bad' : 'warn'}`}>{verdict}</span>{' '}
                  {visibleText(title)} <span class="hint">{level}</span>
                </p>
                <a class="end num" href={hrefOf(['traffic'], { sandbox: '', text: `rule:${rule}` })}>
                  {counted(seen, 'exchange')}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
