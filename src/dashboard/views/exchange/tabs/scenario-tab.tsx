import { choosersIn } from '../../../../scenarios/channels.js';
import type { Exchange } from '../../../control/control-types.js';
import { ActLink } from '../../../parts/controls.js';
import { Empty, Fact, Panel, ScenarioBadge, faultLabel } from '../../../parts/layout.js';
import { visibleText } from '../../../parts/text.js';
import { hrefOf } from '../../../routing/route.js';
import { scenarios } from '../../../state/world.js';

/** The scenario that an exchange met, who chose it and what it changed; and the way to make one from the response. */
export function ScenarioTab({ exchange }: { exchange: Exchange }) {
  const { scenario, sandbox } = exchange;
  const act = (
    <ActLink
      kind="small"
      href={hrefOf(['scenarios', 'new'], { sandbox, from: `${sandbox}/${exchange.id}` })}
      label="Make a scenario from this response"
    />
  );
  if (scenario === null)
    return (
      <Empty title="No scenario was in force" act={act}>
        <p>Nothing changed this response. Its recording can be a scenario.</p>
      </Empty>
    );
  return (
    <>
      <dl class="facts">
        <Fact name="Scenario">
          <ScenarioBadge names={scenario.names} />
        </Fact>
        <Fact name="Chosen by">{visibleText(choosersIn(scenario.channel).join(' and '))}</Fact>
        <Fact name="Changed">{visibleText(scenario.changes.join(', ')) || null}</Fact>
        <Fact name="Sequence">{visibleText(scenario.step) || null}</Fact>
        <Fact name="Connection">{scenario.fault && faultLabel(scenario.fault)}</Fact>
      </dl>
      {scenario.names.map((name) => (
        <ScenarioText key={name} name={name} sandbox={sandbox} />
      ))}
      <div class="acts">{act}</div>
    </>
  );
}

/** A scenario in the words of its file; nothing where the mock does not know it any more. */
function ScenarioText({ name, sandbox }: { name: string; sandbox: string }) {
  const known = scenarios.value.find((one) => one.name === name);
  if (!known) return null;
  return (
    <Panel
      title={visibleText(name)}
      head={<a href={hrefOf(['scenarios', 'new'], { sandbox, edit: name })}>Edit</a>}
    >
      <div class="panel-body stack">
        <p>{visibleText(known.title)}</p>
        <p class="hint">{visibleText(known.advice)}</p>
      </div>
    </Panel>
  );
}
