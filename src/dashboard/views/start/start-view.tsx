import { Button, CopyButton } from '../../parts/controls.js';
import { useState } from 'preact/hooks';
import { serviceAddress } from '../../control/control-api.js';
import { CodeTabs } from '../../parts/code/code-tabs.js';
import { Select, Input } from '../../parts/fields.js';
import { ViewHead } from '../../parts/layout.js';
import { visibleText } from '../../parts/text.js';
import { route, setQuery, hrefOf } from '../../routing/route.js';
import { codeSample, sampleNames, type SampleName } from './code-samples.js';
import { NextSteps } from './next-steps.js';
import { type SentAnswer, sendRequest, SentAnswerView } from '../exchange/send-request.js';
import type { ServiceDocument, ServiceOperation } from './service-document.js';
import { useService } from './use-service.js';

/** The mock's address, a key, and sample calls in common languages. */
export function StartView() {
  const service = useService();
  const sandbox = route.value.query.sandbox ?? 'demo';
  const key = `dk_test_${sandbox}`;
  return (
    <div class="view">
      <ViewHead
        title="Start"
        idea={
          service ? `${visibleText(service.title)} is running on this machine.` : 'Reading the document …'
        }
      />
      {service ? (
        <>
          <Access base={serviceAddress + service.basePath} sandbox={sandbox} apiKey={key} />
          <FirstCall service={service} apiKey={key} />
          <NextSteps operations={service.operations.map(({ id }) => id)} />
        </>
      ) : null}
    </div>
  );
}

function Access({ base, sandbox, apiKey }: { base: string; sandbox: string; apiKey: string }) {
  return (
    <section class="access" aria-label="Address and key">
      <div class="tile">
        <h2 class="label">Address</h2>
        <code class="big">{base}</code>
        <div class="acts">
          <CopyButton text={base} label="Copy address" />
        </div>
        <p class="hint">
          Any program and any page may call it: it allows every origin. Paths are exact, upper and lower case
          count.
        </p>
      </div>
      <div class="tile">
        <h2 class="label">Key</h2>
        <code class="big">{visibleText(apiKey)}</code>
        <div class="acts">
          <CopyButton text={apiKey} label="Copy key" />
          <label class="inline-field hint">
            <span>Sandbox</span>
            <Input
              mono
              value={sandbox}
              maxLength={64}
              onChange={(text) => setQuery({ sandbox: text.replaceAll(/[^A-Za-z0-9._-]/g, '') || 'demo' })}
            />
          </label>
        </div>
        <p class="hint">
          Every name is a separate sandbox, with its own scenario, quota, data and requests. One for each test
          keeps tests apart.
        </p>
      </div>
    </section>
  );
}

function FirstCall({ service, apiKey }: { service: ServiceDocument; apiKey: string }) {
  const [sample, setSample] = useState<SampleName>('curl');
  const [answer, setAnswer] = useState<SentAnswer>();
  const { query } = route.value;
  const operation = service.operations.find(({ id }) => id === query.operation) ?? service.operations[0];
  if (!operation) return null;
  const base = serviceAddress + service.basePath;
  return (
    <section class="panel" aria-labelledby="first-call">
      <div class="panel-head">
        <h2 id="first-call">The call</h2>
        <div class="acts">
          <Select
            label="Operation"
            value={operation.id}
            options={service.operations.map(({ id, method, template, summary }) => ({
              value: id,
              label: visibleText(`${method} ${template}${summary === '' ? '' : `: ${summary}`}`),
            }))}
            onChange={(id) => {
              setQuery({ operation: id });
              setAnswer(undefined);
            }}
          />
          <Button kind="main-act" onClick={() => void sendSample(operation, base, apiKey).then(setAnswer)}>
            Send it
          </Button>
        </div>
      </div>
      <CodeTabs
        label="Ways to write it"
        tabs={sampleNames}
        chosen={sample}
        onChoose={setSample}
        text={codeSample(sample, operation, base, apiKey)}
        textLabel={`The call with ${sample}`}
      />
      <div aria-live="polite">{answer && <SampleAnswer answer={answer} apiKey={apiKey} />}</div>
    </section>
  );
}

function sendSample(operation: ServiceOperation, base: string, key: string): Promise<SentAnswer> {
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

function SampleAnswer({ answer, apiKey }: { answer: SentAnswer; apiKey: string }) {
  return (
    <div class="answered">
      <SentAnswerView answer={answer} label="Response">
        <a href={hrefOf(['traffic'], { sandbox: apiKey.replace(/^dk_test_/, '') })}>See it in the traffic</a>
      </SentAnswerView>
    </div>
  );
}
