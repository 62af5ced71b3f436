import { useState } from 'preact/hooks';
import { CodeBlock } from '../../parts/code-block.js';
import { CopyButton } from '../../parts/copy-button.js';
import { ViewHead } from '../../parts/view-head.js';
import { hrefOf } from '../../routing/route.js';
import { BackIcon } from '../../shell/icons.js';
import { scenarios } from '../../state/world.js';
import { choose } from './choose-scenario.js';
import { DraftForm } from './draft-form.js';
import { draftProblems, draftYaml, emptyDraft } from './scenario-draft.js';
import type { ScenarioDraft } from './scenario-draft.js';

/** A new scenario: filled in, copied as the file that it is, and tried as soon as the mock has taken the file up. */
export function NewScenario() {
  const [draft, setDraft] = useState<ScenarioDraft>(emptyDraft);
  const yaml = draftYaml(draft);
  const problems = draftProblems(draft);
  return (
    <div class="view">
      <ViewHead
        title="New scenario"
        idea="A scenario is one small file: data, no code. Fill it in here, keep it with your tests."
      >
        <a class="btn plain" href={hrefOf(['scenarios'])}>
          <BackIcon /> All scenarios
        </a>
      </ViewHead>
      <div class="two-columns">
        <section class="panel" aria-label="What it does">
          <div class="panel-body">
            <DraftForm draft={draft} onChange={setDraft} />
          </div>
        </section>
        <section class="panel aside" aria-label="The file">
          <div class="panel-head">
            <h2 class="mono">scenarios/{draft.name}.yaml</h2>
            <CopyButton text={yaml} label="Copy YAML" />
          </div>
          <CodeBlock text={yaml} label="The scenario as YAML" wrap />
          <div class="panel-body stack">
            {problems.length > 0 ? (
              <ul class="note warn">
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            ) : null}
            <Trial name={draft.name} />
          </div>
        </section>
      </div>
    </div>
  );
}

/** How to try it: the mock loads files, so the file comes first; a mock that watches has it in a moment. */
function Trial({ name }: { name: string }) {
  const loaded = scenarios.value.some((scenario) => scenario.name === name);
  return (
    <>
      <h3>Try it</h3>
      {loaded ? (
        <p class="note good" role="status">
          The mock has a scenario of this name.
        </p>
      ) : (
        <p class="hint" role="status">
          Save it as <code>scenarios/{name}.yaml</code>. <code>npm start</code> watches that folder; with your
          own folder start <code>drydock mock --scenarios DIR --watch</code>. This page notices when it has
          been loaded.
        </p>
      )}
      <div class="acts">
        <button
          type="button"
          class="btn main-act"
          disabled={!loaded}
          onClick={() => void choose({ kind: 'sandbox', name: 'trial' }, name)}
        >
          Use it in sandbox trial
        </button>
        <CopyButton text={`X-Mock-Scenario: ${name}`} label="Copy header" />
      </div>
      <p class="hint">
        Then call with the key <code>dk_test_trial</code>, or send the header{' '}
        <code>X-Mock-Scenario: {name}</code> with any single request.
      </p>
    </>
  );
}
