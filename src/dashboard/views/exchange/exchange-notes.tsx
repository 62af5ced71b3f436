import { control } from '../../control/control-api.js';
import type { Exchange, SentCallback } from '../../control/control-types.js';
import { useLoaded } from '../../parts/hooks.js';
import { visibleText, count, counted } from '../../parts/text.js';
import { hrefOf } from '../../routing/route.js';
import { faultKind } from '../../../scenarios/faults/registry.js';
import { bodyText, missingParts } from './repeatable-request.js';

const maxIds = 4;

/** Links to the responses that the ids of a request come from: an order's rate, a lookup's order. */
export function OriginsNote({ exchange }: { exchange: Exchange }) {
  const { sandbox } = exchange;
  const { value: origins = [] } = useLoaded(
    () => Promise.all(idsIn(exchange).map((one) => originOf(one, sandbox, exchange.id))),
    [sandbox, exchange.id],
  );
  const found = origins.filter((one) => one !== undefined);
  if (found.length === 0) return null;
  return (
    <ul class="hint">
      {found.map(({ name, value, id }) => (
        <li key={value}>
          <code>{visibleText(name)}</code> comes from{' '}
          <a href={hrefOf(['traffic', sandbox, String(id)])}>request {id}</a>
        </li>
      ))}
    </ul>
  );
}

interface FoundId {
  readonly name: string;
  readonly value: string;
}

/** Fields of the body that are called ids, and segments of the path that look like one. */
function idsIn({ request }: Exchange): readonly FoundId[] {
  const json = 'json' in request.body ? request.body.json : undefined;
  const fields = typeof json === 'object' && json !== null ? Object.entries(json) : [];
  const named = fields.flatMap(([name, value]) =>
    /(^|_)id$|Id$/.test(name) && typeof value === 'string' && value.length >= 8 ? [{ name, value }] : [],
  );
  const segments = request.path.split('/').filter((one) => /^(?=.*\d)[\w.-]{8,}$/.test(one));
  return [...named, ...segments.map((value) => ({ name: value, value }))].slice(0, maxIds);
}

async function originOf({ name, value }: FoundId, sandbox: string, before: number) {
  const search = `sandbox:${sandbox} id:<${before} response:"${value.replaceAll('"', '')}"`;
  const [found] = (await control.search(search, 1)).requests;
  return found && { name, value, id: found.id };
}

/** The part of a response that reached the client before a fault broke it. */
export function BrokenNote({ exchange }: { exchange: Exchange }) {
  const sentence = brokenSentence(exchange);
  return sentence === undefined ? null : <p class="note bad">{sentence}</p>;
}

const ends = {
  finished: 'the response ended in order',
  closed: 'the connection was closed',
  reset: 'the connection was reset',
  silent: 'the connection stayed open and silent',
} as const;

function brokenSentence({ response, scenario }: Exchange): string | undefined {
  const { broken, body, status, headers } = response;
  if (!broken) return undefined;
  const how = faultKind(scenario?.fault)?.explanation;
  const fault = how === undefined ? '' : ` (${how})`;
  const end = ends[broken.end];
  const size = body.size === 1 ? '1 byte' : `${count(body.size)} bytes`;
  if (!broken.head)
    return body.size === 0
      ? `The client got no response: ${end}${fault}.`
      : `The client got ${size} in place of a response, then ${end}${fault}.`;
  const announced = headers['Content-Length'] ?? '0';
  const part =
    String(body.size) === announced ? `all ${size}` : `${size} of ${count(Number(announced))} announced`;
  return `The client got status ${status}, the headers and ${part}, then ${end}${fault}.`;
}

