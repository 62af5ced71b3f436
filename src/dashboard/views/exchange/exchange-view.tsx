import { ActLink, CopyButton } from '../../parts/controls.js';
import { useId } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import type { Exchange } from '../../control/control-types.js';
import { faultLabel, methodTone, ScenarioBadge, sentInWords, Fact } from '../../parts/layout.js';
import { TabList } from '../../parts/tabs.js';
import { dateTime, duration, visibleText } from '../../parts/text.js';
import { curlCommand } from '../../parts/code/request-code.js';
import { areCharges } from '../explanation/charge-lines.js';
import { ExplanationView } from '../explanation/explanation-view.js';
import { ExportMenu } from '../export/export-menu.js';
import { hrefOf, route, setQuery } from '../../routing/route.js';
import { ownPath } from '../traffic/table/traffic-row.js';
import { ExchangeStatus } from './exchange-frame.js';
import { BrokenNote, CallbackNote, OriginsNote, FindingsNote, RepeatNote } from './exchange-notes.js';
import { repeatable } from './repeatable-request.js';
import { SendAgain } from './send-again.js';
import { CodeTab } from './tabs/code-tab.js';
import { MessagePanel, type Side } from './tabs/message-panel.js';
import { ProblemList } from './tabs/problem-list.js';
import { ScenarioTab } from './tabs/scenario-tab.js';
import { TimingTab } from './tabs/timing-tab.js';
import { keyOf } from '../../state/exchange-log.js';
import { isProxy } from '../../state/world.js';

/** An exchange in tabs; the address names the one that is shown, and another exchange opens in it too. */
export function ExchangeView({ exchange }: { exchange: Exchange }) {
  const id = useId();
  const { request } = exchange;
  const overview = { name: 'overview', title: 'Overview', content: <Overview exchange={exchange} /> };
  const tabs = [overview, ...furtherTabs(exchange)];
  const { name: chosen, content } = tabs.find(({ name }) => name === route.value.query.tab) ?? overview;
  const own = ownPath({ path: request.path, operation: exchange.operation });
  const before = request.path.slice(0, request.path.length - own.length);
  return (
    <>
      <div class="exchange-title">
        <ExchangeStatus exchange={exchange} />
        <p class="mono">
          <b class={methodTone(request.method)}>{visibleText(request.method)}</b>{' '}
          <span class="hint">{visibleText(before)}</span>
          {visibleText(own + (request.query === '' ? '' : `?${request.query}`))}
        </p>
      </div>
      <div class="exchange-tabs">
        <TabList
          {...{ id, tabs, chosen }}
          label="Parts of the exchange"
          onChoose={(tab) => setQuery({ tab: tab === overview.name ? '' : tab })}
        />
      </div>
      <div
        key={chosen}
        class="exchange-body stack"
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${chosen}`}
      >
        {content}
      </div>
    </>
  );
}

/** Tabs by their names in the address; that of the charges is there where the service explains them. */
function furtherTabs(exchange: Exchange) {
  const { charges = null } = exchange;
  const chargesTitle = areCharges(charges) ? 'Charges' : 'Explanation';
  const explanation = charges === null ? null : <ExplanationView explanation={charges} />;
  return [
    { name: 'request', title: 'Request', content: <WholeMessage exchange={exchange} side="request" /> },
    { name: 'response', title: 'Response', content: <WholeMessage exchange={exchange} side="response" /> },
    { name: 'timing', title: 'Timing', content: <TimingTab exchange={exchange} /> },
    { name: 'charges', title: chargesTitle, content: explanation },
    { name: 'scenario', title: 'Scenario', content: <ScenarioTab exchange={exchange} /> },
    { name: 'code', title: 'Code', content: <CodeTab exchange={exchange} /> },
    { name: 'again', title: 'Send again', content: <SendAgain exchange={exchange} /> },
  ].filter(({ content }) => content !== null);
}

function WholeMessage({ exchange, side }: { exchange: Exchange; side: Side }) {
  return (
    <>
      {side === 'response' ? <BrokenNote exchange={exchange} /> : null}
      <MessagePanel {...{ exchange, side }} readRaw={() => rawBodyOf(side, exchange)} />
    </>
  );
}

/** A body as it was sent, to the character: the archive has it, where the journal's own form has its JSON. */
async function rawBodyOf(side: Side, { sandbox, id }: Exchange) {
  const { log } = await control.har(sandbox, `after=${id - 1}&limit=1`);
  const [entry] = log.entries;
  return side === 'request' ? entry?.request.postData?.text : entry?.response.content?.text;
}

function Overview({ exchange }: { exchange: Exchange }) {
  const { problems } = exchange;
  const { path, query } = route.value;
  return (
    <>
      <Facts exchange={exchange} />
      <BrokenNote exchange={exchange} />
      <OriginsNote exchange={exchange} />
      <div class="acts">
        <CopyButton text={() => curlCommand(repeatable(exchange))} label="Copy as curl" />
        <ExportMenu rows={[exchange]} isSmall />
        <ActLink kind="small" href={hrefOf(path, { ...query, with: keyOf(exchange) })} label="Compare …" />
        <CopyButton text={() => location.href} label="Copy link" plain />
      </div>
      <RepeatNote exchange={exchange} />
      {problems.length > 0 ? <ProblemList problems={problems} /> : null}
      <FindingsNote exchange={exchange} />
      <CallbackNote exchange={exchange} />
      <div class="sides">
        <MessagePanel exchange={exchange} side="request" />
        <MessagePanel exchange={exchange} side="response" />
      </div>
    </>
  );
}

const keyKinds: Readonly<Record<Exchange['request']['key'], string>> = {
  valid: 'valid',
  limited: 'valid, with limited scopes',
  expired: 'expired',
  unknown: 'unknown',
  missing: 'none',
};

const answeredByInWords: Readonly<Record<NonNullable<Exchange['answeredBy']>, string>> = {
  operation: 'the service itself',
  document: 'the document',
  scenario: 'the scenario',
  target: 'the target',
  proxy: 'the proxy itself',
  refused: 'a refusal before the operation',
};

function Facts({ exchange }: { exchange: Exchange }) {
  const { request, scenario } = exchange;
  return (
    <dl class="facts">
      <Fact name="Operation">
        {exchange.operation === null ? 'none: no such path or method' : visibleText(exchange.operation)}
      </Fact>
      <Fact name="Key">{keyAtTarget(exchange) ?? keyKinds[request.key]}</Fact>
      <Fact name="When">{dateTime(exchange.time)}</Fact>
      <Fact name="Took">{duration(exchange.durationMs)}</Fact>
      <Fact name="Sent">{sentInWords(exchange.delivery)}</Fact>
      <Fact name="Answered by">{exchange.answeredBy && answeredByInWords[exchange.answeredBy]}</Fact>
      <Fact name="Scenario">{scenario && <ScenarioBadge names={scenario.names} />}</Fact>
      <Fact name="Connection">{scenario?.fault && faultLabel(scenario.fault)}</Fact>
    </dl>
  );
}

/** The fate of a key behind a proxy, which only the target can judge; undefined for a mock and without a key. */
function keyAtTarget(exchange: Exchange): string | undefined {
  const { request, response, answeredBy, scenario } = exchange;
  if (!isProxy.value || request.key === 'missing') return undefined;
  if (answeredBy !== 'target') return 'not checked by the target';
  const isForced = scenario?.changes.some((change) => change.startsWith('status'));
  return response.status === 401 && isForced !== true ? 'refused by the target' : 'sent to the target';
}
