import { useState } from 'preact/hooks';
import { control, serviceAddress } from '../../../control/control-api.js';
import type { Verdict } from '../../../control/control-types.js';
import { CodeTabs } from '../../../parts/code/code-tabs.js';
import { Button } from '../../../parts/controls.js';
import { Check, Form, Select, Submit, optionsOf } from '../../../parts/fields.js';
import { useLatest } from '../../../parts/hooks.js';
import { Panel } from '../../../parts/layout.js';
import { CloseIcon } from '../../../shell/icons.js';
import { attempt, operations, service } from '../../../state/world.js';
import { useStanding } from '../../scenarios/sandbox-scenario.js';
import { useService } from '../../start/first-call.js';
import {
  codeKinds,
  isEmpty,
  usualExpectation,
  verificationOf,
  verifyCode,
  type CodeKind,
  type Expectation,
  type ExpectedRow,
  type TestedMock,
} from './expectation.js';
import type { ComponentChildren } from 'preact';
import { visibleText } from '../../../parts/text.js';
import { hrefOf } from '../../../routing/route.js';
import { scope } from '../../../state/scope.js';

/** Checks what a client sent: as a verdict now, and as a test to keep. */
export function VerifyPanel({ sandbox }: { sandbox: string }) {
  const [expectation, setExpectation] = useState(usualExpectation);
  const [verdict, setVerdict] = useState<Verdict>();
  const begin = useLatest();
  const { definition, inForce } = useStanding(sandbox) ?? {};
  const { start } = service.value;
  const code = { expectation, scenario: definition ?? inForce?.scenario ?? '' };
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
      <div aria-live="polite">{verdict ? <VerdictView verdict={verdict} /> : null}</div>
      {start === null ? <AttachedTest {...code} /> : <OfferedTest {...code} tested={{ start }} />}
    </Panel>
  );
}

interface TestProps {
  readonly expectation: Expectation;
  readonly scenario: string | object;
}

/** The expectation as a test of a mock of its own, or of this one. */
function OfferedTest({ expectation, scenario, tested }: TestProps & { tested: TestedMock }) {
  const [kind, setKind] = useState<CodeKind>('Jest');
  return (
    <CodeTabs
      label="The same as a test"
      tabs={codeKinds}
      chosen={kind}
      onChoose={setKind}
      text={verifyCode(kind, expectation, scenario, tested)}
      textLabel={`The expectation as a ${kind} test`}
      copyHint={`Copy the ${kind} test`}
    />
  );
}

/** The test of a mock that no options repeat: it attaches to this one. */
function AttachedTest(props: TestProps) {
  const { basePath = '' } = useService() ?? {};
  return <OfferedTest {...props} tested={{ attach: serviceAddress + basePath }} />;
}

const statuses = optionsOf(['200', '201', '400', '401', '403', '404', '429', '500', '503']);

function ExpectationForm(props: { expectation: Expectation; onChange: (next: Expectation) => void }) {
  const { expectation, onChange } = props;
  const { rows, inOrder, backoff } = expectation;
  const change = (part: Partial<Expectation>): void => onChange({ ...expectation, ...part });
  return (
    <>
      <ol class="stack expected">
        {rows.map((row, index) => (
          <Row
            key={index}
            row={row}
            number={index + 1}
            onChange={(part) => change({ rows: rows.with(index, { ...row, ...part }) })}
            onRemove={() => change({ rows: rows.toSpliced(index, 1) })}
          />
        ))}
      </ol>
      <div class="acts">
        <Button
          kind="small"
          onClick={() => change({ rows: [...rows, { times: 1, status: 200, operation: '' }] })}
        >
          Add a request
        </Button>
        <span class="checks">
          <Check label="in this order" value={inOrder} onChange={(value) => change({ inOrder: value })} />
          <Check label="back-off kept" value={backoff} onChange={(value) => change({ backoff: value })} />
        </span>
      </div>
    </>
  );
}

interface RowProps {
  readonly row: ExpectedRow;
  readonly number: number;
  readonly onChange: (part: Partial<ExpectedRow>) => void;
  readonly onRemove: () => void;
}

function Row({ row, number, onChange, onRemove }: RowProps) {
  /** Typed, and no number yet. */
  const [typed, setTyped] = useState<string>();
  return (
    <li class="expected-row">
      <input
        class="input num"
        type="number"
        min={0}
        max={1000}
        aria-label={`Times, request ${number}`}
        value={typed ?? row.times}
        onInput={({ currentTarget: { value, valueAsNumber: times } }) => {
          const isNumber = Number.isInteger(times) && times >= 0;
          setTyped(isNumber ? undefined : value);
          if (isNumber) onChange({ times });
        }}
        onBlur={() => setTyped(undefined)}
      />
      <span aria-hidden="true">×</span>
      <Select
        label={`Status, request ${number}`}
        value={String(row.status)}
        options={[{ value: '0', label: 'any status' }, ...statuses]}
        onChange={(status) => onChange({ status: Number(status) })}
      />
      <Select
        label={`Operation, request ${number}`}
        value={row.operation}
        options={[{ value: '', label: 'any operation' }, ...optionsOf(operations.value.map(({ id }) => id))]}
        onChange={(operation) => onChange({ operation })}
      />
      <Button kind="plain" aria-label={`Remove request ${number}`} onClick={onRemove}>
        <CloseIcon />
      </Button>
    </li>
  );
}

function VerdictView({ verdict: { verified, checks, order, backoff } }: { verdict: Verdict }) {
  return (
    <div class="verdict panel-body stack" data-verified={verified}>
      <p class={`note ${verified ? 'good' : 'bad'}`}>
        <strong>{verified ? 'As expected.' : 'Not as expected.'}</strong>
      </p>
      <ul class="stack">
        {checks.map((check, index) => (
          <CheckLine key={index} {...check} />
        ))}
        {order ? <Line passed={order.passed}>{visibleText(order.why)}</Line> : null}
        {backoff ? (
          <Line passed={backoff.passed === true}>
            {visibleText(backoff.why)}
            {backoff.waits
              .filter(({ passed }) => !passed)
              .map(({ id, why }) => (
                <span key={id} class="near">
                  <RequestLink id={id} /> {visibleText(why)}
                </span>
              ))}
          </Line>
        ) : null}
      </ul>
    </div>
  );
}

function CheckLine({ request, expected, found, passed, ids, nearMisses }: Verdict['checks'][number]) {
  const { status, operation } = request;
  const what = [status ?? 'any status', ...(operation === undefined ? [] : [`of ${operation}`])].join(' ');
  return (
    <Line passed={passed}>
      {visibleText(what)}: expected {expected}, found {found}{' '}
      {ids.slice(0, 10).map((id) => (
        <RequestLink key={id} id={id} />
      ))}
      {nearMisses.map(({ id, summary, differences }) => (
        <span key={id} class="near">
          Near: <RequestLink id={id} /> {visibleText(`${summary.method} ${summary.path}`)},{' '}
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

function RequestLink({ id }: { id: number }) {
  return (
    <a class="mono request-link" href={hrefOf(['traffic', scope.value, String(id)])}>
      #{id}
    </a>
  );
}