/** A proxy's findings about an exchange, and the reason if it could not be evaluated in full. */
export function FindingsNote({ exchange }: { exchange: Exchange }) {
  const { findings = [], notJudged, mapped = [] } = exchange;
  const hasFailed = findings.some(({ verdict }) => verdict === 'FAIL');
  return (
    <>
      {findings.length > 0 ? (
        <section class={`note ${hasFailed ? 'bad' : 'warn'} problems`} aria-label="Findings">
          <h3>{counted(findings.length, 'finding')} against the contract</h3>
          <ul>
            {findings.map(({ about, rule, level, actual, pointer }, index) => (
              <li key={index}>
                <b>{about}</b> {visibleText(actual)} <code>{visibleText(rule)}</code> {level}
                {pointer === null ? null : <code> {visibleText(pointer)}</code>}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {mapped.length === 0 ? null : (
        <p class="hint">Mapped between proxy and target: {visibleText(mapped.join(', '))}.</p>
      )}
      {notJudged === undefined ? null : <p class="hint">Not evaluated in full: {visibleText(notJudged)}.</p>}
      {exchange.webSocket === undefined ? null : <WebSocketNote {...exchange.webSocket} />}
    </>
  );
}

type WebSocketFrames = NonNullable<Exchange['webSocket']>;

/** Counts of frames, and the messages that a proxy has kept. */
function WebSocketNote({ messages = [], dropped = 0, ...frames }: WebSocketFrames) {
  return (
    <>
      <p class="hint">{framesText(frames)}</p>
      {messages.length === 0 ? null : (
        <details class="messages">
          <summary>
            {counted(messages.length, 'message')}
            {dropped === 0 ? '' : `, the newest; ${dropped} older ones were dropped`}
          </summary>
          <ol>
            {messages.map(({ from, ms, size, truncated, text, base64 }) => (
              <li key={`${ms} ${from} ${size}`}>
                <span class="hint">
                  {from === 'client' ? '↑' : '↓'} {from}, {ms} ms, {counted(size, 'byte')}
                  {truncated ? ', its beginning' : ''}
                </span>
                <code>{visibleText(text ?? base64 ?? '')}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function framesText({ fromClient, fromTarget }: WebSocketFrames): string {
  const side = (name: string, { messages, payloadBytes, closeCode }: typeof fromClient): string =>
    `${counted(messages, 'message')} from the ${name} (${counted(payloadBytes, 'byte')}${closeCode === null ? '' : `, closed with ${closeCode}`})`;
  return `WebSocket: ${side('client', fromClient)}, ${side('target', fromTarget)}.`;
}

/** The callbacks that the mock sent because of an exchange. */
export function CallbackNote({ exchange }: { exchange: Exchange }) {
  const { callbacks = [] } = exchange;
  if (callbacks.length === 0) return null;
  return (
    <section class="note problems" aria-label="Callbacks">
      <h3>{counted(callbacks.length, 'callback')}</h3>
      {callbacks.map((callback, index) => (
        <SentCallbackView key={index} {...callback} />
      ))}
    </section>
  );
}

const tones = { waiting: '', delivered: 'good', failed: 'bad', refused: 'warn', lost: 'warn' } as const;

export function SentCallbackView(callback: SentCallback) {
  const { name, method, url, headers, body, state, reason, attempts } = callback;
  return (
    <details class="messages">
      <summary>
        <span class={`badge ${tones[state]}`}>{state}</span> {visibleText(name)}: {method} {visibleText(url)}
        {reason === null ? '' : ` (${visibleText(reason)})`}
      </summary>
      <ol>
        {attempts.map(({ time, durationMs, status, failure, text: answer }) => (
          <li key={time}>
            <span class="hint">{durationMs} ms</span>
            <code>
              {status ?? visibleText(failure ?? '')} {visibleText(answer)}
            </code>
          </li>
        ))}
      </ol>
      <pre class="mono">
        {Object.entries(headers)
          .map(([header, value]) => `${visibleText(header)}: ${visibleText(value)}\n`)
          .join('')}
        {'\n'}
        {bodyText(body)}
      </pre>
    </details>
  );
}

export function RepeatNote({ exchange }: { exchange: Exchange }) {
  const sentences = missingParts(exchange);
  return sentences.length === 0 ? null : <p class="note warn">{sentences.join(' ')}</p>;
}
