import { useEffect } from 'preact/hooks';
import type { FunctionComponent } from 'preact';
import { token } from '../control/token.js';
import { loadedView } from '../parts/loaded-view.js';
import { route } from '../routing/route.js';
import { CoverageView } from '../views/coverage/coverage-view.js';
import { KeysView } from '../views/keys/keys-view.js';
import { ScenariosView } from '../views/scenarios/scenarios-view.js';
import { StartView } from '../views/start/start-view.js';
import { TrafficView } from '../views/traffic/traffic-view.js';
import { Overlays } from './commands/overlays.js';
import { Side } from './side.js';
import { Strips } from './strips.js';
import { TokenGate } from './token-gate.js';
import { ViewGuard } from './view-guard.js';

const ContractView = loadedView(
  async () => (await import('../views/contract/contract-view.js')).ContractView,
);

const WorkbenchView = loadedView(
  async () => (await import('../views/workbench/workbench-view.js')).WorkbenchView,
);

/** In the order of lists. */
const views: Readonly<Record<string, { title: string; View: FunctionComponent } | undefined>> = {
  start: { title: 'Start', View: StartView },
  workbench: { title: 'Workbench', View: WorkbenchView },
  traffic: { title: 'Traffic', View: TrafficView },
  scenarios: { title: 'Scenarios', View: ScenariosView },
  keys: { title: 'Keys', View: KeysView },
  coverage: { title: 'Coverage', View: CoverageView },
  contract: { title: 'Contract', View: ContractView },
};

const viewNames = Object.entries(views).flatMap(([name, view]) =>
  view ? [{ name, title: view.title }] : [],
);

export function App() {
  const [name = 'start'] = route.value.path;
  const shown = Object.hasOwn(views, name) ? views[name] : undefined;
  const { title, View } = shown ?? { title: 'Start', View: StartView };
  useEffect(() => {
    document.title = `${title} · Drydock`;
  }, [title]);
  if (token.value === undefined) return <TokenGate />;
  return (
    <div class="shell">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to the content
      </a>
      <Side />
      <main class="main" id="main" tabIndex={-1}>
        <Strips />
        <ViewGuard key={name}>
          <View />
        </ViewGuard>
      </main>
      <Overlays views={viewNames} />
    </div>
  );
}
