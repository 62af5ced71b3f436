import type { Body } from '../../control/control-types.js';
import { messageOf, serviceAddress } from '../../control/control-api.js';
import { parsedJson, duration } from '../../parts/text.js';
import type { SentRequest } from '../../parts/code/request-code.js';
import type { ComponentChildren } from 'preact';
import { StatusBadge } from '../../parts/layout.js';
import { BodyView } from '../../parts/body/body-view.js';

/** The response that the page received, or why there is none. */
export type SentAnswer =
  | { readonly status: number; readonly milliseconds: number; readonly text: string }
  | { readonly failure: string };

/**
 * Sends a request to the mock's service only; the policy of the page forbids others too.
 *
 * @param address any address of the service
 */
export async function sendRequest(request: SentRequest, address = serviceAddress): Promise<SentAnswer> {
  const url = new URL(request.url, address);
  if (url.origin !== new URL(address).origin)
    return { failure: `Only ${address} can be asked from this page.` };
  const start = performance.now();
  const hasBody = request.body !== '' && !/^(GET|HEAD)$/i.test(request.method);
  try {
    const response = await fetch(url, {
      method: request.method,
      headers: request.headers.map(([name, value]): [string, string] => [name, value]),
      cache: 'no-store',
      redirect: 'manual',
      credentials: 'omit',
      ...(hasBody ? { body: request.body } : {}),
    });
    const text = await response.text();
    return { status: response.status, milliseconds: performance.now() - start, text };
  } catch (error) {
    return {
      failure: `No complete response arrived (${messageOf(error)}). A scenario may have broken the connection; see the traffic.`,
    };
  }
}

export function bodyOf(text: string): Body {
  const size = new TextEncoder().encode(text).length;
  const json = parsedJson(text);
  return json === undefined ? { size, truncated: false, text } : { size, truncated: false, json };
}

export function SentAnswerView(props: { answer: SentAnswer; label: string; children?: ComponentChildren }) {
  const { answer, label, children } = props;
  if ('failure' in answer) return <p class="panel-body note bad">{answer.failure}</p>;
  return (
    <>
      <div class="panel-head">
        <span class="acts">
          <StatusBadge status={answer.status} /> <span class="hint">{duration(answer.milliseconds)}</span>
        </span>
        {children}
      </div>
      <BodyView body={bodyOf(answer.text)} label={label} />
    </>
  );
}
