import { hrefOf } from '../../routing/route.js';
import { ViewHead } from '../../parts/layout.js';
import { scope } from '../../state/scope.js';
import { InForce } from '../scenarios/in-force.js';
import { SandboxFacts } from './sandbox-facts.js';
import { ScenarioBar } from './scenario-bar.js';
import { Timeline } from './timeline/timeline.js';
import { VerifyPanel } from './verify/verify-panel.js';
import { WebhookPanel } from './webhook-panel.js';
import { ActLink } from '../../parts/controls.js';

/** Everything about one sandbox in one place: what it meets, what it asked, and whether that is right. */
export function WorkbenchView() {
  const name = scope.value;
  if (name === '') return <Everyone />;
  return (
    <div class="view" key={name}>
      <ViewHead
        title={
          <>
            Sandbox <span class="mono">{name}</span>
          </>
        }
        idea="Choose what its client receives, watch how it reacts, and verify its requests."
      >
        <ActLink kind="plain" href={hrefOf(['traffic'])} label="All its traffic" />
        <ActLink kind="plain" href={hrefOf(['coverage'])} label="Its coverage" />
      </ViewHead>
      <ScenarioBar sandbox={name} />
      <SandboxFacts sandbox={name} />
      <Timeline sandbox={name} />
      <WebhookPanel sandbox={name} />
      <VerifyPanel sandbox={name} />
    </div>
  );
}

function Everyone() {
  return (
    <div class="view">
      <ViewHead
        title="Workbench"
        idea="One sandbox, one client or test. Choose a sandbox here or at the top left to work with it alone."
      />
      <ScenarioBar sandbox="" />
      <InForce />
      <WebhookPanel sandbox="public" />
    </div>
  );
}
