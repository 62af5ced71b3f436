import { useState } from 'preact/hooks';
import { control } from '../../control/control-api.js';
import { CodeBlock } from '../../parts/code-block.js';
import { CopyButton } from '../../parts/copy-button.js';
import { useLoaded } from '../../parts/use-loaded.js';
import { ViewHead } from '../../parts/view-head.js';
import { hrefOf, route, setQuery } from '../../routing/route.js';
import { BackIcon } from '../../shell/icons.js';
import { choicesVersion, sandboxes, scenarios } from '../../state/world.js';
import { DraftForm } from './draft-form.js';
import { draftDefinition, draftOf, draftProblems, draftYaml, emptyDraft } from './scenario-draft.js';
import type { ScenarioDraft } from './scenario-draft.js';
import { TrialPanel, triedIn } from './trial-panel.js';

/** A new scenario: written in a form, tried in a sandbox, and copied as a file. */
export function NewScenario() {
  const { query } = route.value;
  const sandbox = /^[\w.-]{1,64}$/.test(query.for ?? '') ? (query.for ?? '') : 'trial';
  const [typed, setTyped] = useState<ScenarioDraft | undefined>(undefined);
  const requests = sandboxes.value.find(({ name }) => name === sandbox)?.requests;
  const about = [sandbox, requests, choicesVersion.value];
  const { value: standing } = useLoaded(() => control.sandboxScenario(sandbox), about);
  // A reloaded page continues with the scenario that is being tried.
  const tried = query.for === undefined ? undefined : triedIn(standing);
  const draft = typed ?? (tried && draftOf(standing?.scenario ?? '', tried)) ?? emptyDraft;
  const problems = draftProblems(draft);
  return (
    <div class="view">
      <ViewHead
        title="New scenario"
        idea="A scenario is one small file: data, no code. Fill it in, try it at once, keep it with your tests."
      >
        <a class="btn plain" href={hrefOf(['scenarios'])}>
          <BackIcon /> All scenarios
        </a>
      </ViewHead>
      <div class="two-columns">
        <section class="panel" aria-label="What it does">
          <div class="panel-body">
            <DraftForm draft={draft} onChange={setTyped} />
          </div>
        </section>
        <div class="stack wide">
          {problems.length > 0 ? (
            <ul class="note warn">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          ) : null}
          <TrialPanel
            sandbox={sandbox}
            name={draft.name}
            definition={draftDefinition(draft)}
            ready={problems.length === 0}
            standing={standing?.sandbox === sandbox ? standing : undefined}
            onSandbox={(name) => {
              setTyped(draft);
              setQuery({ for: name });
            }}
            onChange={() => {
              setTyped(draft);
              setQuery({ for: sandbox });
            }}
          />
          <ScenarioFile draft={draft} />
        </div>
      </div>
    </div>
  );
}

/** The file to save; a mock with --watch loads it at once. */
function ScenarioFile({ draft }: { draft: ScenarioDraft }) {
  const { name } = draft;
  const yaml = draftYaml(draft);
  const isSaved = scenarios.value.some((scenario) => scenario.name === name);
  return (
    <section class="panel" aria-label="The file">
      <div class="panel-head">
        <h2 class="mono">scenarios/{name}.yaml</h2>
        <CopyButton text={yaml} label="Copy YAML" />
      </div>
      <CodeBlock text={yaml} label="The scenario as YAML" wrap />
      <div class="panel-body stack">
        {isSaved ? (
          <p class="note good" role="status">
            The mock has a saved scenario of this name.
          </p>
        ) : (
          <p class="hint" role="status">
            To keep it, save it as <code>scenarios/{name}.yaml</code>. <code>npm start</code> watches that
            folder; with your own folder start <code>drydock mock --scenarios DIR --watch</code>. This page
            notices when it has been loaded.
          </p>
        )}
      </div>
    </section>
  );
}
