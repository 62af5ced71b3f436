import { useState } from 'preact/hooks';
import { control } from '../../../control/control-api.js';
import type { Verdict } from '../../../control/control-types.js';
import { CodeTabs } from '../../../parts/code/code-tabs.js';
import { Form, Submit } from '../../../parts/fields.js';
import { useLatest } from '../../../parts/hooks.js';
import { Panel } from '../../../parts/layout.js';
import { attempt } from '../../../state/world.js';
import { useStanding } from '../../scenarios/sandbox-scenario.js';
import { ExpectationForm } from './expectation-form.js';
import { isEmpty, usualExpectation, verificationOf } from './expectation.js';
import { codeKinds, verifyCode, type CodeKind } from './verify-code.js';
import type { ComponentChildren } from 'preact';
import { visibleText } from '../../../parts/text.js';
import { hrefOf } from '../../../routing/route.js';

/** Checks what a client sent: as a verdict now, and as a test to keep. */
export function VerifyPanel({ sandbox }: { sandbox: string }) {
  const [expectation, setExpectation] = useState(usualExpectation);
  const [verdict, setVerdict] = useState<Verdict>();
  const begin = useLatest();
  const [kind, setKind] = useState<CodeKind>('Jest');
  const { definition, inForce } = useStanding(sandbox) ?? {};
  return (
    <Panel id="verify" title="Verify" head={<p>The requests that its client must have sent.</p>}>
      <Form
        kind="panel-body stack"
        labelledBy="verify"
        onSend={() => {
          const isLatest = begin();
          void attempt(async () => {
            const came = await control.verify(sandbox, verificationOf(expectation));
            if (isLatest()) setVerdict(came);
          });
        }}
      >
        <ExpectationForm
          expectation={expectation}
          onChange={(next) => {
            setExpectation(next);
            begin();
            setVerdict(undefined);
          }}
        />
        <div class="acts">
          <Submit disabled={isEmpty(expectation)}>Verify</Submit>
        </div>
      </Form>
      <div aria-live="polite">{verdict ? <VerdictView sandbox={sandbox} verdict={verdict} /> : null}</div>
      <CodeTabs
        label="The same as a test"
        tabs={codeKinds}
        chosen={kind}
        onChoose={setKind}
        text={verifyCode(kind, expectation, definition ?? inForce?.scenario ?? '')}
        textLabel={`The expectation as a ${kind} test`}
        copyHint={`Copy the ${kind} test`}
      />
    </Panel>
  );
}

type Check = Verdict['checks'][number];

function VerdictView({ sandbox, verdict }: { sandbox: string; verdict: Verdict }) {
  const { verified, checks, order, backoff } = verdict;
  return (
    <div class="verdict panel-body stack" data-verified={verified}>
      <p class={`note ${verified ? 'good' : 'bad'}`}>
        <strong>{verified ? 'As expected.' : 'Not as expected.'}</strong>
      </p>
      <ul class="stack">
        {checks.map((check, index) => (
          <CheckLine key={index} sandbox={sandbox} check={check} />
        ))}
        {order ? <Line passed={order.passed}>{visibleText(order.why)}</Line> : null}
        {backoff ? (
          <Line passed={backoff.passed === true}>
            {visibleText(backoff.why)}
            {backoff.waits
              .filter(({ passed }) => !passed)
              .map(({ id, why }) => (
                <span key={id} class="near">
                  <RequestLink sandbox={sandbox} id={id} /> {visibleText(why)}
                </span>
              ))}
          </Line>
        ) : null}
      </ul>
    </div>
  );
}

function CheckLine({ sandbox, check }: { sandbox: string; check: Check }) {
  const { request, expected, found, passed, ids, nearMisses } = check;
  const { status, operation } = request;
  const what = [status ?? 'any status', ...(operation === undefined ? [] : [`of ${operation}`])].join(' ');
  return (
    <Line passed={passed}>
      {visibleText(what)}: expected {expected}, found {found}{' '}
      {ids.slice(0, 10).map((id) => (
        <RequestLink key={id} sandbox={sandbox} id={id} />
      ))}
      {nearMisses.map(({ id, summary, differences }) => (
        <span key={id} class="near">
          Near: <RequestLink sandbox={sandbox} id={id} /> {visibleText(`${summary.method} ${summary.path}`)},{' '}
          {visibleText(differences.join('; '))}
        </span>
      ))}
    </Line>
  );
}

function Line({ passed, children }: { passed: boolean; children: ComponentChildren }) {
  return (
    <li class="verdict-line">
      <span class={`badge ${passed ? 'good' : 'bad'}`}>{passed ? 'met' : 'not met'}</span>
      <span>{children}</span>
    </li>
  );
}

function RequestLink({ sandbox, id }: { sandbox: string; id: number }) {
  return (
    <a class="mono request-link" href={hrefOf(['traffic', sandbox, String(id)])}>
      #{id}
    </a>
  );
}
