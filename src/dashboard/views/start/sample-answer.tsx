import { BodyView } from '../../parts/body/body-view.js';
import { StatusBadge } from '../../parts/badges.js';
import { duration } from '../../parts/format.js';
import { hrefOf } from '../../routing/route.js';
import { bodyOf, sendRequest } from '../exchange/send-request.js';
import type { SentAnswer } from '../exchange/send-request.js';
import type { ServiceOperation } from './service-document.js';

export type Answered = SentAnswer;

/** Sends a sample from the page. */
export function sendSample(operation: ServiceOperation, base: string, key: string): Promise<Answered> {
  return sendRequest({
    method: operation.method,
    url: base + operation.path,
    headers: [
      [operation.keyHeader.name, operation.keyHeader.prefix + key],
      ...(operation.body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body: operation.body === undefined ? undefined : JSON.stringify(operation.body),
  });
}

/** The response, and links to read on. */
export function SampleAnswer({ answered, apiKey }: { answered: Answered; apiKey: string }) {
  const sandbox = apiKey.replace(/^dk_test_/, '');
  if ('failure' in answered) return <p class="note bad">{answered.failure}</p>;
  return (
    <div class="answered">
      <div class="panel-head">
        <span class="acts">
          <StatusBadge status={answered.status} />
          <span class="hint">{duration(answered.milliseconds)}</span>
        </span>
        <a href={hrefOf(['traffic'], { sandbox })}>See it in the traffic</a>
      </div>
      <BodyView body={bodyOf(answered.text)} label="Response" />
    </div>
  );
}
