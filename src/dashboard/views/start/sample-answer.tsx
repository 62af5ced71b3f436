import { hrefOf } from '../../routing/route.js';
import { sendRequest, type SentAnswer } from '../exchange/send-request.js';
import { SentAnswerView } from '../exchange/sent-answer.js';
import type { ServiceOperation } from './service-document.js';

/** Sends a sample from the page. */
export function sendSample(operation: ServiceOperation, base: string, key: string): Promise<SentAnswer> {
  const { method, path, keyHeader, body } = operation;
  return sendRequest({
    method,
    url: base + path,
    headers: [
      [keyHeader.name, keyHeader.prefix + key],
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** The response, and a link to read on. */
export function SampleAnswer({ answer, apiKey }: { answer: SentAnswer; apiKey: string }) {
  return (
    <div class="answered">
      <SentAnswerView answer={answer} label="Response">
        <a href={hrefOf(['traffic'], { sandbox: apiKey.replace(/^dk_test_/, '') })}>See it in the traffic</a>
      </SentAnswerView>
    </div>
  );
}
