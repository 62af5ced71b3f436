import { visibleText } from '../../parts/visible-text.js';
import { hrefOf } from '../../routing/route.js';
import type { Scenario } from '../../control/control-types.js';
import { choose, chosenFor, type Target } from './choose-scenario.js';
import type { ScenarioGroup } from './scenario-groups.js';

export function ScenarioList({ groups, target }: { groups: readonly ScenarioGroup[]; target: Target }) {
  const on = new Set((chosenFor(target) ?? '').split(',').map((name) => name.trim()));
  return (
    <>
      {groups.map(({ title, scenarios }) => (
        <section key={title} aria-label={title}>
          <h3 class="group-title">{visibleText(title)}</h3>
          <ul class="scenarios">
            {scenarios.map((scenario) => (
              <ScenarioItem
                key={scenario.name}
                scenario={scenario}
                target={target}
                isOn={on.has(scenario.name)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function ScenarioItem({ scenario, target, isOn }: { scenario: Scenario; target: Target; isOn: boolean }) {
  const { name, title, advice, operations, source } = scenario;
  const whom = target.kind === 'everyone' ? 'everyone' : target.name;
  return (
    <li class={`scenario${isOn ? ' is-on' : ''}`}>
      <div class="scenario-name">
        <code>{visibleText(name)}</code>{' '}
        <a
          class="edit-link"
          href={hrefOf(['scenarios', 'new'], { edit: name })}
          aria-label={`${source === 'document' ? 'Build on' : 'Edit'} ${name}`}
        >
          {source === 'document' ? 'Build on' : 'Edit'}
        </a>
        {operations === 'all' ? null : <span class="hint">{visibleText(operations.join(', '))}</span>}
      </div>
      <div class="scenario-text">
        <p>{visibleText(title)}</p>
        <p class="hint">{visibleText(advice)}</p>
      </div>
      <button
        type="button"
        class={`btn small${isOn ? ' is-on' : ''}`}
        aria-pressed={isOn}
        aria-label={isOn ? `${name} is on for ${whom}; switch it off` : `Use ${name} for ${whom}`}
        onClick={() => void choose(target, isOn ? null : name)}
      >
        {isOn ? 'On' : 'Use'}
      </button>
    </li>
  );
}
