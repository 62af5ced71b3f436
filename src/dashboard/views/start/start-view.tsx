import { Button, CopyButton } from '../../parts/controls.js';
import { useState } from 'preact/hooks';
import { serviceAddress } from '../../control/control-api.js';
import { CodeTabs } from '../../parts/code/code-tabs.js';
import { codeNames, requestCode, type CodeName } from '../../parts/code/request-code.js';
import { Select, Input } from '../../parts/fields.js';
import { Panel, ViewHead } from '../../parts/layout.js';
import { useLatest } from '../../parts/hooks.js';
import { visibleText } from '../../parts/text.js';
import { exampleKey } from '../../state/scope.js';
import { isProxy, known, service as whoAnswers } from '../../state/world.js';
import { route, setQuery, hrefOf } from '../../routing/route.js';
import { LiveState } from './live-state.js';
import { type SentAnswer, sendRequest, SentAnswerView } from '../exchange/send-request.js';
import type { ReferenceDocument } from '../../reference/document/read-document.js';
import { callable, exampleRequest } from './example-request.js';
import { useService } from './first-call.js';

export function StartView() {
  const service = useService();
  const [targetKey, setTargetKey] = useState('');
  const sandbox = route.value.query.sandbox ?? 'demo';
  const base = serviceAddress + (service?.basePath ?? '');
  return (
    <div class="view">
      <ViewHead
        title="Start"
        idea={
          service
            ? `${visibleText(service.title)} ${isProxy.value ? 'is recorded and judged here, in front of the real one.' : 'is running on this machine.'}`
            : 'Reading the document …'
        }
      />
      {service && known.value ? (
        <>
          <section class="access" aria-label={isProxy.value ? 'Address and target' : 'Address and key'}>
            <Address base={base} />
            {isProxy.value ? (
              <Target apiKey={targetKey} onKey={setTargetKey} />
            ) : (
              <DemoKey sandbox={sandbox} apiKey={exampleKey(sandbox)} />
            )}
          </section>
          <FirstCall
            service={service}
            sandbox={isProxy.value ? 'public' : sandbox}
            apiKey={isProxy.value ? targetKey : exampleKey(sandbox)}
          />
          <LiveState />
        </>
      ) : null}
    </div>
  );
}

function Address({ base }: { base: string }) {
  return (
    <div class="tile">
      <h2 class="label">Address</h2>
      <code class="big">{base}</code>
      <div class="acts">
        <CopyButton text={base} label="Copy address" />
      </div>
      <p class="hint">
        {isProxy.value
          ? 'Give your clients this address in the place of the service’s. Requests and responses pass as they are.'
          : 'Any program and any page may call it: it allows every origin. Paths are exact, upper and lower case count.'}
      </p>
    </div>
  );
}

function DemoKey({ sandbox, apiKey }: { sandbox: string; apiKey: string }) {
  return (
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
  );
}

/** The real services, and the field for a key of theirs: it goes with the call below and nowhere else. */
function Target({ apiKey, onKey }: { apiKey: string; onKey: (key: string) => void }) {
  return (
    <div class="tile">
      <h2 class="label">Target</h2>
      {whoAnswers.value.targets.map(({ prefix, url }) => (
        <code key={prefix} class="big">
          {visibleText(prefix === '' ? url : `${prefix} → ${url}`)}
        </code>
      ))}
      <label class="inline-field hint">
        <span>Key of the target</span>
        <Input mono type="password" autocomplete="off" value={apiKey} onChange={onKey} />
      </label>
      <p class="hint">
        Only the target knows which keys are valid. The page keeps this one no longer than it is open.
      </p>
    </div>
  );
}

function FirstCall(props: { service: ReferenceDocument; sandbox: string; apiKey: string }) {
  const { service, sandbox, apiKey } = props;
  const [sample, setSample] = useState<CodeName>('curl');
  const [answer, setAnswer] = useState<SentAnswer>();
  const begin = useLatest();
  const { query } = route.value;
  const operations = callable(service);
  const operation = operations.find(({ id }) => id === query.operation) ?? operations[0];
  if (!operation) return null;
  const base = serviceAddress + service.basePath;
  const request = (key: string) => exampleRequest(operation, base, key);
  const shown = request(isProxy.value ? exampleKey() : apiKey);
  const head = (
    <div class="acts">
      <Select
        label="Operation"
        value={operation.id}
        options={operations.map(({ id, method, path, summary }) => ({
          value: id,
          label: visibleText(`${method} ${path}${summary === '' ? '' : `: ${summary}`}`),
        }))}
        onChange={(id) => {
          setQuery({ operation: id });
          begin();
          setAnswer(undefined);
        }}
      />
      <Button
        kind="main-act"
        onClick={() => {
          const isLatest = begin();
          void sendRequest(request(apiKey)).then((came) => isLatest() && setAnswer(came));
        }}
      >
        Send it
      </Button>
    </div>
  );
  return (
    <Panel id="first-call" title="The call" head={head}>
      <CodeTabs
        label="Ways to write it"
        tabs={codeNames}
        chosen={sample}
        onChoose={setSample}
        text={requestCode(sample, shown, { address: base, template: operation.path })}
        textLabel={`The call with ${sample}`}
      />
      <div aria-live="polite">
        {answer ? (
          <div class="answered">
            <SentAnswerView answer={answer} label="Response">
              <a href={hrefOf(['traffic'], { sandbox })}>See it in the traffic</a>
            </SentAnswerView>
          </div>
        ) : null}
      </div>
    </Panel>
  );
}
