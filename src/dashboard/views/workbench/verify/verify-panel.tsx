import { useState } from 'preact/hooks';
import { control } from '../../../control/control-api.js';
import type { Verdict } from '../../../control/control-types.js';
import { CodeBlock } from '../../../parts/code-block.js';
import { CopyButton } from '../../../parts/copy-button.js';
import { Tabs } from '../../../parts/tabs.js';
import { attempt, choicesVersion, sandboxes } from '../../../state/world.js';
import { ExpectationForm } from './expectation-form.js';
import { isEmpty, usualExpectation, verificationOf } from './expectation.js';
import { VerdictView } from './verdict-view.js';
import { codeKinds, verifyCode } from './verify-code.js';
import type { CodeKind } from './verify-code.js';

/** Checks what a client sent: as a verdict now, and as a test to keep. */
export function VerifyPanel({ sandbox }: { sandbox: string }) {
  const [expectation, setExpectation] = useState(usualExpectation);
  const [verdict, setVerdict] = useState<Verdict | undefined>(undefined);
  const [kind, setKind] = useState<CodeKind>('Jest');
  // A scenario that no file has can't be chosen by its name.
  const known = choicesVersion.value >= 0 ? sandboxes.value.find(({ name }) => name === sandbox) : undefined;
  const code = verifyCode(kind, expectation, known?.scenario ?? '');
  return (
    <section class="panel" aria-labelledby="verify">
      <div class="panel-head">
        <h2 id="verify">Verify</h2>
        <p>What its client must have done.</p>
      </div>
      <form
        class="panel-body stack"
        aria-labelledby="verify"
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(async () => setVerdict(await control.verify(sandbox, verificationOf(expectation))));
        }}
      >
        <ExpectationForm
          expectation={expectation}
          onChange={(next) => {
            setExpectation(next);
            setVerdict(undefined);
          }}
        />
        <div class="acts">
          <button type="submit" class="btn main-act" disabled={isEmpty(expectation)}>
            Verify
          </button>
        </div>
      </form>
      <div aria-live="polite">{verdict ? <VerdictView sandbox={sandbox} verdict={verdict} /> : null}</div>
      <div class="sample">
        <Tabs
          label="The same as a test"
          tabs={codeKinds}
          chosen={kind}
          onChoose={(tab) => setKind(tab as CodeKind)}
          beside={<CopyButton text={code} label="Copy" hint={`Copy the ${kind} test`} plain />}
        >
          <CodeBlock text={code} label={`The expectation as a ${kind} test`} />
        </Tabs>
      </div>
    </section>
  );
}
