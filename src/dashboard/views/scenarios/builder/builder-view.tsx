import { useState } from 'preact/hooks';
import { control } from '../../../control/control-api.js';
import { useLoaded } from '../../../parts/hooks.js';
import { Button } from '../../../parts/controls.js';
import { Loading, ViewHead, Trouble } from '../../../parts/layout.js';
import { visibleText } from '../../../parts/text.js';
import { hrefOf, route } from '../../../routing/route.js';
import { BackIcon } from '../../../shell/icons.js';
import { scope } from '../../../state/scope.js';
import { DraftForm } from './draft-form.js';
import {
  draftProblems,
  emptyDraft,
  exampleDraft,
  isEmpty,
  draftFromRecording,
  type ScenarioDraft,
} from './scenario-draft.js';
import { ScenarioFile } from './scenario-file.js';
import { TrialPanel, type TrialPanelProps } from './trial-panel.js';

/**
 * Builds a scenario: from nothing, from a saved one (`edit`), from what a sandbox is trying (`edit=tried`), or from a recorded
 * answer (`from`).
 */
export function BuilderView() {
  const { query } = route.value;
  const { edit = '', from = '' } = query;
  const [trial, setTrial] = useState('trial');
  const sandbox = scope.value === '' ? trial : scope.value;
  const source = `${edit} ${from}`;
  const about = edit === 'tried' ? `${source} ${sandbox}` : source;
  // Until a scenario is there, no other is shown in its place: what is typed into that would replace it.
  const { value: start, error } = useLoaded(() => startOf(edit, from, sandbox), [], about);
  const [typed, setTyped] = useState<{ readonly of: string; readonly draft: ScenarioDraft }>();
  const draft = (typed?.of === source ? typed.draft : undefined) ?? start?.draft;
  return (
    <div class="view">
      <ViewHead
        title={titleOf(edit, from)}
        idea="A scenario is one small file: data, no code. Fill it in, try it at once, keep it with your tests."
      >
        <a class="btn plain" href={hrefOf(['scenarios'])}>
          <BackIcon /> All scenarios
        </a>
      </ViewHead>
      <Trouble text={error} />
      {start?.masked && start.masked.length > 0 ? (
        <p class="note">Secrets are masked: {visibleText(start.masked.join('; '))}.</p>
      ) : null}
      {draft ? (
        <Workplace
          {...{ draft, sandbox }}
          onChange={(next) => setTyped({ of: source, draft: next })}
          onSandbox={setTrial}
        />
      ) : error === undefined ? (
        <Loading />
      ) : null}
    </div>
  );
}

function titleOf(edit: string, from: string): string {
  if (from !== '') return 'New scenario from a response';
  if (edit === 'tried') return 'Scenario that is not saved';
  return edit === '' ? 'New scenario' : `Scenario ${visibleText(edit)}`;
}

interface Start {
  readonly draft: ScenarioDraft;
  /** Places of a recording whose values are masked. */
  readonly masked?: readonly string[];
}

async function startOf(edit: string, from: string, sandbox: string): Promise<Start> {
  const [, recordedIn = '', id = ''] = /^(.+)\/(\d+)$/.exec(from) ?? [];
  if (id !== '') {
    const { definition, masked } = await control.recordedScenario(recordedIn, Number(id));
    return { draft: draftFromRecording(definition), masked };
  }
  if (edit === 'tried') {
    const { scenario, definition } = await control.sandboxScenario(sandbox);
    return { draft: definition === null ? emptyDraft : { name: scenario ?? '', content: definition } };
  }
  if (edit === '') return { draft: emptyDraft };
  const { name, definition, source } = await control.scenario(edit);
  return { draft: { name: source === 'document' ? `my-${name}` : name, content: definition } };
}

interface WorkplaceProps extends Omit<TrialPanelProps, 'ready'> {
  readonly onChange: (draft: ScenarioDraft) => void;
}

function Workplace({ draft, sandbox, onChange, onSandbox }: WorkplaceProps) {
  const problems = draftProblems(draft);
  const ready = problems.length === 0;
  return (
    <div class="builder">
      <section class="panel" aria-label="What it does">
        <div class="panel-body stack">
          {isEmpty(draft) ? (
            <p class="acts">
              <span class="hint">
                Name it, say what happens and what a good client does, and choose what it sends.
              </span>
              <Button kind="small" onClick={() => onChange(exampleDraft)}>
                Fill in an example
              </Button>
            </p>
          ) : null}
          <DraftForm draft={draft} onChange={onChange} />
        </div>
      </section>
      <div class="stack wide builder-result">
        {!ready && !isEmpty(draft) ? (
          <ul class="note warn">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        ) : null}
        <TrialPanel {...{ sandbox, draft, ready, onSandbox }} />
        <ScenarioFile draft={draft} ready={ready} />
      </div>
    </div>
  );
}
