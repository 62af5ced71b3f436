import { ActLink, CopyButton } from '../../parts/controls.js';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import type { Exchange } from '../../control/control-types.js';
import { faultLabel, methodTone, ScenarioBadge, sentInWords, Fact } from '../../parts/layout.js';
import { SearchableBody } from '../../parts/body/body-tools.js';
import { BodyView } from '../../parts/body/body-view.js';
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
import { MessagePanel, responseTitle } from './tabs/message-panel.js';
import { ProblemList } from './tabs/problem-list.js';
import { ScenarioTab } from './tabs/scenario-tab.js';
import { TimingTab } from './tabs/timing-tab.js';
import { isProxy } from '../../state/world.js';

/** An exchange in tabs; the address names the one that is shown, and another exchange opens in it too. */
export function ExchangeView({ exchange, sandbox }: { exchange: Exchange; sandbox: string }) {
  const id = useId();
  const { request, charges } = exchange;
  const tabs = [
    ...basicTabs,
    ...(charges === null || charges === undefined
      ? []
      : [['charges', areCharges(charges) ? 'Charges' : 'Explanation'] as const]),
    ...lastTabs,
  ];
  const chosen = tabs.find(([name]) => name === route.value.query.tab)?.[0] ?? 'overview';
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
          onChoose={(tab) => setQuery({ tab: tab === 'overview' ? '' : tab })}
        />
      </div>
      <div class="exchange-body stack" id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {panels[chosen](exchange, sandbox)}
      </div>
    </>
  );
}

const basicTabs = [
  ['overview', 'Overview'],
  ['request', 'Request'],
  ['response', 'Response'],
  ['timing', 'Timing'],
] as const;

const lastTabs = [
  ['scenario', 'Scenario'],
  ['code', 'Code'],
  ['again', 'Send again'],
] as const;

type TabName = (typeof basicTabs | typeof lastTabs)[number][0] | 'charges';

const panels: Readonly<Record<TabName, (exchange: Exchange, sandbox: string) => ComponentChildren>> = {
  overview: (exchange, sandbox) => <Overview exchange={exchange} sandbox={sandbox} />,
  request: (exchange, sandbox) => (
    <MessagePanel title="Request" side={exchange.request} isOpen>
      <SearchableBody
        key={exchange.id}
        body={exchange.request.body}
        label="Request body"
        problems={exchange.problems}
        readRaw={() => rawBodyOf('request', sandbox, exchange.id)}
      />
    </MessagePanel>
  ),
  response: (exchange, sandbox) => (
    <>
      <BrokenNote exchange={exchange} />
      <MessagePanel title={responseTitle(exchange)} side={exchange.response} isOpen>
        <SearchableBody
          key={exchange.id}
          body={exchange.response.body}
          label="Response body"
          readRaw={() => rawBodyOf('response', sandbox, exchange.id)}
        />
      </MessagePanel>
    </>
  ),
  timing: (exchange) => <TimingTab exchange={exchange} />,
  charges: ({ charges }) => <ExplanationView explanation={charges} />,
  scenario: (exchange, sandbox) => <ScenarioTab exchange={exchange} sandbox={sandbox} />,
  code: (exchange) => <CodeTab exchange={exchange} />,
  again: (exchange, sandbox) => <SendAgain exchange={exchange} sandbox={sandbox} />,
};

/** A body as it was sent, to the character: the archive has it, where the journal's own form has its JSON. */
async function rawBodyOf(side: 'request' | 'response', sandbox: string, id: number) {
  const { log } = await control.har(sandbox, `after=${id - 1}&limit=1`);
  const [entry] = log.entries;
  return side === 'request' ? entry?.request.postData?.text : entry?.response.content?.text;
}

/** Both sides of an exchange: the request and its problems, the response and its reason. */
function Overview({ exchange, sandbox }: { exchange: Exchange; sandbox: string }) {
  const { request, response, problems } = exchange;
  const { path, query } = route.value;
  const key = `${sandbox}/${exchange.id}`;
  return (
    <>
      <Facts exchange={exchange} />
      <BrokenNote exchange={exchange} />
      <OriginsNote exchange={exchange} sandbox={sandbox} />
      <div class="acts">
        <CopyButton text={() => curlCommand(repeatable(exchange))} label="Copy as curl" />
        <ExportMenu rows={[{ sandbox, id: exchange.id }]} isSmall />
        <ActLink kind="small" href={hrefOf(path, { ...query, with: key })} label="Compare …" />
        <CopyButton text={() => location.href} label="Copy link" plain />
      </div>
      <RepeatNote exchange={exchange} />
      {problems.length > 0 ? <ProblemList problems={problems} /> : null}
      <FindingsNote exchange={exchange} />
      <CallbackNote exchange={exchange} />
      <div class="sides">
        <MessagePanel title="Request" side={request}>
          <BodyView body={request.body} label="Request body" problems={problems} />
        </MessagePanel>
        <MessagePanel title={responseTitle(exchange)} side={response}>
          <BodyView body={response.body} label="Response body" />
        </MessagePanel>
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
