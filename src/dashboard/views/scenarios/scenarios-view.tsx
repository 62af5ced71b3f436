import { ConfirmButton } from '../../parts/button.js';
import { loadedView } from '../../parts/loaded-view.js';
import { ViewHead } from '../../parts/view-head.js';
import { control } from '../../control/control-api.js';
import { hrefOf, route, setQuery } from '../../routing/route.js';
import { scope } from '../../state/scope.js';
import { attempt, operations, readSandboxes, readScenarios, scenarios } from '../../state/world.js';
import { InForce } from './in-force.js';
import { asList, byOperation, matching } from './scenario-groups.js';
import { ScenarioList } from './scenario-list.js';
import { targetOf } from './choose-scenario.js';

const Builder = loadedView(async () => (await import('./builder/builder-view.js')).BuilderView);

/** The scenarios, and whom they apply to. */
export function ScenariosView() {
  const { path, query } = route.value;
  if (path[1] === 'new') return <Builder />;
  const target = targetOf(scope.value);
  const found = matching(scenarios.value, query.text ?? '');
  const grouped = query.by === 'operation';
  const groups = grouped ? byOperation(found, operations.value) : asList(found);
  return (
    <div class="view">
      <ViewHead
        title="Scenarios"
        idea="Make the mock send an error, a delay or a broken connection: one click, until you clear it."
      >
        <a class="btn" href={hrefOf(['scenarios', 'new'])}>
          New scenario …
        </a>
        <ConfirmButton
          label="Reset all"
          sure="Reset every sandbox?"
          onConfirm={() =>
            void attempt(async () => {
              await control.resetAll();
              await Promise.all([readScenarios(), readSandboxes()]);
            })
          }
        />
      </ViewHead>
      <InForce />
      <section class="panel" aria-labelledby="choose">
        <div class="panel-head">
          <h2 id="choose">Choose</h2>
          <p>
            For{' '}
            {target.kind === 'everyone' ? (
              <strong>everyone</strong>
            ) : (
              <strong class="mono">{target.name}</strong>
            )}
          </p>
        </div>
        <div class="panel-head sub">
          <input
            class="input grow"
            type="search"
            aria-label="Find a scenario"
            placeholder="Find: slow, 429, broken …"
            value={query.text ?? ''}
            onInput={(event) => setQuery({ text: event.currentTarget.value })}
          />
          <Segments
            label="Order"
            options={[
              { value: 'list', label: 'As a list' },
              { value: 'operation', label: 'By operation' },
            ]}
            chosen={grouped ? 'operation' : 'list'}
            onChoose={(by) => setQuery({ by: by === 'list' ? '' : by })}
          />
        </div>
        {groups.length > 0 ? (
          <ScenarioList groups={groups} target={target} />
        ) : (
          <div class="empty">
            <h3>No scenario matches</h3>
            <p>One file in the scenarios folder makes one; the form shows how.</p>
            <div class="acts">
              <a class="btn" href={hrefOf(['scenarios', 'new'])}>
                Create it
              </a>
            </div>
          </div>
        )}
      </section>
    </div>
  );
}

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** A choice of a few values, all visible. */
function Segments<T extends string>({ label, options, chosen, onChoose }: SegmentsProps<T>) {
  return (
    <div class="seg" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
