import { Button, CopyButton, ActLink } from '../../parts/controls.js';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { channelNamed } from '../../../scenarios/channels.js';
import type { Exchange } from '../../control/control-types.js';
import { faultLabel, ScenarioBadge, StatusBadge, sentInWords, Fact, Panel } from '../../parts/layout.js';
import { BodyView } from '../../parts/body/body-view.js';
import { bytes, counted, dateTime, duration, visibleText } from '../../parts/text.js';
import { curlCommand } from '../../parts/code/request-code.js';
import { ExplanationView } from '../explanation/explanation-view.js';
import { ExportOne } from '../export/export-menu.js';
import { hrefOf, route } from '../../routing/route.js';
import { BrokenNote, OriginsNote, FindingsNote, RepeatNote } from './exchange-notes.js';
import { bodyText, repeatable } from './repeatable-request.js';
import { SendAgain } from './send-again.js';

/** Both sides of an exchange: the request and its problems, the response and its reason. */
export function ExchangeView({ exchange, sandbox }: { exchange: Exchange; sandbox: string }) {
  const [sending, setSending] = useState(false);
  const { request, response, problems, charges } = exchange;
  const { path, query } = route.value;
  const key = `${sandbox}/${exchange.id}`;
  const target = request.path + (request.query === '' ? '' : `?${request.query}`);
  return (
    <div class="exchange-body">
      <div class="exchange-title">
        <StatusBadge status={response.status} fault={exchange.scenario?.fault ?? null} />
        <p class="mono">
          <b>{visibleText(request.method)}</b> {visibleText(target)}
        </p>
      </div>
      <Facts exchange={exchange} />
      <BrokenNote exchange={exchange} />
      <OriginsNote exchange={exchange} sandbox={sandbox} />
      <div class="acts">
        <CopyButton text={() => curlCommand(repeatable(exchange))} label="Copy as curl" />
        <Button kind="small" aria-expanded={sending} onClick={() => setSending(!sending)}>
          Send again …
        </Button>
        <ExportOne exchange={exchange} sandbox={sandbox} />
        <ActLink
          kind="small"
          href={hrefOf(['scenarios', 'new'], { sandbox, from: key })}
          label="Make a scenario from this response"
        />
        <ActLink kind="small" href={hrefOf(path, { ...query, with: key })} label="Compare …" />
        <CopyButton text={() => location.href} label="Copy link" plain />
      </div>
      <RepeatNote exchange={exchange} />
      {sending ? <SendAgain exchange={exchange} /> : null}
      {problems.length > 0 ? <Problems problems={problems} /> : null}
      <FindingsNote exchange={exchange} />
      <ExplanationView explanation={charges} />
      <div class="sides">
        <Side title="Request" side={request}>
          <BodyView body={request.body} label="Request body" problems={problems} />
        </Side>
        <Side title={response.broken ? 'Response, as far as it was sent' : 'Response'} side={response}>
          <BodyView body={response.body} label="Response body" />
        </Side>
      </div>
    </div>
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
      <Fact name="Key">{keyKinds[request.key]}</Fact>
      <Fact name="When">{dateTime(exchange.time)}</Fact>
      <Fact name="Took">{duration(exchange.durationMs)}</Fact>
      <Fact name="Sent">{sentInWords(exchange.delivery)}</Fact>
      {exchange.answeredBy === null ? null : (
        <Fact name="Answered by">{answeredByInWords[exchange.answeredBy]}</Fact>
      )}
      {scenario === null ? null : (
        <>
          <Fact name="Scenario">
            <ScenarioBadge names={scenario.names} />
          </Fact>
          {scenario.changes.length === 0 ? null : (
            <Fact name="Changed">{visibleText(scenario.changes.join(', '))}</Fact>
          )}
          <Fact name="Chosen by">
            {channelNamed(scenario.channel)?.chosenBy ?? visibleText(scenario.channel)}
          </Fact>
          {scenario.step === '' ? null : <Fact name="Sequence">{visibleText(scenario.step)}</Fact>}
          {scenario.fault === null ? null : <Fact name="Connection">{faultLabel(scenario.fault)}</Fact>}
        </>
      )}
    </dl>
  );
}

function Problems({ problems }: { problems: Exchange['problems'] }) {
  const few = problems.slice(0, 50);
  return (
    <section class="note bad problems" aria-label="Problems">
      <h3>
        {problems.length === 1
          ? 'One problem, marked below'
          : `${counted(problems.length, 'problem')}, each marked below`}
      </h3>
      <ul>
        {few.map(({ pointer, text }, index) => (
          <li key={index}>
            {visibleText(text)} {pointer === '' ? null : <code>{visibleText(pointer)}</code>}
          </li>
        ))}
      </ul>
      {problems.length > few.length ? <p>and {problems.length - few.length} more</p> : null}
    </section>
  );
}

interface SideProps {
  readonly title: string;
  readonly side: Exchange['request'] | Exchange['response'];
  readonly children: ComponentChildren;
}

function Side({ title, side, children }: SideProps) {
  const headers = Object.entries(side.headers);
  return (
    <Panel
      title={title}
      head={
        side.body.size > 0 ? (
          <div class="acts">
            <span class="hint">{bytes(side.body.size)}</span>
            <CopyButton text={() => bodyText(side.body)} label="Copy body" plain />
          </div>
        ) : null
      }
    >
      <details class="headers">
        <summary>{counted(headers.length, 'header')}</summary>
        <dl>
          {headers.map(([name, value]) => (
            <Fact key={name} name={visibleText(name)}>
              {visibleText(value)}
            </Fact>
          ))}
        </dl>
      </details>
      {children}
    </Panel>
  );
}
