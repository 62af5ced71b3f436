import { ActLink, Button, ConfirmButton } from '../../parts/controls.js';
import { loadedView } from '../../parts/loaded-view.js';
import { ViewHead, Panel, Empty } from '../../parts/layout.js';
import { control } from '../../control/control-api.js';
import { hrefOf, route, setQuery } from '../../routing/route.js';
import { scope } from '../../state/scope.js';
import { change, operations, readSandboxes, readScenarios, scenarios } from '../../state/world.js';
import { InForce } from './in-force.js';
import { byEffect, byOperation, matching, type ScenarioGroup } from './scenario-groups.js';
import { visibleText } from '../../parts/text.js';
import type { Scenario } from '../../control/control-types.js';
import { choose, chosenFor, namesIn } from './sandbox-scenario.js';
import { SearchField } from '../../parts/fields.js';

const Builder = loadedView(async () => (await import('./builder/builder-view.js')).BuilderView);

export function ScenariosView() {
  const { path, query } = route.value;
  if (path[1] === 'new') return <Builder />;
  const found = matching(scenarios.value, query.text ?? '');
  const grouped = query.by === 'operation';
  const groups = grouped ? byOperation(found, operations.value) : byEffect(found);
  return (
    <div class="view">
      <ViewHead
        title="Scenarios"
        idea="Make the mock send an error, a delay or a broken connection: one click, until you end it."
      >
        <ActLink href={hrefOf(['scenarios', 'new'])} label="New scenario …" />
        <ConfirmButton
          label="Reset all"
          sure="Reset every sandbox?"
          onConfirm={() =>
            void change(async () => {
              await control.resetAll();
              await Promise.all([readScenarios(), readSandboxes()]);
            })
          }
        />
      </ViewHead>
      <InForce />
      <Panel
        id="choose"
        title="Choose"
        head={
          <p>
            For {scope.value === '' ? <strong>everyone</strong> : <strong class="mono">{scope.value}</strong>}
          </p>
        }
      >
        <div class="panel-head sub">
          <SearchField
            kind="grow"
            label="Find a scenario"
            placeholder="Find: slow, two 500, reset …"
            value={query.text ?? ''}
            onChange={(text) => setQuery({ text })}
          />
          <div class="seg" role="group" aria-label="Order">
            <button type="button" aria-pressed={!grouped} onClick={() => setQuery({ by: '' })}>
              By effect
            </button>
            <button type="button" aria-pressed={grouped} onClick={() => setQuery({ by: 'operation' })}>
              By operation
            </button>
          </div>
        </div>
        {groups.length > 0 ? (
          <ScenarioList groups={groups} />
        ) : (
          <Empty
            title="No scenario matches"
            act={<ActLink href={hrefOf(['scenarios', 'new'])} label="Create it" />}
          >
            <p>One file in the scenarios folder makes one; the form shows how.</p>
          </Empty>
        )}
      </Panel>
    </div>
  );
}

function ScenarioList({ groups }: { groups: readonly ScenarioGroup[] }) {
  const on = namesIn(chosenFor(scope.value));
  return (
    <div class="scenario-groups">
      {groups.map(({ title, scenarios }) => (
        <section key={title} aria-label={title}>
          <h3 class="group-title">
            {visibleText(title)} <span class="hint">{scenarios.length}</span>
          </h3>
          <ul>
            {scenarios.map((scenario) => (
              <ScenarioItem key={scenario.name} scenario={scenario} isOn={on.includes(scenario.name)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** A line of the list: all of it opens the scenario, its button chooses it. */
function ScenarioItem({ scenario, isOn }: { scenario: Scenario; isOn: boolean }) {
  const { name, title, advice, does, operations } = scenario;
  const whom = scope.value || 'everyone';
  return (
    <li class={`scenario-line${isOn ? ' is-on' : ''}`}>
      <a class="scenario-link mono" href={hrefOf(['scenarios', 'new'], { edit: name })}>
        {visibleText(name)}
      </a>
      <span title={visibleText(advice)}>
        {visibleText(title)}
        {operations === 'all' ? null : (
          <span class="hint"> {visibleText(`only ${operations.join(', ')}`)}</span>
        )}
      </span>
      <span class="scenario-does hint">{visibleText(does)}</span>
      <Button
        kind={isOn ? 'small is-on' : 'small'}
        aria-pressed={isOn}
        aria-label={isOn ? `${name} is on for ${whom}; switch it off` : `Use ${name} for ${whom}`}
        onClick={() => void choose(scope.value, isOn ? null : name)}
      >
        {isOn ? 'On' : 'Use'}
      </Button>
    </li>
  );
}
