import { Button, CopyButton } from '../../../parts/controls.js';
import { useState } from 'preact/hooks';
import { control, refusals } from '../../../control/control-api.js';
import { Refused } from '../../../parts/layout.js';
import { scenarioFolder, scenarios, versions } from '../../../state/world.js';
import { inOrder, type ScenarioDraft } from './scenario-draft.js';
import { yamlText } from './yaml-text.js';
import { visibleText } from '../../../parts/text.js';

type Saving =
  | { readonly state: 'idle' | 'saving' }
  | { readonly state: 'saved'; readonly name: string }
  | { readonly state: 'refused'; readonly errors: readonly string[] };

/** The scenario as a file: to copy, and to save where the mock was started with a folder for it. */
export function ScenarioFile({ draft, ready }: { draft: ScenarioDraft; ready: boolean }) {
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const { name, content } = draft;
  const folder = scenarioFolder.value;
  const yaml = yamlText(inOrder(content));
  const saved = scenarios.value.find((scenario) => scenario.name === name);
  const save = async (): Promise<void> => {
    setSaving({ state: 'saving' });
    try {
      await control.saveScenario(name, inOrder(content));
      setSaving({ state: 'saved', name });
    } catch (error) {
      setSaving({ state: 'refused', errors: refusals(error) });
    }
  };
  return (
    <section class="panel" aria-label="The file">
      <div class="panel-head">
        <h2 class="mono">
          {folder ?? 'scenarios'}/{name || 'NAME'}.yaml
        </h2>
        <div class="acts">
          <CopyButton text={yaml} label="Copy YAML" />
          {folder === null ? null : (
            <Button
              kind="small main-act"
              disabled={!ready || saving.state === 'saving'}
              onClick={() => void save()}
            >
              {saved?.source.startsWith(folder) ? 'Save changes' : 'Save'}
            </Button>
          )}
        </div>
      </div>
      <YamlCode text={yaml} label="The scenario as YAML" />
      <div class="panel-body stack">
        <Refused errors={saving.state === 'refused' ? saving.errors : []} />
        <p
          class={saved || saving.state === 'saved' ? 'note good' : 'hint'}
          role="status"
          data-version={versions.reloaded.value}
        >
          {saving.state === 'saved' && saving.name === name ? (
            saved ? (
              'Saved. The mock has loaded it.'
            ) : (
              'Saved; the mock loads it now.'
            )
          ) : saved ? (
            'The mock has a saved scenario of this name.'
          ) : folder === null ? (
            <>
              To keep it, copy it into a file. To save it from here, start{' '}
              <code>drydock mock --scenarios DIR --watch</code>.
            </>
          ) : (
            'Not saved yet. Comments in an existing file are kept.'
          )}
        </p>
      </div>
    </section>
  );
}

/** A line as `yamlText` writes it: where it begins, its key, its value. */
const form = /^(?<start>\s*(?:- )?)(?:(?<key>"(?:[^"\\]|\\.)*"|[^":]+)(?<colon>: ?))?(?<value>.*)$/;

/** YAML in colours. @param text as `yamlText` writes it */
function YamlCode({ text, label }: { text: string; label: string }) {
  return (
    <pre class="code wrap" tabIndex={0} role="region" aria-label={label}>
      <code>
        {text
          .trimEnd()
          .split('\n')
          .map((line, index) => (
            <YamlLine key={index} line={visibleText(line)} />
          ))}
      </code>
    </pre>
  );
}

function YamlLine({ line }: { line: string }) {
  const { start = '', key = '', colon = '', value = '' } = form.exec(line)?.groups ?? { value: line };
  return (
    <>
      {start}
      {key === '' ? null : <span class="t-key">{key}</span>}
      {colon}
      {value === '' ? null : <span class={`t-${kindOf(value)}`}>{value}</span>}
      {'\n'}
    </>
  );
}

function kindOf(value: string): string {
  if (/^-?\d+(\.\d+)?$/.test(value)) return 'number';
  return /^(true|false|null|normal)$/.test(value) ? 'word' : 'string';
}
