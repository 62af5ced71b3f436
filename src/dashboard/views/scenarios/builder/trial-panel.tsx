import { Button, CopyButton } from '../../../parts/controls.js';
import { LateInput } from '../../../parts/fields.js';
import { useState } from 'preact/hooks';
import { refusals } from '../../../control/control-api.js';
import type { SandboxScenario } from '../../../control/control-types.js';
import { CodeBlock } from '../../../parts/code/code-tabs.js';
import { Refused, Panel } from '../../../parts/layout.js';
import { visibleText } from '../../../parts/text.js';
import { choose, comingSentences, putChoice, useStanding } from '../sandbox-scenario.js';
import { inOrder, type ScenarioDraft } from './scenario-draft.js';
import { sandboxSign, scope } from '../../../state/scope.js';
import { inTurn, sandboxes } from '../../../state/world.js';

export interface TrialPanelProps {
  readonly sandbox: string;
  readonly draft: ScenarioDraft;
  readonly ready: boolean;
  readonly onSandbox: (name: string) => void;
}

/** Sets the form's scenario in one sandbox, at once and without a file. */
export function TrialPanel(props: TrialPanelProps) {
  const { sandbox, draft, ready, onSandbox } = props;
  const standing = useStanding(sandbox);
  const sign = sandboxSign(sandbox);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const tried = standing?.definition ?? undefined;
  const tryIt = async (): Promise<void> => {
    try {
      const choice = { definition: inOrder(draft.content), name: draft.name };
      await inTurn(() => putChoice(sandbox, choice));
      setRefused([]);
    } catch (error) {
      setRefused(refusals(error));
    }
  };
  return (
    <Panel id="try" title="Try it" head={tried ? <span class="badge warn">tried, not saved</span> : null}>
      <div class="panel-body stack">
        <div class="acts">
          <span class="hint">In sandbox</span>
          {scope.value === '' ? (
            <SandboxInput value={sandbox} onChoose={onSandbox} />
          ) : (
            <strong class="mono">{sandbox}</strong>
          )}
          <Button kind="main-act" disabled={!ready} onClick={() => void tryIt()}>
            {tried ? 'Try it again' : 'Try it'}
          </Button>
          {tried ? <Button onClick={() => void choose(sandbox, null)}>End</Button> : null}
        </div>
        <Refused errors={refused} />
        <div role="status" class="stack">
          {standing ? <Standing standing={standing} draft={draft} /> : null}
        </div>
        <div class="acts">
          <span class="hint">
            Call with the {sign.kind} <code>{sign.text}</code>
          </span>
          <CopyButton text={sign.text} label={`Copy ${sign.kind}`} />
        </div>
      </div>
    </Panel>
  );
}

function Standing({ standing, draft }: { standing: SandboxScenario; draft: ScenarioDraft }) {
  const { sandbox, scenario, definition: tried } = standing;
  if (scenario === null) return <p class="hint">It applies to this sandbox only, and nothing is saved.</p>;
  if (!tried)
    return (
      <p class="hint">
        Sandbox {sandbox} has <code>{visibleText(scenario)}</code>; trying a scenario replaces it.
      </p>
    );
  // Both have their fields in file order.
  const asTheForm =
    scenario === draft.name && JSON.stringify(tried) === JSON.stringify(inOrder(draft.content));
  return (
    <>
      <p class="note warn">
        Sandbox {sandbox} has <code>{visibleText(scenario)}</code>.{' '}
        {comingSentences(standing.upcoming).join(' ')}
        {asTheForm ? null : ' The form has changed since.'}
      </p>
      {asTheForm ? null : (
        <CodeBlock text={JSON.stringify(tried, null, 2)} label="What is tried, as JSON" wrap />
      )}
    </>
  );
}

/** A sandbox's name, typed or picked from those in use; what no name may have is left out. */
function SandboxInput({ value, onChoose }: { value: string; onChoose: (name: string) => void }) {
  return (
    <>
      <LateInput
        kind="mono short"
        aria-label="Sandbox"
        {...{ list: 'known-sandboxes', spellcheck: false, value }}
        onApply={(text) => onChoose(text.replaceAll(/[^A-Za-z0-9._-]/g, '').slice(0, 64) || 'trial')}
      />
      <datalist id="known-sandboxes">
        {sandboxes.value.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
